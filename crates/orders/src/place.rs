//! Placing an order: the one way in which an order comes to be.

use std::{sync::Arc, time::Duration};

use bus::{CheckoutNews, RowNews};
use domain::{
    Reporter,
    estimate::{Estimate, Plan, kitchen_estimate},
    geo::LatLng,
    ids::{OrderId, RestaurantId, Rev},
    key::{KeySeed, OrderKey},
    order::{Customer, Item, OrderPayment, OrderType, Origin, Schedule, Status, expires_at},
    restaurant::Restaurant,
};
use jiff::Timestamp;
use store::{NewOrder, Registration, StoreError};

use crate::Orders;

/// How long placing waits for an address to be found.
const GEOCODING: Duration = Duration::from_millis(2_500);

/// An order as it is wanted; all else about it follows.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The restaurant that makes it.
    pub restaurant: Restaurant,
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// Its name in the system that it was taken in: the same name from the same actor is the same order.
    pub external_id: Option<String>,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// The time the customer was promised; else the time asked for, else the upper end of the first estimate.
    pub promised_at: Option<Timestamp>,
    /// Who orders; a delivery's door is looked up where its place is missing.
    pub customer: Customer,
    /// What is ordered.
    pub items: Vec<Item>,
    /// How it is paid.
    pub payment: OrderPayment,
}

/// What decides when an order is to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// Whether the road to the door is reported.
    pub delivery_tracking: bool,
    /// Minutes that its restaurant plans for it.
    pub planned_minutes: u32,
    pub placed_at: Timestamp,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// The time the customer was promised; else the time asked for, else the upper end of the first estimate.
    pub promised_at: Option<Timestamp>,
    /// Until when its restaurant takes none of its type: the first estimate counts from then.
    pub paused_until: Option<Timestamp>,
}

/// Why an order was not placed.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// The order had its name before, and its key was made with a newer secret than this node has.
    #[error("the order's key was made with a newer secret than this node has")]
    SecretAhead,
    /// The database failed; nothing was committed.
    #[error("the order could not be placed")]
    Store(#[from] StoreError),
}

/// A placed order: the new one, or the one that had its name before.
#[derive(Debug)]
pub struct Placement {
    /// Its number.
    pub order: OrderId,
    /// What opens its tracking.
    pub key: OrderKey,
    /// Whether this call made it.
    pub created: bool,
}

impl Orders {
    /// Commits an order at status 0 and lets its restaurant know. The same `external_id` from the same actor again answers
    /// the first order, also where both come at once; with a new key where the secret of the first one was dropped.
    ///
    /// # Errors
    /// [`PlaceError`] where nothing was placed.
    pub async fn place(&self, draft: Draft, by: &Reporter) -> Result<Placement, PlaceError> {
        let new = self.new_order(draft, by).await;
        let (store, announcer) = (self.parts.deps.store.clone(), self.announcer.clone());
        let (metrics, secrets) = (Arc::clone(&self.parts.metrics), self.parts.deps.secrets.clone());
        let commit = async move {
            let seed = new.key;
            let registered = store.orders().register(new).await?;
            // No link of before opens the order any more. A newer version is another node's, and stays.
            if registered.key_version < seed.version && !secrets.knows(registered.key_version) {
                tracing::info!(order = %registered.order_id, "an order gets a new key: the secret of its old one is gone");
                return store.orders().renew_key(registered, seed).await;
            }
            Ok::<_, StoreError>(registered)
        };
        let announce = move |registered: Registration| async move {
            if registered.created {
                metrics.orders.inc();
                announcer.row(RowNews::new(registered.order_id, registered.restaurant_id, Rev(0)));
            }
            registered
        };
        let registered = self.parts.deps.commits.run(commit, announce).await?;
        let secrets = &self.parts.deps.secrets;
        let key = secrets.order_key(registered.key_version, registered.order_id, &registered.key_salt);
        let key = key.ok_or_else(|| {
            let version = registered.key_version;
            tracing::error!(version, "OVELLE_SECRET lacks a version that another node makes order keys with");
            PlaceError::SecretAhead
        })?;
        Ok(Placement { order: registered.order_id, key, created: registered.created })
    }

    /// When an order is to be there that its kitchen gets to know now.
    #[must_use]
    pub fn schedule(&self, timing: Timing, now: Timestamp) -> Schedule {
        let Timing { order_type, delivery_tracking, planned_minutes, placed_at, pre_order_time, promised_at, .. } =
            timing;
        let begins = timing.paused_until.map_or(now, |until| until.max(now));
        let is_delivery = order_type == OrderType::Delivery;
        let plan = Plan { is_delivery, delivery_tracking, minutes: planned_minutes, pre_order_time };
        let estimate = kitchen_estimate(&plan, Status::Received, begins);
        let estimate = estimate.map(|estimate| Estimate { made_at: now, ..estimate });
        let promised_at = promised_at.or(pre_order_time).or_else(|| estimate.map(|estimate| estimate.latest));
        let expires_at = expires_at(now, promised_at, None, self.parts.limits.tracking_ttl);
        let during_pause = timing.paused_until.is_some();
        Schedule { placed_at, pre_order_time, promised_at, planned_minutes, estimate, expires_at, during_pause }
    }

    /// Lets an order be known that was committed at status 0 with what paid it.
    pub fn announce_made(&self, order: OrderId, restaurant: RestaurantId) {
        self.parts.metrics.orders.inc();
        self.announcer.row(RowNews::new(order, restaurant, Rev(0)));
    }

    /// Lets those know who wait for it that an order was paid, or has ended unpaid.
    pub fn announce_settled(&self, order: OrderId) {
        self.announcer.settled(CheckoutNews::new(order));
    }

    async fn new_order(&self, draft: Draft, by: &Reporter) -> NewOrder {
        let Draft { restaurant, order_type, external_id, pre_order_time, promised_at, customer, items, payment } =
            draft;
        let deps = &self.parts.deps;
        let now = deps.clock.now();
        let is_delivery = order_type == OrderType::Delivery;
        let timing = Timing {
            order_type,
            delivery_tracking: !restaurant.no_delivery_tracking,
            planned_minutes: if is_delivery { restaurant.delivery_minutes } else { restaurant.pickup_minutes },
            placed_at: now,
            pre_order_time,
            promised_at,
            paused_until: None,
        };
        let schedule = self.schedule(timing, now);
        NewOrder {
            restaurant_id: restaurant.id,
            order_type,
            origin: Origin { actor: by.actor.clone(), source: by.source, external_id },
            schedule,
            customer: if is_delivery { self.locate(customer).await } else { customer },
            items,
            payment,
            key: KeySeed { salt: deps.chance.bytes(), version: deps.secrets.signing_version() },
        }
    }

    /// Adds where the door is; an order stands without it where that cannot be found out in time.
    async fn locate(&self, mut customer: Customer) -> Customer {
        if !customer.coordinates.is_none_or(LatLng::is_zero) {
            return customer;
        }
        customer.coordinates = None;
        if let (Some(street), Some(city)) = (customer.street_address.as_deref(), customer.city.as_deref()) {
            let found = tokio::time::timeout(GEOCODING, self.parts.geocoder.geocode(street, city)).await;
            customer.coordinates = found.ok().and_then(Result::ok).flatten();
        }
        customer
    }
}
