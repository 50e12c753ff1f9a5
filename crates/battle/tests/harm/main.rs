//! Stories of harm: damage, block, fear, falling, statuses, shoves; and of battles that cannot be.

mod areas;
mod block;
mod bumps;
mod common;
mod confusion;
mod cooldowns;
mod damage;
mod damaged_saves;
mod death_saves;
mod dodging;
mod down;
mod dying;
mod fire;
mod impossible_saves;
mod narration;
mod poison_and_hazards;
mod prices;
mod sanity;
mod saves;
mod set_rules;
mod setup_bounds;
mod setup_errors;
mod setup_skill_bounds;
mod shove;
mod statuses;
mod stun_and_root;
