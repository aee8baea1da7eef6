//! Carts: read from the wire, and priced where and when they are wanted.

mod answer;
mod body;
mod code_caller;
mod context;
mod door;
mod how;
mod lines;
mod read;
mod shared_fields;
mod small_bodies;

pub(crate) use answer::Percent;
pub use answer::{CartCrossSellOption, CartMessage, PricedCart, ValidationResult};
pub use body::CartBody;
pub use context::CartContext;
pub(crate) use read::check;
pub use read::{Contact, ReadCart};
pub use small_bodies::{CartItemBody, ComboPriceBody};
