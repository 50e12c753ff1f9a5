//! The shape of each kind of file: what a designer may write, and what it means to leave it out.
//!
//! These types only say what can be written down. Whether names exist and
//! numbers are sensible is checked later, all files together. `keys.ron` and
//! `theme.ron` are tables of their own, in `keys` and `theme`.

mod amount;
mod autofight;
mod battle;
mod board;
mod capped;
mod deck;
mod gambits;
mod house;
mod item;
mod orders;
mod own;
mod pack;
#[cfg(test)]
mod page;
mod run;
mod school;
mod skill;
mod unit;

pub(crate) use amount::AmountFile;
pub(crate) use autofight::{AutofightFile, SettingsFile};
pub(crate) use battle::{BattleFile, BoardSource, Placing, UnitSource};
pub(crate) use board::BoardFile;
pub(crate) use capped::{Capped, capped};
pub(crate) use deck::DeckFile;
pub(crate) use gambits::{RuleFile, RuleSet, TestFile, WhenFile};
pub(crate) use house::HouseFile;
pub use item::{Item, ItemSlot, StartStatus};
pub(crate) use orders::{DeedFile, OrdersFile};
pub(crate) use own::Own;
pub use pack::{GroundKind, Pack, PackUnit, Stands};
pub use run::{
    Bands, Bargain, CardChange, FloorPlan, FoundWord, Gift, Level, LevelChange, PlaceKind, Price,
    Reference, ReferenceCompanion, RewardKind, RunPlan,
};
pub(crate) use school::SchoolFile;
pub(crate) use skill::{AfflictionFile, SkillFile, StrikeFile, ToHit};
pub(crate) use unit::{
    AutofightSource, BrainFile, DeckSource, IntentFile, MoveFile, RulesSource, UnitFile,
};
