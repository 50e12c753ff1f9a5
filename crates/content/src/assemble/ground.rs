//! Boards, their looks, and decks of a battle, from their files to the core's types.

use foretold_battle::{Board, Cell, Deck, DeckId, DeckUse};

use super::{Assembler, small};
use crate::file::{BoardFile, DeckSource};
use crate::files::FileKind;
use crate::ground::GroundStyle;
use crate::library::Spot;

impl Assembler<'_, '_> {
    pub(super) fn deck_use(&mut self, source: Option<&DeckSource>, at: &Spot) -> DeckUse {
        match source {
            None => DeckUse::None,
            Some(DeckSource::Shared) => DeckUse::Shared,
            Some(DeckSource::Own(id)) => self.deck(id, at).map_or(DeckUse::None, DeckUse::Own),
        }
    }

    /// The deck with this id, added to the set-up if it is not there yet.
    pub(crate) fn deck(&mut self, id: &str, at: &Spot) -> Option<DeckId> {
        if let Some(place) = self.origins.deck_ids.iter().position(|known| known == id) {
            return Some(DeckId(place as u8));
        }
        let decks = &self.library.decks;
        let (file, spot) = self.find_own(FileKind::Deck, |battle| &battle.decks, decks, id, at)?;
        let mut cards = Vec::new();
        for card in file.cards.iter() {
            cards.push((card.card, small(card.copies)));
        }
        let deck = Deck {
            name: self.name(file.name.as_deref(), id, &spot),
            cards,
        };
        let place = self.setup.decks.len().min(usize::from(u8::MAX)) as u8;
        self.setup.decks.push(deck);
        self.origins.deck_ids.push(id.to_owned());
        self.origins.decks.push(spot);
        Some(DeckId(place))
    }

    /// Lays out the board with this id.
    pub(crate) fn board(&mut self, id: &str, at: &Spot) {
        let Some(file) = self.find(FileKind::Board, &self.library.boards, id, at) else {
            return;
        };
        self.lay_out(file, id, Spot::file(FileKind::Board.path(id)));
    }

    /// Lays out a board.
    pub(super) fn lay_out(&mut self, file: &BoardFile, id: &str, at: Spot) {
        self.name(file.name.as_deref(), id, &at);
        self.setup.board = self.terrain(file, &at);
        if let Some(id) = &file.ground {
            self.ground(id, &at.field("ground"));
        }
        self.origins.board = Some(at);
    }

    /// Gives the board the look with this id.
    pub(crate) fn ground(&mut self, id: &str, at: &Spot) {
        if let Some(file) = self.find(FileKind::Ground, &self.library.grounds, id, at) {
            let spot = Spot::file(FileKind::Ground.path(id));
            self.ground = GroundStyle::check(file, &spot, self.report);
        }
    }

    pub(super) fn terrain(&mut self, file: &BoardFile, at: &Spot) -> Board {
        let mut board = Board::default();
        let rows_at = at.field("rows");
        let mut fits = file.rows.len() == 12;
        if !fits {
            self.report.error(
                &rows_at,
                format!("found {} rows, expected 12", file.rows.len()),
            );
        }
        for (y, row) in file.rows.iter().enumerate().take(12) {
            let at = rows_at.item(y);
            let width = row.chars().count();
            if width != 12 {
                fits = false;
                self.report.error(
                    &at,
                    format!("found {width} signs in row {}, expected 12", y + 1),
                );
            }
            for (x, sign) in row.chars().enumerate().take(12) {
                let cell = Cell::new(x as u8, y as u8).expect("rows and signs are cut at 12");
                match file.legend.0.get(&sign) {
                    Some(&terrain) => board.set(cell, terrain),
                    None => {
                        let signs: Vec<String> = file
                            .legend
                            .0
                            .keys()
                            .map(|sign| format!("'{sign}'"))
                            .collect();
                        let message = format!(
                            "{cell} is '{}', which the legend does not explain: add it, or use one of {}",
                            sign.escape_debug(),
                            signs.join(", ")
                        );
                        self.report.error_within(&at, x + 1, message);
                    }
                }
            }
        }
        // On a board out of shape every unit would seem to stand in the wrong place.
        if fits { board } else { Board::default() }
    }
}
