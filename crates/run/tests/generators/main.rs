//! What runs draw by dice: maps and grounds. Their laws hold for every seed and every plan.

mod grounds;
mod maps;
mod plans;
