//! Battles made up from a seed: for property tests, golden fingerprints and benches.

use super::catalogue::{
    aimed_shot, bash, breath, dodge, fire_bolt, fire_pot, fireball, grapple, guard, heavy_punch,
    hold, howl, inflict, lance, light_punch, longsword, mend, move_away, move_towards, multiattack,
    polearm, pull, rally, shove, venom, war_cry, web, whirlwind,
};
use super::draft::{RuleDraft, UnitDraft, recruit};
use super::scene::{Scene, board};
use crate::board::{Area, Cell, Terrain};
use crate::brain::{Argument, Criterion, Percent, Selector, Side, Test};
use crate::deck::Deck;
use crate::dice::Dice;
use crate::sink::Silent;
use crate::status::Status;
use crate::unit::Faction;
use crate::{AutofightMode, Battle, Command, MAX_UNITS, Order, Rule, SkillId, Tempo, UnitId};
use crate::{DamageKind, HeavyStrikes, Luck, Setup};

/// Chance for making things up; never a battle's own dice.
struct Whim(Dice);

impl Whim {
    fn below(&mut self, count: usize) -> usize {
        self.0.pick(count as u32, &mut Silent) as usize
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn one_of<T: Clone>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())].clone()
    }
}

/// A battle in ticks of any kind the rules allow: up to 24 units, all terrains, brains, skills and statuses.
pub fn random_setup(seed: u64) -> Setup {
    random_setup_in(Tempo::Ticks, seed)
}

/// The same in any tempo.
pub fn random_setup_in(tempo: Tempo, seed: u64) -> Setup {
    let mut whim = Whim(Dice::new(seed));
    let units = 2 + whim.below(23);
    let walls = whim.below(25);
    let mut cells: Vec<Cell> = Cell::all().collect();
    for place in (1..cells.len()).rev() {
        cells.swap(place, whim.below(place + 1));
    }
    let mut drawing = [['.'; 12]; 12];
    for &cell in cells.iter().skip(units) {
        let letter = match whim.below(100) {
            roll if roll < walls => '#',
            roll if roll < walls + 4 => 'o',
            roll if roll < walls + 10 => '-',
            roll if roll < walls + 14 => '+',
            roll if roll < walls + 20 => '~',
            _ => '.',
        };
        drawing[usize::from(cell.y())][usize::from(cell.x())] = letter;
    }
    // Every other one is a friend, so that both sides have units.
    let letters: Vec<char> = ('A'..='L')
        .zip('a'..='l')
        .flat_map(|(friend, enemy)| [friend, enemy])
        .collect();
    let mut scene = draw(drawing, &cells, &letters[..units]);
    scene = scene
        .tempo(tempo)
        .house(|house| {
            house.luck = whim.one_of(&[Luck::True, Luck::True, Luck::True, Luck::Certain]);
            house.heavy_strikes =
                whim.one_of(&[HeavyStrikes::AfterMovement, HeavyStrikes::BeforeMovement]);
            house.units_block_sight = whim.percent(25);
            house.max_ticks = 120;
            house.max_rounds = 12;
            house.action_points = 1 + whim.below(3) as u8;
        })
        .shared_deck(Faction::Friendly, Deck::standard())
        .shared_deck(Faction::Enemy, Deck::standard());
    for &letter in &letters[..units] {
        scene = scene.unit(letter, random_unit(&mut whim, tempo));
    }
    let mut setup = scene.setup();
    // The letters o and + … are terrain in a drawing; units may also stand in cover and in fire.
    for at in 0..setup.units.len() {
        let terrain = whim.one_of(&[
            Terrain::Floor,
            Terrain::Floor,
            Terrain::HalfCover,
            Terrain::FullCover,
            Terrain::Hazard(2),
        ]);
        setup.board.set(setup.units[at].cell, terrain);
    }
    setup
}

fn draw(mut drawing: [[char; 12]; 12], cells: &[Cell], letters: &[char]) -> Scene {
    for (cell, &letter) in cells.iter().zip(letters) {
        drawing[usize::from(cell.y())][usize::from(cell.x())] = letter;
    }
    let rows = drawing.map(|row| row.map(String::from).join(" "));
    board(&rows.join("\n"))
}

fn random_unit(whim: &mut Whim, tempo: Tempo) -> UnitDraft {
    // Nothing winds up for long where units take turns.
    let slow = if tempo.takes_turns() { 2 } else { 3 };
    let skills = [
        light_punch(),
        heavy_punch(),
        heavy_punch().cost(slow),
        aimed_shot(),
        longsword(),
        fire_bolt().cooldown(2),
        multiattack().draws_card(),
        polearm(),
        web(),
        grapple(),
        venom(),
        bash().cooldown(1),
        shove(),
        shove().cost(2),
        howl(),
        guard(),
        dodge(),
        mend().cost(2),
        mend(),
        rally(),
        war_cry(),
        inflict("Daze", crate::Affliction::new(Status::Confused, 2)),
        inflict("Curse", crate::Affliction::new(Status::Weakened, 3).of(4)),
        pull(),
        shove().range(3),
        fire_pot(),
        fire_bolt().burns(3),
        longsword().drains(50),
        heavy_punch().pays(5),
        fireball().burns(2),
        breath().burns(1),
        inflict("Gas", crate::Affliction::new(Status::Poisoned, 2).of(2)).area(Area::Burst(2)),
        fireball(),
        fireball().cost(slow).spares(),
        lance(),
        breath().cooldown(1),
        whirlwind(),
        move_towards(),
        move_towards(),
        move_away(),
        hold(),
    ];
    let mut unit = recruit()
        .hp(10 + whim.below(60) as u16)
        .accuracy(40 + whim.below(60) as i16);
    unit = unit.armour_class(8 + whim.below(10) as i16);
    unit = unit
        .speed(1 + whim.below(7) as u8)
        .initiative(whim.below(6) as i16);
    // The last four are moves; the rest are attacks and aids.
    let deeds = &skills[..skills.len() - 4];
    unit = match whim.below(10) {
        0 => unit
            .heuristic()
            .knows((0..4).map(|_| whim.one_of(deeds)).collect::<Vec<_>>()),
        1 => unit
            .manual()
            .knows((0..6).map(|_| whim.one_of(deeds)).collect::<Vec<_>>()),
        2 => unit.manual_with([random_rule(whim, &skills), light_punch(), move_towards()]),
        3..6 => {
            let cards =
                (0..1 + whim.below(5)).map(|_| (whim.one_of(deeds), 1 + whim.below(50) as u16));
            unit.cards(cards.collect::<Vec<_>>())
        }
        _ => {
            let rules = (0..1 + whim.below(4)).map(|_| random_rule(whim, &skills));
            let rules: Vec<RuleDraft> = rules.collect();
            unit.gambits(rules.into_iter().chain([light_punch(), move_towards()]))
        }
    };
    if whim.percent(30) {
        unit = unit.hidden();
    }
    if whim.percent(40) {
        unit = unit.sanity(5 + whim.below(30) as u16);
    }
    if whim.percent(20) {
        unit = unit.start_block(whim.below(12) as u16);
    }
    if whim.percent(40) {
        unit = unit.downed_at_zero();
    }
    if whim.percent(30) {
        unit = unit.deck(Deck::standard());
    } else if whim.percent(30) {
        unit = unit.shares_deck();
    }
    if whim.percent(20) {
        unit = unit.resists(whim.one_of(&DamageKind::ALL));
    } else if whim.percent(20) {
        unit = unit.vulnerable(whim.one_of(&DamageKind::ALL));
    } else if whim.percent(10) {
        unit = unit.immune(whim.one_of(&DamageKind::ALL));
    }
    if whim.percent(15) {
        let status = whim.one_of(&Status::ALL);
        let amount = if status.has_amount() { 2 } else { 0 };
        unit = unit.with_amount(status, 1 + whim.below(4) as u8, amount);
    }
    unit
}

fn random_rule(whim: &mut Whim, skills: &[RuleDraft]) -> RuleDraft {
    let mut rule = whim.one_of(skills);
    for _ in 0..whim.below(4) {
        let test = random_test(whim);
        rule = if whim.percent(25) {
            rule.when_not(test)
        } else {
            rule.when(test)
        };
    }
    if whim.percent(40) {
        rule = rule.any();
    }
    if whim.percent(50) {
        let criterion = whim.one_of(&Criterion::ALL);
        // Enemies twice as often as the others.
        let sides = [&[Side::Enemy], Side::ALL.as_slice()].concat();
        let selector = Selector::new(criterion, whim.one_of(&sides));
        rule = rule.on(if whim.percent(50) {
            selector.in_reach()
        } else {
            selector
        });
    }
    if whim.percent(10) { rule.off() } else { rule }
}

fn random_test(whim: &mut Whim) -> Test {
    let percent = Percent::new(whim.below(101) as u8).expect("at most 100");
    let range = whim.below(12) as u8;
    let status = whim.one_of(&Status::ALL);
    let test = whim.one_of(&Test::ALL);
    [
        Argument::Count(range / 3),
        Argument::Range(range),
        Argument::Percent(percent),
        Argument::Status(status),
    ]
    .into_iter()
    .fold(test, Test::with)
}

/// Four recruits against four, two of each careful and two blunt: the battle that benches play.
pub fn skirmish() -> Setup {
    let careful = || {
        let half = Percent::new(50).expect("at most 100");
        recruit().gambits([
            move_away().when(Test::MyCellTargeted),
            heavy_punch()
                .when(Test::EnemyInRange(1))
                .when_not(Test::MyHpBelow(half))
                .on(Selector::LOWEST_HP_ENEMY.in_reach()),
            light_punch().on(Selector::LOWEST_HP_ENEMY.in_reach()),
            move_towards(),
        ])
    };
    let blunt = || recruit().gambits([heavy_punch(), light_punch(), move_towards()]);
    board(
        "
        . . . . . . . . . . . .
        . A . . . . . . . . e .
        . . . . . # # . . . . .
        . B . . . # # . . . f .
        . . . . . . . . . . . .
        . . . - . . . . - . . .
        . . . . . . . . . . . .
        . C . . . # # . . . g .
        . . . . . # # . . . . .
        . D . . . . . . . . h .
        . . . . . . . . . . . .
        ",
    )
    .unit('A', careful())
    .unit('B', blunt())
    .unit('C', careful())
    .unit('D', blunt())
    .unit('e', careful())
    .unit('f', blunt())
    .unit('g', careful())
    .unit('h', blunt())
    .setup()
}

/// Something a player could try, sensible or not: many are refused.
pub fn random_command(battle: &Battle, seed: u64) -> Command {
    let mut whim = Whim(Dice::new(seed));
    // Up to one more than there are, if there can be: a unit that does not exist.
    let any_unit =
        |whim: &mut Whim| UnitId(whim.below((battle.units().len() + 1).min(MAX_UNITS)) as u8);
    let unit = any_unit(&mut whim);
    let cells: Vec<Cell> = Cell::all().collect();
    let somebody = battle.unit(any_unit(&mut whim)).map(|unit| unit.cell);
    let cell = somebody
        .filter(|_| whim.percent(50))
        .unwrap_or_else(|| whim.one_of(&cells));
    let skill = SkillId(whim.below(battle.arena().setup().skills.len() + 1) as u8);
    let modes = [
        AutofightMode::MoveAndAttack,
        AutofightMode::AttackOnly,
        AutofightMode::FireOnly,
    ];
    let mode = whim.one_of(&modes);
    let order = whim.one_of(&[
        Order::MoveTo(cell),
        Order::Use { skill, at: cell },
        Order::Use { skill, at: cell },
        Order::Guard,
        Order::EndTurn,
        Order::Autofight(AutofightMode::MoveAndAttack),
        Order::Autofight(mode),
    ]);
    match whim.below(12) {
        0 => Command::Release { unit },
        1 => Command::Mark {
            unit,
            marked: whim.percent(70),
        },
        2 => Command::Player {
            present: whim.percent(80),
        },
        3 => {
            let rules = battle
                .unit(unit)
                .map(|unit| unit.rules.to_vec())
                .unwrap_or_default();
            Command::Rules {
                unit,
                rules: shuffled(&mut whim, rules),
            }
        }
        _ => Command::Order {
            unit,
            order,
            until_released: whim.percent(40),
        },
    }
}

/// The same rules in another order, some switched on or off.
fn shuffled(whim: &mut Whim, mut rules: Vec<Rule>) -> Vec<Rule> {
    for place in (1..rules.len()).rev() {
        rules.swap(place, whim.below(place + 1));
    }
    for rule in &mut rules {
        rule.enabled ^= whim.percent(20);
    }
    rules
}
