//! Hot reload: content in memory, changed under a running app, without a file or a wait.

mod files;
mod running_battle;
mod units_and_orders;
mod workshop;
