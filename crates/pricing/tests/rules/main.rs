//! The rules of prices as plain values: examples, line checks, conditions, steps of prices, and who asks.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod best;
mod checks;
mod codes;
mod conditions;
mod examples;
mod found;
mod order;
mod people;
mod recipe;
mod slices;
mod steps;
