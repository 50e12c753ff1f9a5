//! Units and rules in the making: a default recruit, changed where the story needs it.

use crate::board::Area;
use crate::brain::{Clause, Condition, Join, Rule, Selector, Test};
use crate::deck::Deck;
use crate::skill::{Amount, Check, Damage, Skill, SkillKind, Strike};
use crate::status::{Affliction, Status};
use crate::unit::AtZero;
use crate::{AutofightSettings, DamageKind, KindSet};

/// A rule in the making: the skill itself stands in for its id.
#[derive(Clone, Debug)]
pub struct RuleDraft {
    pub(super) skill: Skill,
    pub(super) rule: Rule,
}

/// A rule that always applies and uses the skill's own selector.
pub fn rule(skill: Skill) -> RuleDraft {
    let on = skill.selector;
    let when = Condition::default();
    RuleDraft {
        skill,
        rule: Rule {
            enabled: true,
            when,
            skill: crate::SkillId(0),
            on,
        },
    }
}

impl RuleDraft {
    /// Adds a test that must hold.
    pub fn when(mut self, test: Test) -> RuleDraft {
        self.rule.when.tests.push(Clause {
            negated: false,
            test,
        });
        self
    }

    /// Adds a test that must not hold.
    pub fn when_not(mut self, test: Test) -> RuleDraft {
        self.rule.when.tests.push(Clause {
            negated: true,
            test,
        });
        self
    }

    /// One of the tests is enough.
    pub fn any(mut self) -> RuleDraft {
        self.rule.when.join = Join::Any;
        self
    }

    /// Uses another selector.
    pub fn on(mut self, selector: Selector) -> RuleDraft {
        self.rule.on = selector;
        self
    }

    /// Switches the rule off.
    pub fn off(mut self) -> RuleDraft {
        self.rule.enabled = false;
        self
    }

    /// Changes the skill.
    pub fn with(mut self, change: impl FnOnce(&mut Skill)) -> RuleDraft {
        change(&mut self.skill);
        self
    }

    /// The skill's cost.
    pub fn cost(self, cost: u8) -> RuleDraft {
        self.with(|skill| skill.cost = cost)
    }

    /// The skill's range.
    pub fn range(self, range: u8) -> RuleDraft {
        self.with(|skill| skill.range = range)
    }

    /// The skill needs sight.
    pub fn needs_sight(self) -> RuleDraft {
        self.with(|skill| skill.needs_sight = true)
    }

    /// The skill's cooldown.
    pub fn cooldown(self, turns: u8) -> RuleDraft {
        self.with(|skill| skill.cooldown = turns)
    }

    /// The attack hits an area; a line or a cone needs sight.
    pub fn area(self, size: Area) -> RuleDraft {
        self.with(|skill| {
            skill.needs_sight |= size.starts_at_attacker();
            if let SkillKind::Attack { area, .. } = &mut skill.deed {
                *area = size;
            }
        })
    }

    /// The attack spares the user's own side.
    pub fn spares(self) -> RuleDraft {
        self.with(|skill| {
            if let SkillKind::Attack { spares, .. } = &mut skill.deed {
                *spares = true;
            }
        })
    }

    /// The attack sets the cells that it hits on fire.
    pub fn burns(self, turns: u8) -> RuleDraft {
        self.with(|skill| {
            if let SkillKind::Attack { burns, .. } = &mut skill.deed {
                *burns = Some(turns);
            }
        })
    }

    /// The attack costs its user HP.
    pub fn pays(self, hp: u16) -> RuleDraft {
        self.with(|skill| {
            if let SkillKind::Attack { pays, .. } = &mut skill.deed {
                *pays = Some(hp);
            }
        })
    }

    /// Each strike of the attack heals its user by a share of the HP that it takes.
    pub fn drains(self, percent: u8) -> RuleDraft {
        self.with(|skill| {
            if let SkillKind::Attack { strikes, .. } = &mut skill.deed {
                strikes
                    .iter_mut()
                    .for_each(|strike| strike.drains = Some(percent));
            }
        })
    }

    /// The skill's hits draw combat cards.
    pub fn draws_card(self) -> RuleDraft {
        self.with(|skill| {
            if let SkillKind::Attack { draws_card, .. } = &mut skill.deed {
                *draws_card = true;
            }
        })
    }
}

/// An attack of cost 1 and range 1 on the nearest enemy, made of these strikes.
pub fn attack(name: &str, strikes: impl IntoIterator<Item = Strike>) -> RuleDraft {
    rule(Skill {
        name: name.to_owned(),
        cost: 1,
        range: 1,
        needs_sight: false,
        cooldown: 0,
        selector: Selector::NEAREST_ENEMY,
        deed: SkillKind::Attack {
            strikes: strikes.into_iter().collect(),
            draws_card: false,
            burns: None,
            pays: None,
            area: Area::Cell,
            spares: false,
        },
    })
}

/// A strike that deals damage.
pub fn strike(check: Check, amount: Amount, kind: DamageKind) -> Strike {
    Strike {
        check,
        damage: Some(Damage { kind, amount }),
        ..Strike::default()
    }
}

/// What decides for a unit in the making.
#[derive(Clone, Debug)]
pub(super) enum BrainDraft {
    Gambit(Vec<RuleDraft>),
    Heuristic,
    Manual(Vec<RuleDraft>),
    Cards(Vec<(RuleDraft, u16, bool)>),
}

/// A unit in the making.
#[derive(Clone, Debug)]
pub struct UnitDraft {
    pub(super) brain: BrainDraft,
    pub(super) also_knows: Vec<RuleDraft>,
    pub(super) kind: String,
    pub(super) speed: u8,
    pub(super) initiative: i16,
    pub(super) harmless: bool,
    pub(super) autofight: AutofightSettings,
    pub(super) hp: u16,
    pub(super) max_hp: u16,
    pub(super) start_block: u16,
    pub(super) sanity: Option<u16>,
    pub(super) accuracy: i16,
    pub(super) armour_class: i16,
    pub(super) resists: KindSet,
    pub(super) vulnerable: KindSet,
    pub(super) immune: KindSet,
    pub(super) statuses: Vec<Affliction>,
    pub(super) own_deck: Option<Deck>,
    pub(super) shares_deck: bool,
    pub(super) at_zero: AtZero,
}

/// 100 HP, no rules: it stands there until it gets some.
pub fn recruit() -> UnitDraft {
    UnitDraft {
        brain: BrainDraft::Gambit(Vec::new()),
        also_knows: Vec::new(),
        kind: "recruit".to_owned(),
        speed: 6,
        initiative: 0,
        harmless: false,
        autofight: AutofightSettings::default(),
        hp: 100,
        max_hp: 100,
        start_block: 0,
        sanity: None,
        accuracy: 75,
        armour_class: 10,
        resists: KindSet::NONE,
        vulnerable: KindSet::NONE,
        immune: KindSet::NONE,
        statuses: Vec::new(),
        own_deck: None,
        shares_deck: false,
        at_zero: AtZero::Dies,
    }
}

impl UnitDraft {
    /// Follows these rules.
    pub fn gambits(mut self, rules: impl IntoIterator<Item = RuleDraft>) -> UnitDraft {
        self.brain = BrainDraft::Gambit(rules.into_iter().collect());
        self
    }

    /// Draws from these moves by weight.
    pub fn cards(mut self, moves: impl IntoIterator<Item = (RuleDraft, u16)>) -> UnitDraft {
        let moves = moves
            .into_iter()
            .map(|(draft, weight)| (draft, weight, false));
        self.brain = BrainDraft::Cards(moves.collect());
        self
    }

    /// Is the simulator's agent; it knows what [`UnitDraft::knows`] teaches it.
    pub fn heuristic(mut self) -> UnitDraft {
        self.brain = BrainDraft::Heuristic;
        self
    }

    /// Is commanded by the player; it knows what [`UnitDraft::knows`] teaches it.
    pub fn manual(mut self) -> UnitDraft {
        self.brain = BrainDraft::Manual(Vec::new());
        self
    }

    /// Is commanded by the player, and follows these rules when there is none.
    pub fn manual_with(mut self, rules: impl IntoIterator<Item = RuleDraft>) -> UnitDraft {
        self.brain = BrainDraft::Manual(rules.into_iter().collect());
        self
    }

    /// Is of another kind than a recruit.
    pub fn kind(mut self, kind: &str) -> UnitDraft {
        self.kind = kind.to_owned();
        self
    }

    /// Cells it walks in a turn.
    pub fn speed(mut self, speed: u8) -> UnitDraft {
        self.speed = speed;
        self
    }

    /// Added to its d20 for initiative.
    pub fn initiative(mut self, bonus: i16) -> UnitDraft {
        self.initiative = bonus;
        self
    }

    /// Nobody need fear it.
    pub fn harmless(mut self) -> UnitDraft {
        self.harmless = true;
        self
    }

    /// Fights by other settings when the player presses the one key.
    pub fn autofight(mut self, settings: AutofightSettings) -> UnitDraft {
        self.autofight = settings;
        self
    }

    /// Hides the intents of all its moves.
    pub fn hidden(mut self) -> UnitDraft {
        if let BrainDraft::Cards(moves) = &mut self.brain {
            moves.iter_mut().for_each(|(_, _, hidden)| *hidden = true);
        }
        self
    }

    /// Knows skills that no rule of its uses.
    pub fn knows(mut self, skills: impl IntoIterator<Item = RuleDraft>) -> UnitDraft {
        self.also_knows.extend(skills);
        self
    }

    /// HP, which is also its maximum.
    pub fn hp(mut self, hp: u16) -> UnitDraft {
        (self.hp, self.max_hp) = (hp, hp);
        self
    }

    /// Starts hurt.
    pub fn hurt_to(mut self, hp: u16) -> UnitDraft {
        self.hp = hp;
        self
    }

    /// Starts with block.
    pub fn start_block(mut self, block: u16) -> UnitDraft {
        self.start_block = block;
        self
    }

    /// Can lose its mind.
    pub fn sanity(mut self, sanity: u16) -> UnitDraft {
        self.sanity = Some(sanity);
        self
    }

    /// For aimed attacks.
    pub fn accuracy(mut self, accuracy: i16) -> UnitDraft {
        self.accuracy = accuracy;
        self
    }

    /// Against d20 attacks.
    pub fn armour_class(mut self, armour_class: i16) -> UnitDraft {
        self.armour_class = armour_class;
        self
    }

    /// Takes half of a kind.
    pub fn resists(mut self, kind: DamageKind) -> UnitDraft {
        self.resists = KindSet::from_iter([kind]);
        self
    }

    /// Takes double of a kind.
    pub fn vulnerable(mut self, kind: DamageKind) -> UnitDraft {
        self.vulnerable = KindSet::from_iter([kind]);
        self
    }

    /// Takes nothing of a kind.
    pub fn immune(mut self, kind: DamageKind) -> UnitDraft {
        self.immune = KindSet::from_iter([kind]);
        self
    }

    /// Starts with a status.
    pub fn with(mut self, status: Status, turns: u8) -> UnitDraft {
        self.statuses.push(Affliction::new(status, turns));
        self
    }

    /// Starts with a status that has a number.
    pub fn with_amount(mut self, status: Status, turns: u8, amount: u8) -> UnitDraft {
        self.statuses
            .push(Affliction::new(status, turns).of(amount));
        self
    }

    /// Draws from a combat deck of its own.
    pub fn deck(mut self, deck: Deck) -> UnitDraft {
        self.own_deck = Some(deck);
        self
    }

    /// Draws from its side's pile.
    pub fn shares_deck(mut self) -> UnitDraft {
        self.shares_deck = true;
        self
    }

    /// Goes down at 0 HP instead of dying.
    pub fn downed_at_zero(mut self) -> UnitDraft {
        self.at_zero = AtZero::Downed;
        self
    }
}
