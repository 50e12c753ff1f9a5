//! Golden fingerprints: a catalogue of battles that must stay the same to the bit.

use foretold_battle::Silent;

use crate::random_battle;

#[test]
fn the_catalogue_of_battles_is_the_same_to_the_bit() {
    let played: Vec<(u16, u64, u64)> = (0..GOLDEN.len() as u64).map(play).collect();
    let changed: Vec<usize> = (0..GOLDEN.len())
        .filter(|&seed| played[seed] != GOLDEN[seed])
        .collect();
    let table: Vec<String> = played
        .iter()
        .map(|(ticks, middle, end)| format!("    ({ticks}, {middle:#018x}, {end:#018x}),"))
        .collect();
    assert!(
        changed.is_empty(),
        "battles {changed:?} went another way, so every replay of such battles breaks.\n\
         If a rule was changed on purpose, say so in CHANGELOG.md and replace GOLDEN in {} by:\n{}",
        file!(),
        table.join("\n"),
    );
}

/// How many ticks the battle took, and its fingerprints after tick 5 and at the end.
fn play(seed: u64) -> (u16, u64, u64) {
    let mut battle = random_battle(seed);
    for _ in 0..5 {
        battle.step(&mut Silent);
    }
    let middle = battle.fingerprint();
    battle.play(&mut Silent);
    (battle.tick(), middle, battle.fingerprint())
}

/// By seed: ticks, fingerprint after tick 5, fingerprint at the end.
#[rustfmt::skip]
const GOLDEN: [(u16, u64, u64); 64] = [
    (39, 0x045d80f0cefad389, 0x41a9caf86dc5cc4f),
    (37, 0x3da91133b0a7e020, 0xe85b16125c378982),
    (43, 0x8edd0980066f1b72, 0x5ceb09ece510a216),
    (120, 0x67e6cb3a406dd82d, 0x141d7e9055f914e9),
    (3, 0xbcd9ec3cd591753a, 0xbcd9ec3cd591753a),
    (17, 0x5506be4c18b869f2, 0xbbe42d5191bbbe47),
    (24, 0xfbe531fc379fbc0c, 0x77fdab33b8030d06),
    (14, 0xf12d7aa5265460ec, 0x3eadd4c9b88623a5),
    (36, 0x4e10b965f770f629, 0x486576dbd63e3627),
    (42, 0xd820afeeeb3d3f0a, 0xad31e65d539f62e9),
    (24, 0x41f88e9287934b14, 0x49bf669b4668c5b7),
    (34, 0x195cad705ca056b6, 0x13987885b6d4d413),
    (23, 0x7def1654b407749d, 0x3951b48045eeb433),
    (23, 0xf957256bcee2e04a, 0xde5637f1d72b6b09),
    (29, 0x701186a38758ccbd, 0x9b04854651d8540c),
    (32, 0x7bd9affec13efd6f, 0x57d70f53c0276c52),
    (22, 0xd643af6d627113b5, 0x05da6969f849d2f4),
    (120, 0xf4dcc8e928954b28, 0x96b39565b133e958),
    (54, 0x04f85af51b4f979f, 0x433cb9bbea6659d1),
    (34, 0x3b3316bdb6d1df70, 0xa8b98d08cca515af),
    (26, 0x904ba2bb2e3edf19, 0xee1e527925869476),
    (18, 0xff4aae86e653107a, 0x20e1b75a434fcfcf),
    (26, 0x5187e81058eca366, 0x2acd0a06aafbd85f),
    (43, 0x781f445c5334e192, 0x8474ab7b910639bd),
    (55, 0xb87deab2e9037d69, 0xbf853e4155781eb3),
    (58, 0xb3a930accf045ce1, 0x96fa8277550b59ea),
    (56, 0xa07c695b4eb92fd2, 0x6d4877fc87085efb),
    (15, 0x82c4977c3cb558da, 0x2eb364376cd53c59),
    (103, 0x3f806498105f227a, 0x99d904946be78c50),
    (25, 0xf919a7f65b7f94dc, 0x0e3cfe915bbe0785),
    (53, 0x2404645efd779b07, 0x1e680b904adbb3df),
    (21, 0xcbde03a3812a89dc, 0x742b95f2a29ff7cf),
    (18, 0x358fe5ed94fb4174, 0x30a1ff17b0a08318),
    (120, 0xaa497df6fdacba77, 0x7afe9dc31e8a5e44),
    (39, 0x3620516beae23acf, 0xe36cf8f3659d7bd4),
    (33, 0x615ee8b595faa33a, 0x01ec1e30c780bddb),
    (25, 0xe48b2ff6e8a4631f, 0x980a170b085b1b3f),
    (17, 0x31d8e3dc37273184, 0x31a72d5e8d6080ff),
    (24, 0xeaae45ae3d1d5c73, 0x269f0ac998c231a0),
    (60, 0x100c36edcf27f0aa, 0xd313549a39ac73c8),
    (40, 0xe3cc9ea3e456c62e, 0xcee6ae94d72b8996),
    (13, 0x13f6f85df2744aaf, 0x052c000b0e5b7ef1),
    (61, 0x15741a4300b0d0fe, 0x42cd3a40d1cb5716),
    (11, 0xb4c327283766e316, 0x0bd5cab964271461),
    (20, 0x1f352960ce25b1ca, 0x1cd8745157c5935d),
    (52, 0x0783bc8ebd6418c6, 0x015b8ceaf1eb4fc9),
    (23, 0x3306010d82352b6b, 0xe8a8d20096fb5f08),
    (25, 0x24f0dcdf520ea667, 0x0016763bd8ec7e4e),
    (38, 0x0508c2d64a39bf77, 0x91662b6a18bfee23),
    (8, 0x97a7d90dc1651b99, 0x2a67642d25a390f1),
    (120, 0x50bd525ee2b6d7eb, 0x092a7a73d6e10ef9),
    (8, 0x828e59a7fa9074b5, 0x5df3db80cbb806df),
    (36, 0x49b679743efc13bb, 0x95a5c974db1d1967),
    (9, 0x8963ed7e8ab5d182, 0xfa102ecc3872ad9d),
    (120, 0x5b493f62c86ceb93, 0x6ac1b603c09c6e24),
    (29, 0x7342ad50ed3f5a6f, 0xbdb28d278629dc15),
    (6, 0x69ee6ff982073017, 0xe60bb23f55757087),
    (12, 0x964162b279352cea, 0x2bb27640a8f6f028),
    (25, 0xec0a409ec3dfbbbf, 0xbd9e7b241540ac85),
    (21, 0x1948eaf419ce0db0, 0xa0dcdb94f72b671f),
    (11, 0x1f9bf373bd957dae, 0xc5eb6916cac43b9c),
    (32, 0xbb10b86703d96d5e, 0x5fb008d096da0329),
    (50, 0x71317835da220670, 0x0042fb819ea780e2),
    (18, 0x77c1a3840b4ebaa5, 0x6d5c9e9e87826130),
];
