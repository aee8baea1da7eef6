//! A city that orders, bakes and delivers, through the public contract alone.
//!
//! What happens is planned from a seed, as plain values (`plan.rs` and what it draws on): who orders what (`orders.rs`),
//! when each kitchen presses which button (`course.rs`), who travels together (`dispatch.rs`), where the car drives and
//! which door stays shut (`batch.rs`). Doing it is the smaller part: [`City`] waits for each moment and makes the call,
//! again and again until it is answered. Nothing here knows the server from inside; any server that keeps the contract
//! can be driven.

mod addresses;
mod basket;
mod batch;
mod city;
mod client;
mod course;
mod customer;
mod dispatch;
mod keys;
mod kitchen;
mod menu;
mod neighbourhood;
mod opening;
mod orders;
mod pace;
mod plan;
mod preorder;
mod promise;
mod receiver;
mod retry;
mod roads;
mod running;
mod texts;
mod watchers;
mod way;
mod week;
mod wire;

pub use city::{City, CityError, CityOptions, Clock};
pub use keys::CityKeys;
pub use running::{RunningOrder, RunningOrders};
pub use watchers::{Report, Watchers};
pub use wire::OrderType;
