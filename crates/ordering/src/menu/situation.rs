//! What a menu depends on beside the chain's files.

use std::collections::BTreeSet;

use chain::{
    Chain, Product, ProductId, Shop,
    hours::{Hours, intervals},
};
use domain::{hours::HoursKind, ids::RestaurantId, order::OrderType};
use pricing::{Buyer, Moment};

use crate::{chain_view::ChainView, stock::KitchenStock};

/// Where, how, when and by whom a menu is looked at, as far as that makes a difference: equal situations have equal menus.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Situation {
    /// The restaurant that was chosen; none: none is.
    pub shop: Option<RestaurantId>,
    /// The restaurant that cooks: its menu, stock and lunch count.
    pub kitchen: Option<RestaurantId>,
    /// None: however it is sold.
    pub order_type: Option<OrderType>,
    /// Whether the person may see what is age-restricted, and the order type allows it.
    pub shows_age_restricted: bool,
    pub is_lunch_time: bool,
    /// Whether it is lunch time, and the kitchen has lunch.
    pub has_lunch_prices: bool,
    /// Products that are not sold at this time of day.
    pub not_on_sale: BTreeSet<ProductId>,
    pub stock: KitchenStock,
}

impl Situation {
    /// In a restaurant.
    #[must_use]
    pub fn in_shop(
        view: &ChainView,
        shop: &Shop,
        order_type: Option<OrderType>,
        moment: &Moment,
        person: Buyer,
    ) -> Self {
        let kitchen = order_type.map_or(shop, |order_type| view.kitchen_of(shop, order_type));
        let anywhere = Self::anywhere(view.chain(), order_type, moment, person);
        Self {
            shop: Some(shop.id()),
            kitchen: Some(kitchen.id()),
            has_lunch_prices: anywhere.is_lunch_time && has_lunch(kitchen, moment),
            stock: view.stock_of(kitchen.id()),
            ..anywhere
        }
    }

    /// Where no restaurant is chosen: the default menu at its base prices, with nothing out of stock.
    #[must_use]
    pub fn anywhere(chain: &Chain, order_type: Option<OrderType>, moment: &Moment, person: Buyer) -> Self {
        let products = chain.menu().products().iter();
        Self {
            order_type,
            shows_age_restricted: person.may_order_alcohol() && order_type != Some(OrderType::Delivery),
            is_lunch_time: moment.is_within(chain.settings().lunch),
            not_on_sale: products.filter(|product| !is_on_sale(product, moment)).map(|one| one.id.clone()).collect(),
            ..Self::default()
        }
    }

    /// Whether a product is sold here, in this way, to this person; hidden or not.
    #[must_use]
    pub fn sells(&self, chain: &Chain, product: &Product) -> bool {
        let kitchen = self.kitchen.and_then(|id| chain.shop(id));
        let is_on_menu = product.is_in_default_menu || kitchen.is_some_and(|k| k.extra_products.contains(&product.id));
        let is_left_out = kitchen.is_some_and(|kitchen| kitchen.products_not_sold.contains(&product.id));
        let has_type = self.order_type.is_none_or(|order_type| product.order_types.contains(&order_type));
        let may_be_seen = !product.is_age_restricted || self.shows_age_restricted;
        !product.is_inactive && is_on_menu && !is_left_out && has_type && may_be_seen
    }

    /// A product that is sold here, by its id or slug.
    #[must_use]
    pub fn find<'c>(&self, chain: &'c Chain, id_or_slug: &str) -> Option<&'c Product> {
        chain.menu().product_by_id_or_slug(id_or_slug).filter(|product| self.sells(chain, product))
    }

    /// Whether a product is sold at this time of day.
    #[must_use]
    pub fn is_on_sale(&self, product: &Product) -> bool {
        !self.not_on_sale.contains(&product.id)
    }
}

/// Whether the judged moment is within a kitchen's lunch hours.
fn has_lunch(kitchen: &Shop, moment: &Moment) -> bool {
    let at = moment.at();
    intervals(kitchen, Hours::Kind(HoursKind::Lunch), at, 0).into_iter().any(|interval| interval.holds(at))
}

fn is_on_sale(product: &Product, moment: &Moment) -> bool {
    let minute = moment.minute();
    product.sale_times.is_none_or(|times| times.holds(minute) || times.holds_next_day(minute))
}
