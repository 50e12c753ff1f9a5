//! The bounds of every number in a skill: just inside is accepted, just outside is refused.

use foretold_battle::testing::{RuleDraft, board, move_towards, recruit};
use foretold_battle::{
    Affliction, Aid, Amount, Check, Damage, DamageKind, Edge, Setup, SetupPlace, SkillKind, Status,
    Strike,
};

use crate::setup_bounds::{fit, number};
use crate::setup_errors::{errors, good};

/// The one strike of skill 0.
fn strike(setup: &mut Setup) -> &mut Strike {
    match &mut setup.skills[0].deed {
        SkillKind::Attack { strikes, .. } => &mut strikes[0],
        _ => panic!("skill 0 is an attack"),
    }
}

/// The help of skill 1.
fn aid(setup: &mut Setup) -> &mut Aid {
    match &mut setup.skills[1].deed {
        SkillKind::Aid(aid) => aid,
        _ => panic!("skill 1 is an aid"),
    }
}

/// Adds a skill that nobody uses; it gets number 4.
fn learn(setup: &mut Setup, skill: RuleDraft) {
    let school = board("A e")
        .unit('A', recruit().gambits([skill]))
        .unit('e', recruit())
        .setup();
    setup.skills.extend(school.skills);
}

fn damage(setup: &mut Setup) -> &mut Amount {
    let damage = strike(setup).damage.get_or_insert(Damage {
        kind: DamageKind::Fire,
        amount: Amount::dice(1, 6, 0),
    });
    &mut damage.amount
}

#[test]
fn numbers_of_skills() {
    const ATTACK: SetupPlace = SetupPlace::Skill(0);
    const STRIKE: SetupPlace = SetupPlace::Strike(0, 0);
    const AID: SetupPlace = SetupPlace::Skill(1);
    for number in [
        number(ATTACK, "cost", 1, 10, |setup, n| {
            setup.skills[0].cost = fit(n);
        }),
        number(AID, "cost", 1, 10, |setup, n| {
            setup.skills[1].cost = fit(n);
        }),
        number(SetupPlace::Skill(4), "cost", 1, 1, |setup, n| {
            learn(setup, move_towards().cost(fit(n)));
        }),
        number(SetupPlace::Skill(4), "cooldown", 0, 0, |setup, n| {
            learn(setup, move_towards().cooldown(fit(n)));
        }),
        number(ATTACK, "range", 0, 11, |setup, n| {
            setup.skills[0].range = fit(n);
        }),
        number(ATTACK, "cooldown", 0, 100, |setup, n| {
            setup.skills[0].cooldown = fit(n);
        }),
        number(ATTACK, "number of strikes", 1, 6, |setup, n| {
            let one = *strike(setup);
            if let SkillKind::Attack { strikes, .. } = &mut setup.skills[0].deed {
                strikes.resize(fit(n), one);
            }
        }),
        number(STRIKE, "accuracy_bonus", -200, 200, |setup, n| {
            strike(setup).check = Check::Aimed { bonus: fit(n) };
        }),
        number(STRIKE, "accuracy_bonus", -50, 50, |setup, n| {
            strike(setup).check = Check::Armour {
                bonus: fit(n),
                edge: Edge::Even,
            };
        }),
        number(STRIKE, "number of dice", 0, 10, |setup, n| {
            *damage(setup) = Amount::dice(fit(n), 6, 1);
        }),
        number(STRIKE, "sides of the dice", 1, 20, |setup, n| {
            *damage(setup) = Amount::dice(1, fit(n), 1);
        }),
        number(STRIKE, "damage", -999, 999, |setup, n| {
            *damage(setup) = Amount::dice(10, 20, fit(n));
        }),
        number(STRIKE, "sanity_damage", -999, 999, |setup, n| {
            strike(setup).sanity = Some(Amount::flat(fit(n)));
        }),
        number(STRIKE, "number of dice", 0, 10, |setup, n| {
            strike(setup).sanity = Some(Amount::dice(fit(n), 20, 0));
        }),
        number(STRIKE, "turns", 1, 100, |setup, n| {
            strike(setup).inflicts = Some(Affliction::new(Status::Stunned, fit(n)));
        }),
        number(STRIKE, "amount", 1, 99, |setup, n| {
            strike(setup).inflicts = Some(Affliction::new(Status::Poisoned, 2).of(fit(n)));
        }),
        number(STRIKE, "amount", 1, 99, |setup, n| {
            strike(setup).inflicts = Some(Affliction::new(Status::Weakened, 2).of(fit(n)));
        }),
        number(STRIKE, "amount", 0, 0, |setup, n| {
            strike(setup).inflicts = Some(Affliction::new(Status::Rooted, 2).of(fit(n)));
        }),
        number(STRIKE, "held", 0, 0, |setup, n| {
            let stun = Affliction::new(Status::Stunned, 2);
            strike(setup).inflicts = Some(Affliction {
                held: n == 1,
                ..stun
            });
        }),
        number(AID, "block", 1, 999, |setup, n| {
            aid(setup).block = Some(fit(n));
        }),
        number(AID, "heal", -999, 999, |setup, n| {
            aid(setup).heal = Some(Amount::flat(fit(n)));
        }),
        number(AID, "sides of the dice", 1, 20, |setup, n| {
            aid(setup).heal = Some(Amount::dice(2, fit(n), 0));
        }),
        number(AID, "rally", 1, 999, |setup, n| {
            aid(setup).rally = Some(fit(n));
        }),
        number(AID, "turns", 1, 100, |setup, n| {
            aid(setup).grants = Some(Affliction::new(Status::Dodging, fit(n)));
        }),
        number(AID, "amount", 1, 99, |setup, n| {
            aid(setup).grants = Some(Affliction::new(Status::Strengthened, 1).of(fit(n)));
        }),
    ] {
        number.check();
    }
}

#[test]
fn rooted_alone_may_be_held() {
    for status in Status::ALL {
        let mut setup = good();
        let amount = u8::from(status.has_amount());
        strike(&mut setup).inflicts = Some(Affliction::new(status, 2).of(amount).held());
        let refused = !errors(setup).is_empty();
        assert_eq!(refused, status != Status::Rooted, "{status:?}");
    }
}
