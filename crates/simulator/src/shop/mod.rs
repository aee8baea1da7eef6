//! The shop as its customers know it: what it sells, and how an order becomes a paid one.
//!
//! The provider that is paid is the embedded test provider and no other. Where a server has another, or no shop at all, its
//! orders are registered as those of a shop elsewhere.

mod buy;
mod calls;

use std::sync::atomic::{AtomicBool, Ordering};

use tracing::{info, warn};

pub(crate) use buy::{Bought, CityShopper};

use crate::{
    client::CityClient,
    menu::CityMenu,
    retry::RetryPauses,
    wire::{ShopRow, WireOrderType},
};

/// Whether customers order in the shop; until it is known better.
#[derive(Debug)]
pub(crate) struct Market {
    is_open: AtomicBool,
}

impl Market {
    /// Looks at a server's shop; with what it sells, where it says so.
    pub(crate) async fn find(api: &CityClient, shops: &[ShopRow], backoff: &mut RetryPauses) -> (Self, CityMenu) {
        let menu = Self::menu(api, shops, backoff).await;
        let payments_of = shops.iter().find_map(|shop| shop.external_id.as_deref());
        let is_payable = match payments_of {
            Some(shop) => api.payment_methods(shop, backoff).await.is_ok_and(|methods| !methods.is_empty()),
            None => false,
        };
        let is_open = menu.is_some() && is_payable;
        info!(is_open, "customers order in the server's shop");
        (Self { is_open: AtomicBool::new(is_open) }, menu.unwrap_or_else(CityMenu::built_in))
    }

    async fn menu(api: &CityClient, shops: &[ShopRow], backoff: &mut RetryPauses) -> Option<CityMenu> {
        let mut listings = Vec::new();
        for order_type in [WireOrderType::Delivery, WireOrderType::Pickup, WireOrderType::Eatin] {
            listings.push((order_type, api.menu(order_type, backoff).await.ok()?));
        }
        let pantry = api.ingredients(&shops.first()?.restaurant_id, backoff).await.ok()?;
        CityMenu::of_listings(listings, pantry)
    }

    pub(crate) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Nobody orders there any more.
    fn close(&self) {
        if self.is_open.swap(false, Ordering::Relaxed) {
            warn!("the shop is not paid at the test provider: from now on its orders are registered");
        }
    }
}
