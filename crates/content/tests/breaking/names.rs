//! Names that do not exist: the nearest that does, or what there is.

use crate::table::{check, row};

#[test]
fn the_nearest_name_is_offered() {
    check(&[
        row!("units/goblin.unit.ron": "\"scimitar\"" => "¦\"simitar\"",
            "skills[0]: there is no skill `simitar`: did you mean `scimitar`?"),
        row!("units/bruiser.unit.ron": "\"heavy_punch\"" => "¦\"heavy_puhnc\"",
            "brain[0].skill: there is no skill `heavy_puhnc`: did you mean `heavy_punch`?"),
        row!("gambits/duellist.gambits.ron": "\"light_punch\"" => "¦\"light_punhc\"",
            "[1].use: there is no skill `light_punhc`: did you mean `light_punch`?"),
        row!("units/egg_sac.unit.ron": "\"hold\"" => "¦\"Hold\"",
            "brain[0].use: there is no skill `Hold`: did you mean `hold`?"),
        row!("units/cleric.unit.ron": "Gambit(\"field_cleric\")" => "¦Gambit(\"field cleric\")",
            "brain: there is no rule set `field cleric`: did you mean `field_cleric`?"),
        row!("units/marksman.unit.ron": "Own(\"standard\")" => "¦Own(\"standart\")",
            "deck: there is no deck `standart`: did you mean `standard`?"),
        row!("units/marksman.unit.ron": "\"ranged\"" => "¦\"range\"",
            "autofight: there is no autofight preset `range`: did you mean `ranged`?"),
        row!("skills/mend.skill.ron": "\"lowest_hp_ally_in_reach\"" => "¦\"lowest_ally_in_reach\"",
            "on: there is no selector `lowest_ally_in_reach`: did you mean `lowest_hp_ally_in_reach`?"),
        row!("gambits/healer.gambits.ron": "\"self\"" => "¦\"slef\"",
            "[2].on: there is no selector `slef`: did you mean `self`?"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "board: ¦\"cript\"",
            "board: there is no board `cript`: did you mean `crypt`?"),
        row!("boards/crypt.board.ron": "ground: \"crypt\"" => "ground: ¦\"cript\"",
            "ground: there is no ground `cript`: did you mean `crypt`?"),
        row!("battles/crypt.battle.ron": "\"pikeman\"" => "¦\"pikman\"",
            "friends[1].unit: there is no unit `pikman`: did you mean `pikeman`?"),
        row!("battles/heavy-hands.battle.ron": "Gambit(\"duellist\")" => "¦Gambit(\"duelist\")",
            "friends[0].brain: there is no rule set `duelist`: did you mean `duellist`?"),
        row!("battles/crossfire.battle.ron": "\"monsters\"" => "¦\"monster\"",
            "enemies_deck: there is no deck `monster`: did you mean `monsters`?"),
        row!("schools/descent.school.ron": "\"heavy-hands\"" => "¦\"heavy_hands\"",
            "encounters[1]: there is no battle `heavy_hands`: did you mean `heavy-hands`?"),
    ]);
}

#[test]
fn the_nearest_word_of_the_format_is_offered() {
    check(&[
        row!("skills/curse.skill.ron": "Weakened" => "¦Weakend",
            "inflicts.status: found `Weakend`, which does not exist: did you mean `Weakened`?"),
        row!("skills/bite.skill.ron": "Piercing" => "¦Peircing",
            "kind: found `Peircing`, which does not exist: did you mean `Piercing`?"),
        row!("skills/longsword.skill.ron": "Armour" => "¦Armor",
            "to_hit: found `Armor`, which does not exist: did you mean `Armour`?"),
        row!("skills/feast.skill.ron": "Advantage" => "¦Advantege",
            "edge: found `Advantege`, which does not exist: did you mean `Advantage`?"),
        row!("skills/hold.skill.ron": "Hold" => "¦hold",
            "walk: found `hold`, which does not exist: did you mean `Hold`?"),
        row!("grounds/crypt.ground.ron": "Flagstones" => "¦Flagstone",
            "floor: found `Flagstone`, which does not exist: did you mean `Flagstones`?"),
        row!("units/skeleton.unit.ron": "[Radiant]" => "[¦Radient]",
            "vulnerable[0]: found `Radient`, which does not exist: did you mean `Radiant`?"),
        row!("units/zombie.unit.ron": "Defend(12)" => "¦Defnd(12)",
            "brain[1].intent: found `Defnd`, which does not exist: did you mean `Defend`?"),
        row!("units/zombie.unit.ron": "brain: Cards" => "brain: ¦Card",
            "brain: found `Card`, which does not exist: did you mean `Cards`?"),
        row!("units/fighter.unit.ron": "at_zero: Downed" => "at_zero: ¦Down",
            "at_zero: found `Down`, which does not exist: expected one of `Dies`, `Downed`"),
        row!("units/cult_archer.unit.ron": "Shared" => "¦Share",
            "deck: found `Share`, which does not exist: did you mean `Shared`?"),
        row!("gambits/coward.gambits.ron": "MyHpBelow" => "¦MyHPBelow",
            "[0].when[0]: found `MyHPBelow`, which does not exist: did you mean `MyHpBelow`?"),
        row!("gambits/coward.gambits.ron": "All(" => "¦Al(",
            "[0].when: found `Al`, which does not exist: did you mean `All`?"),
        row!("gambits/guardian.gambits.ron": "TargetHas(Stunned)" => "TargetHas(¦Stuned)",
            "[2].when[0]: found `Stuned`, which does not exist: did you mean `Stunned`?"),
        row!("decks/standard.deck.ron": "Null" => "¦Nul",
            "cards[0].card: found `Nul`, which does not exist: did you mean `Null`?"),
        row!("boards/crypt.board.ron": "HalfCover" => "¦HalfCovr",
            "legend.t: found `HalfCovr`, which does not exist: did you mean `HalfCover`?"),
        row!("battles/hounds.battle.ron": "Phases" => "¦Phase",
            "tempo: found `Phase`, which does not exist: did you mean `Phases`?"),
        row!("rules.ron": "luck: True" => "luck: ¦Ture",
            "luck: found `Ture`, which does not exist: did you mean `True`?"),
        row!("autofight.ron": "Distance,      //" => "¦Distanse,      //",
            "settings.order[4]: found `Distanse`, which does not exist: did you mean `Distance`?"),
        row!("autofight.ron": "Reckless:" => "¦Wreckless:",
            "messages.Wreckless: found `Wreckless`, which does not exist: did you mean `Reckless`?"),
    ]);
}

#[test]
fn with_nothing_near_it_is_reported_what_there_is() {
    check(&[
        row!("units/goblin.unit.ron": "\"scimitar\"" => "¦\"zzzzzz\"",
            "skills[0]: there is no skill `zzzzzz`: expected one of `acid_spit`, `aimed_shot`, `alms`, `anvil_blow`, `bash`, `bite`, `blessing`, `blood_price`, `blood_spit`, `blood_tithe`, `boat_hook`, `bone_storm`, and 78 more"),
        row!("units/marksman.unit.ron": "Own(\"standard\")" => "¦Own(\"tarot\")",
            "deck: there is no deck `tarot`: expected one of `monsters`, `standard`"),
        row!("units/marksman.unit.ron": "\"ranged\"" => "¦\"berserk\"",
            "autofight: there is no autofight preset `berserk`: expected one of `aggressive`, `defensive`, `ranged`"),
        row!("battles/crypt.battle.ron": "board: \"crypt\"" => "board: ¦\"\"",
            "board: there is no board ``: expected one of `churchyard`, `crypt`, `drill_ground`, `forest_road`, `gates`, `heath`, `nest`, `ring`, `ruins`, `throne_hall`, `yard`"),
        row!("battles/hounds.battle.ron": "Phases" => "¦Realtime",
            "tempo: found `Realtime`, which does not exist: expected one of `Initiative`, `Phases`, `Ticks`"),
        row!("schools/descent.school.ron": "\"bonelord\"" => "¦\"the-end-of-everything-and-all-that-there-was-before\"",
            "encounters[11]: there is no battle `the-end-of-everything-and-all-that-there…`: expected one of `bonelord`, `crossfire`, `crypt`, `crypt-by-hand`, `first-blood`, `goblin-ambush`, `heavy-hands`, `hounds`, `open-graves`, `spider-nest`, `stand-apart`, `three-abreast`"),
    ]);
}
