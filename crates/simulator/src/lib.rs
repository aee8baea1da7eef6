//! A city that orders, bakes and delivers, through the public contract alone.
//!
//! What happens is planned from a seed, as plain values (`plan.rs` and what it draws on): who orders what (`orders.rs`),
//! which status each kitchen gives when (`lifecycle.rs`), who travels together (`dispatch.rs`), where the car drives and
//! which door stays shut (`batch.rs`). Doing it is the smaller part: [`City`] waits for each moment and makes the call,
//! again and again until it is answered. Nothing here knows the server from inside; any server that keeps the contract
//! can be driven.
//!
//! # What the city does on purpose
//!
//! - **It lives at the wall's pace**, and each stage takes its share of the minutes that the restaurant says: so what a
//!   server tells customers comes true (`lifecycle.rs`, `batch.rs`). At another speed nothing is promised.
//! - **Batches are planned too.** Who travels together, and when each door is reached, follows from the seed before
//!   anything is called. Cars follow the streets.
//! - **It opens when there is something to see**: one of everything, and a car two minutes from a door. The demo prints
//!   that order's link. Nothing about the order is arranged, only the moment (`opening.rs`).
//! - **What is under way by then is told at once**, and goes on from there: kitchens begin their present stage anew, since
//!   servers count from what they are told. Orders were promised when they were placed (`promise.rs`).
//! - **Rushes begin with the hour on the wall clock and continue at the city's speed**, so that a viewer sees one come
//!   and go; quiet hours are never quieter than a demo at night needs (`demand.rs`). Silences of cars are chosen in
//!   seconds of the wall clock, since pages count a position's age in those.
//! - **What is late was promised in haste**: a few orders, by less than their restaurant needs.
//! - **Its customers check what they are sent** (`simulate --check`) against what the city was answered, by the public
//!   contract alone (`watchers`). The testkit's checker stays apart: it also reads the database.
//! - **It takes up what people order themselves**, where it is told so, as in the demo: a kitchen makes it in its minutes,
//!   and a car of its own brings it (`city/guests.rs`). What another shop has named is that shop's business.
//! - **It ends what its last run left open**, known by the `externalId`, in the shortest way: otherwise a demo on kept
//!   data would show for two days orders that nobody brings (`city/tidy.rs`).

mod addresses;
mod basket;
mod batch;
mod city;
mod city_time;
mod client;
mod customer;
mod delivery_area;
mod demand;
mod dispatch;
mod geometry;
mod keys;
mod kitchen;
mod lifecycle;
mod menu;
mod opening;
mod orders;
mod pace;
mod parameters;
mod plan;
mod preorder;
mod preview;
mod promise;
mod receiver;
mod retry;
mod roads;
mod running;
mod shop;
mod texts;
mod timeline;
mod trajectory;
mod watchers;
mod wire;

pub use city::{City, CityClock, CityError, CityOptions};
pub use keys::CityKeys;
pub use preview::{OrderPreview, preview_orders};
pub use running::{OrdersUnderWay, RunningOrder};
pub use watchers::{Report, Watchers};
pub use wire::WireOrderType;
