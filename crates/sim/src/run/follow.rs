//! The battle of a run: everything that happens in it on screen is given to the run.
