//! One line: what is on it, whether it may be so, and what a unit costs.

mod check;
mod doses;
mod included;
mod recipe;
mod unit;

pub(crate) use check::{LineContext, ValidLine, check};
pub(crate) use doses::{Dose, Doses, dose_price};
pub use recipe::{RecipeDose, dose_bounds, recipe, recipe_price};
pub(crate) use unit::{Unit, unit_price};
