//! What the orders of a node work with.

use std::sync::Arc;

use bus::Bus;
use deps::Deps;
use metrics::Metrics;
use providers::{Geocoder, Router as Drives};

use crate::{OrderLimits, Subscribers};

/// What the orders of a node work with.
#[derive(Clone)]
pub struct OrdersParts {
    /// Store, clock, chance, secrets.
    pub deps: Deps,
    /// How other nodes are told.
    pub bus: Arc<dyn Bus>,
    /// Who is told on this node.
    pub subscribers: Arc<dyn Subscribers>,
    /// How long a car needs to a door.
    pub drives: Arc<Drives>,
    /// Where an address is.
    pub geocoder: Arc<Geocoder>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Every bound.
    pub limits: OrderLimits,
}
