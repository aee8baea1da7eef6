//! Configuration, wiring and subcommands of the one binary.

#[cfg(all(feature = "jemalloc", any(target_os = "linux", target_os = "macos")))]
mod allocator;
pub mod app;
pub mod backup;
mod callers;
mod capabilities;
pub mod city;
mod clock;
pub mod config;
pub mod content;
pub mod demo;
mod figures;
mod identity;
pub mod keys;
pub mod known_restaurants;
pub mod ledger;
pub mod openapi;
pub mod operations;
mod pages;
pub mod person;
pub mod price;
mod readiness;
pub mod refund;
mod retention;
mod secret;
pub mod serve;
pub mod staff;
mod watched_restaurants;
pub mod wheel;

pub use app::{App, Environment};
pub use capabilities::MakeProvider;
pub use config::Config;
