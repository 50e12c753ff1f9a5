//! Skills of a battle, from their files to the core's types.

use foretold_battle::{
    Affliction, Aid, Amount, Check, Damage, MoveMode, Selector, Shove, Skill, SkillId, SkillKind,
    Strike,
};

use super::{Assembler, medium, signed, small};
use crate::file::{AfflictionFile, SkillFile, StrikeFile, ToHit};
use crate::files::FileKind;
use crate::library::Spot;

impl Assembler<'_, '_> {
    /// The skill with this id, added to the set-up if it is not there yet.
    pub(crate) fn skill(&mut self, id: &str, at: &Spot) -> Option<SkillId> {
        if let Some(place) = self.skill_ids.iter().position(|known| known == id) {
            return Some(SkillId(place as u8));
        }
        let skills = &self.library.skills;
        let (file, spot) =
            self.find_own(FileKind::Skill, |battle| &battle.skills, skills, id, at)?;
        let skill = self.skill_value(file, id, &spot);
        Some(self.add_skill(id.to_owned(), skill, spot))
    }

    pub(super) fn add_skill(&mut self, id: String, skill: Skill, at: Spot) -> SkillId {
        // The check that follows refuses more skills than an index can count.
        let place = self.setup.skills.len().min(usize::from(u8::MAX)) as u8;
        self.skill_ids.push(id);
        self.setup.skills.push(skill);
        self.origins.skills.push(at);
        SkillId(place)
    }

    pub(super) fn skill_value(&mut self, file: &SkillFile, id: &str, at: &Spot) -> Skill {
        let deed = self.deed(file, at);
        let default = if matches!(deed, SkillKind::Aid(_)) {
            Selector::OWN
        } else {
            Selector::NEAREST_ENEMY
        };
        Skill {
            name: self.name(file.name.as_deref(), id, at),
            cost: small(file.cost),
            range: self.small_or_0(file.range, at, "range"),
            needs_sight: file.needs_sight || file.area.starts_at_attacker(),
            cooldown: self.small_or_0(file.cooldown, at, "cooldown"),
            selector: match &file.on {
                Some(name) => self.selector(name, &at.field("on")),
                None => default,
            },
            deed,
        }
    }

    pub(super) fn deed(&mut self, file: &SkillFile, at: &Spot) -> SkillKind {
        let (strike, aid) = (file.strike_fields(), file.aid_fields());
        let several = file.strikes.is_some().then_some("strikes");
        let walk = file.walk.is_some().then_some("walk");
        // A fire is enough for a strike of its own.
        let burns = file.burns.and(Some("burns"));
        let struck = strike
            .first()
            .copied()
            .or(burns.filter(|_| several.is_none()));
        let groups = [
            ("it moves", walk),
            ("it strikes several times", several),
            ("it strikes", struck),
            ("it aids", aid.first().copied()),
        ];
        let mut there = groups
            .iter()
            .filter_map(|(what, field)| Some((what, (*field)?)));
        let first = there.next();
        let second = there.next();
        if let (Some((what, field)), Some((other, stray))) = (first, second) {
            self.report.error(
                &at.field(stray),
                format!("a skill moves, strikes or aids, never two of them: `{field}` says {what}, `{stray}` says {other}"),
            );
        }
        let is_attack = several.or(struck).is_some();
        for (field, there, what) in [
            ("draws_card", file.draws_card, "draws cards"),
            ("pays", file.pays.is_some(), "costs HP"),
            ("area", file.area.is_wide(), "has an area"),
            ("spares", file.spares, "spares its own side"),
        ] {
            if there && !is_attack {
                let message = format!("only a skill that strikes {what}: delete this");
                self.report.error(&at.field(field), message);
            }
        }
        if let Some(mode) = file.walk {
            return SkillKind::Move(mode);
        }
        let strikes = match &file.strikes {
            Some(strikes) => {
                let numbered = strikes.iter().enumerate();
                numbered
                    .map(|(number, strike)| self.strike(strike, &at.field("strikes").item(number)))
                    .collect()
            }
            None if struck.is_some() => vec![self.strike(&file.single_strike(), at)],
            None => Vec::new(),
        };
        if is_attack {
            return SkillKind::Attack {
                strikes,
                draws_card: file.draws_card,
                burns: file.burns.map(small),
                pays: file.pays.map(medium),
                area: file.area,
                spares: file.spares,
            };
        }
        if aid.is_empty() {
            self.report.error(
                at,
                "this skill does nothing: give it `walk`, `damage` (or another field of a strike), `burns`, or `block`, `heal`, `rally` or `grants`",
            );
            return SkillKind::Move(MoveMode::Hold);
        }
        SkillKind::Aid(Aid {
            block: file.block.map(medium),
            heal: file.heal.map(|heal| heal.0),
            rally: file.rally.map(medium),
            grants: file
                .grants
                .map(|grants| self.affliction(grants, &at.field("grants"))),
        })
    }

    pub(super) fn strike(&mut self, file: &StrikeFile, at: &Spot) -> Strike {
        let bonus = signed(file.accuracy_bonus);
        let check = match file.to_hit {
            ToHit::Sure => Check::Sure,
            ToHit::Aimed => Check::Aimed { bonus },
            ToHit::Armour => Check::Armour {
                bonus,
                edge: file.edge,
            },
        };
        if file.to_hit == ToHit::Sure && file.accuracy_bonus != 0 {
            self.report.error(
                &at.field("accuracy_bonus"),
                "a sure strike needs no bonus: delete it, or set `to_hit` to Aimed or Armour",
            );
        }
        if file.to_hit != ToHit::Armour && file.edge != Default::default() {
            self.report.error(
                &at.field("edge"),
                "only a strike against armour has an edge: delete it, or set `to_hit` to Armour",
            );
        }
        if file.damage.is_none() && file.drains.is_some() {
            self.report.error(
                &at.field("drains"),
                "only damage can be drained: add `damage`, or delete this",
            );
        }
        if file.damage.is_none() && file.kind.is_some() {
            self.report.error(
                &at.field("kind"),
                "a kind without damage: add `damage`, or delete this",
            );
        }
        let of_kind = |amount: Amount| Damage {
            kind: file.kind.unwrap_or_default(),
            amount,
        };
        Strike {
            check,
            damage: file.damage.map(|amount| of_kind(amount.0)),
            sanity: file.sanity_damage.map(|amount| amount.0),
            inflicts: file
                .inflicts
                .map(|inflicts| self.affliction(inflicts, &at.field("inflicts"))),
            // Without damage it is reported above.
            drains: file.drains.filter(|_| file.damage.is_some()).map(small),
            shoves: self.shove(file, at),
        }
    }

    fn shove(&mut self, file: &StrikeFile, at: &Spot) -> Option<Shove> {
        if file.shoves && file.pulls {
            self.report.error(
                &at.field("pulls"),
                "a strike shoves away or pulls nearer, never both: delete `shoves` or `pulls`",
            );
        }
        match (file.shoves, file.pulls) {
            (true, _) => Some(Shove::Away),
            (false, true) => Some(Shove::Towards),
            (false, false) => None,
        }
    }

    pub(super) fn affliction(&mut self, file: AfflictionFile, at: &Spot) -> Affliction {
        let amount = if file.status.has_amount() {
            small(file.amount)
        } else {
            self.small_or_0(file.amount, at, "amount")
        };
        Affliction {
            status: file.status,
            turns: small(file.turns),
            amount,
            held: file.held,
        }
    }
}
