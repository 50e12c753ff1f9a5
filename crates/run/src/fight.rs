//! A fight of a run: made from the seed, and played many times before it is used.

use std::sync::Arc;

use foretold_battle::{
    Arena, Battle, Board, Brain, Cell, DeckId, DeckUse, Faction, Setup, Silent, Tally, Tempo,
    fingerprint, forecast,
};
use foretold_content::{
    ContentError, Encounter, FileKind, GroundKind, Pack, PackUnit, PlaceKind, RunPlan, StagedUnit,
    Staging, Stands,
};

use crate::company::{Companion, MOST_SKILLS};
use crate::dice::RunDice;
use crate::ground::Site;
use crate::map::PlaceId;
use crate::realm::{Realm, side};
use crate::run::RunStart;

/// How many candidates are tried before the one nearest to the band is taken.
const CANDIDATES: u8 = 40;
/// How often a candidate is played.
const PLAYOUTS: u32 = 256;
/// After so many playouts a candidate that is clearly outside of the band is given up.
const SLICE: u32 = 64;
/// No budget grows beyond this.
const MOST_THREAT: u32 = 100_000;
/// At most this many enemies: more than that nobody can read.
const MOST_ENEMIES: usize = 9;

/// A fight at a place of the map. It follows from seed, level, content and place alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFight {
    /// Where.
    pub place: PlaceId,
    /// Fight, elite or boss.
    pub kind: PlaceKind,
    /// The id of the pack.
    pub pack: String,
    /// The kind of ground.
    pub ground: GroundKind,
    /// How it is painted: an id of `grounds/`.
    pub look: String,
    /// Terrain, and where both sides stand.
    pub site: Site,
    /// Who acts when.
    pub tempo: Tempo,
    /// Whether the player commands the company.
    pub by_hand: bool,
    /// The ids of the enemies and where they stand.
    pub enemies: Vec<(String, Cell)>,
    /// Their threat together.
    pub threat: u32,
    /// How the reference company fares.
    pub reference: Tally,
    /// How many candidates were tried.
    pub tried: u8,
    /// Where the dice of the battle begin.
    pub seed: u64,
}

impl RunFight {
    /// Makes candidates until one has odds within the band, each harder or easier than the one before
    /// it, as that one was too easy or too hard. If none has, the nearest is taken.
    pub(crate) fn make(
        realm: &Realm,
        start: RunStart,
        place: PlaceId,
        kind: PlaceKind,
    ) -> RunFight {
        let plan = realm.plan().at_level(start.level);
        let band = match kind {
            PlaceKind::Elite => plan.bands.elite,
            PlaceKind::Boss => plan.bands.boss,
            _ => plan.bands.fight,
        };
        let mut dice = RunDice::new(start.seed, ("fight", place));
        let pack = draw_pack(realm, &plan, start, place, kind, &mut dice);
        let floor = plan.floors.get(usize::from(place.floor).saturating_sub(1));
        // Not always from the same number, or two seeds would often meet the same enemies.
        let spread = dice.between(80, 120) as u32;
        let mut budget = floor.map_or(100, |floor| u32::from(floor.threat)) * spread / 100;
        let mut best: Option<(u32, RunFight)> = None;
        for tried in 1..=CANDIDATES {
            let mut dice = RunDice::new(start.seed, ("candidate", start.level, place, tried));
            let mut fight = candidate(realm, place, kind, pack, budget, &mut dice);
            fight.tried = tried;
            fight.seed = fingerprint(&(start.seed, "battle", place));
            let odds = gate(realm, &plan, &mut fight, band, start.seed);
            let (low, high) = (u32::from(band.0), u32::from(band.1));
            let miss = low.saturating_sub(odds) + odds.saturating_sub(high);
            let is_best = best.as_ref().is_none_or(|(least, _)| miss < *least);
            if is_best {
                best = Some((miss, fight));
            }
            if miss == 0 {
                break;
            }
            // Far from the band, a larger step.
            let step = 4 + miss / 3;
            budget = if odds > high {
                (budget + (budget * step / 100).max(2)).min(MOST_THREAT)
            } else {
                budget.saturating_sub((budget * step / 100).max(2)).max(2)
            };
        }
        let (_, fight) = best.expect("at least one candidate was tried");
        fight
    }

    /// The battle of a company against it.
    ///
    /// # Errors
    /// If the content cannot bring them together.
    pub fn stage(
        &self,
        realm: &Realm,
        wound: u8,
        company: &[Companion],
    ) -> Result<Encounter, Vec<ContentError>> {
        let friends = company.iter().zip(&self.site.company);
        let friends = friends.map(|(companion, &cell)| StagedUnit {
            unit: companion.unit.clone(),
            cell,
            skills: companion.extra_skills(realm),
        });
        let enemies = self.enemies.iter().map(|(unit, cell)| StagedUnit {
            unit: unit.clone(),
            cell: *cell,
            skills: Vec::new(),
        });
        let pack = realm.pack(&self.pack);
        let staging = Staging {
            name: format!("run-{}-{}", self.place.floor, self.place.column),
            title: pack.map_or_else(String::new, |pack| pack.name.clone()),
            text: pack.map_or_else(String::new, |pack| pack.text.clone()),
            tempo: self.tempo,
            by_hand: self.by_hand,
            board: self.site.board.clone(),
            look: Some(self.look.clone()),
            decks: [None, pack.and_then(|pack| pack.deck.clone())],
            friends: friends.collect(),
            enemies: enemies.collect(),
        };
        bring(realm, wound, company, &staging)
    }
}

/// A company in a staged battle: with its HP, wounds, items, decks and rules.
fn bring(
    realm: &Realm,
    wound: u8,
    company: &[Companion],
    staging: &Staging,
) -> Result<Encounter, Vec<ContentError>> {
    let encounter = realm.content().stage(staging)?;
    let units = side(&encounter, Faction::Friendly);
    let rules: Vec<_> = units
        .zip(company)
        .map(|(unit, companion)| {
            let rules = companion.rules.iter();
            let known = rules.filter(|rule| companion.knows(realm, &rule.skill));
            let rules = known.filter_map(|rule| rule.in_battle(&encounter));
            (unit, rules.take(usize::from(companion.slots)).collect())
        })
        .collect();
    let revise = |setup: &mut Setup| {
        for ((unit, rules), companion) in rules.into_iter().zip(company) {
            let sheet = &mut setup.units[unit.slot()];
            companion.equip(realm, wound, sheet);
            sheet.brain = match sheet.brain {
                Brain::Manual(_) => Brain::Manual(rules),
                _ => Brain::Gambit(rules),
            };
            if let Some(deck) = companion.deck(realm) {
                sheet.deck = DeckUse::Own(DeckId(setup.decks.len() as u8));
                setup.decks.push(deck);
            }
        }
    };
    let revised = encounter.revised(revise);
    revised.map_err(|errors| {
        let errors = errors.iter();
        errors
            .map(|error| ContentError {
                file: FileKind::Battle.path(&staging.name),
                place: None,
                field: String::new(),
                message: error.to_string(),
            })
            .collect()
    })
}

/// A company on an open field, with nobody to fight but a shadow of the first: unit by unit in its
/// order. Skills that rules name and nobody knows are known to the shadow, so that they have a place.
pub(crate) fn drill(
    realm: &Realm,
    wound: u8,
    company: &[Companion],
) -> Result<Encounter, Vec<ContentError>> {
    let cell = |column: usize, row: u8| {
        Cell::new(column as u8 + 1, row).expect("no company is wider than the board")
    };
    let friends = company.iter().enumerate().map(|(place, it)| StagedUnit {
        unit: it.unit.clone(),
        cell: cell(place, 9),
        skills: it.extra_skills(realm),
    });
    let named = company.iter().flat_map(|it| {
        let rules = it.rules.iter().map(|rule| &rule.skill);
        rules.filter(|skill| !it.knows(realm, skill))
    });
    let mut named: Vec<String> = named.cloned().collect();
    named.sort();
    named.dedup();
    let shadow = company.first().map_or("", |it| &it.unit);
    let shadows = named
        .chunks(MOST_SKILLS / 2)
        .chain(named.is_empty().then_some(&[][..]));
    let shadows = shadows.enumerate().map(|(place, skills)| StagedUnit {
        unit: shadow.to_owned(),
        cell: cell(place, 1),
        skills: skills.to_vec(),
    });
    let staging = Staging {
        name: "drill".to_owned(),
        title: "Drill".to_owned(),
        text: String::new(),
        tempo: Tempo::Ticks,
        by_hand: false,
        board: Board::default(),
        look: None,
        decks: [None, None],
        friends: friends.collect(),
        enemies: shadows.collect(),
    };
    bring(realm, wound, company, &staging)
}

/// How likely the reference company wins, in percent; the tally goes into the fight.
fn gate(realm: &Realm, plan: &RunPlan, fight: &mut RunFight, band: (u8, u8), seed: u64) -> u32 {
    let company = realm.reference(fight.place.floor);
    let Ok(encounter) = fight.stage(realm, plan.wound, company) else {
        return 0;
    };
    let Ok(arena) = Arena::new(encounter.setup().clone()) else {
        return 0;
    };
    let battle = Battle::start(&Arc::new(arena), fight.seed, &mut Silent);
    let seed = fingerprint(&(seed, "gate", fight.place));
    fight.reference = Tally::default();
    for slice in 0..PLAYOUTS / SLICE {
        let playouts = slice * SLICE..(slice + 1) * SLICE;
        fight.reference = fight.reference.and(&forecast(&battle, seed, playouts));
        let odds = fight.reference.win();
        let (low, high) = (u16::from(band.0) * 100, u16::from(band.1) * 100);
        if odds.high.hundredths() < low || odds.low.hundredths() > high {
            break;
        }
    }
    u32::from(fight.reference.win().odds.hundredths()) / 100
}

/// Which pack is met at a place.
fn draw_pack<'r>(
    realm: &'r Realm,
    plan: &RunPlan,
    start: RunStart,
    place: PlaceId,
    kind: PlaceKind,
    dice: &mut RunDice,
) -> (&'r str, &'r Pack) {
    let packs = realm.packs();
    let boss = || packs.get_key_value(plan.boss.as_str());
    let met: Vec<(&&str, &&Pack)> = packs
        .iter()
        .filter(|(id, pack)| {
            let (first, last) = pack.floors;
            let has_leader = kind != PlaceKind::Elite || !pack.leaders.is_empty();
            **id != plan.boss
                && (first..=last).contains(&place.floor)
                && pack.later <= start.finished
                && has_leader
        })
        .collect();
    let drawn = if kind == PlaceKind::Boss || met.is_empty() {
        boss()
    } else {
        met.get(dice.below(met.len())).copied()
    };
    let (id, pack) = drawn.expect("the loader has checked that the boss has a pack");
    (id, pack)
}

/// A ground and enemies on it, within a budget of threat.
fn candidate(
    realm: &Realm,
    place: PlaceId,
    kind: PlaceKind,
    (id, pack): (&str, &Pack),
    budget: u32,
    dice: &mut RunDice,
) -> RunFight {
    let which = dice.below(pack.grounds.len());
    let ground = pack.grounds[which];
    let site = Site::make(ground, dice);
    let leads = matches!(kind, PlaceKind::Elite | PlaceKind::Boss);
    let leader = dice.weighted(pack.leaders.iter().map(|unit| unit.weight));
    let leader = leader.and_then(|leader| pack.leaders.get(leader));
    let mut drawn: Vec<&PackUnit> = leader.filter(|_| leads).into_iter().collect();
    let threats = realm.threats();
    let mut threat: u32 = drawn.iter().map(|unit| threats.of(&unit.unit)).sum();
    while drawn.len() < MOST_ENEMIES {
        let left = budget.saturating_sub(threat);
        // Somebody who takes a little more than is left may still come.
        let fits = |unit: &PackUnit| threats.of(&unit.unit) <= left + left / 4;
        let weights = pack.units.iter().map(|unit| match fits(unit) {
            true => unit.weight,
            false => 0,
        });
        let Some(next) = dice.weighted(weights) else {
            break;
        };
        threat += threats.of(&pack.units[next].unit);
        drawn.push(&pack.units[next]);
    }
    if drawn.is_empty() {
        let comes = pack.units.iter().filter(|unit| unit.weight > 0);
        let weakest = comes.min_by_key(|unit| threats.of(&unit.unit));
        threat += weakest.map_or(0, |unit| threats.of(&unit.unit));
        drawn.extend(weakest);
    }
    let enemies = place_enemies(&site, &drawn, dice);
    RunFight {
        place,
        kind,
        pack: id.to_owned(),
        ground,
        look: pack.looks.get(which).cloned().unwrap_or_default(),
        site,
        tempo: pack.tempo,
        by_hand: pack.by_hand,
        enemies,
        threat,
        reference: Tally::default(),
        tried: 0,
        seed: 0,
    }
}

/// Gives every enemy a cell where it likes to stand, the best of the site first.
fn place_enemies(site: &Site, drawn: &[&PackUnit], dice: &mut RunDice) -> Vec<(String, Cell)> {
    let (mut front, mut back) = (site.front.iter().copied(), site.back.iter().copied());
    let mut enemies = Vec::new();
    for unit in drawn {
        let wants_front = match unit.stands {
            Stands::Front => true,
            Stands::Back => false,
            Stands::Anywhere => dice.percent(50),
        };
        let cell = if wants_front {
            front.next().or_else(|| back.next())
        } else {
            back.next().or_else(|| front.next())
        };
        enemies.extend(cell.map(|cell| (unit.unit.clone(), cell)));
    }
    enemies
}
