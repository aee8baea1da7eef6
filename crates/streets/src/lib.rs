//! The streets that cars can drive, and the shortest way along them.
//!
//! ```
//! use streets::{Point, Streets};
//!
//! let streets = Streets::built_in();
//! let (shop, door) = (Point { lat: 60.17126, lng: 24.94785 }, Point { lat: 60.16496, lng: 24.93833 });
//! let way = streets.way(shop, door).expect("both stand at a street");
//! assert!(way.metres > shop.metres_to(door) && way.line.len() > 2);
//!
//! let tampere = Point { lat: 61.4979, lng: 23.7598 };
//! assert_eq!(streets.way(shop, tampere), None);
//! ```
//!
//! The built-in streets are those of central Helsinki, `content/map/streets.json` (© OpenStreetMap contributors, ODbL).
//! One-way streets are respected; turn restrictions are not in the data.

mod network;
mod point;
mod route;

pub use network::{Spot, Streets};
pub use point::Point;
pub use route::StreetRoute;
