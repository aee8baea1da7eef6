//! One customer in the shop: a restaurant, a cart, its price, the order, its payment.

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use tracing::{debug, warn};

use super::{Market, calls::Session};
use crate::{
    client::{CallRefusal, CityClient},
    orders::OrderPlan,
    retry::RetryPauses,
    watchers::Watchers,
    wire::{
        OrderedItem, RegisterAnswer, WireOrderType,
        shop::{
            AskFee, CartContact, CartRequest, CartRow, Home, LineDoses, Method, OrderByKey, Pay, PaymentOption, Placed,
        },
    },
};

/// Customers of the shop draw from streams of their own, far from all others.
const SHOPPERS: u64 = 1 << 35;
/// So many place an order and leave it unpaid, go back from the page and give it up, are refused at first, or pay without
/// the provider's notification.
const LEAVING_SHARE: f64 = 0.03;
const GIVING_UP_SHARE: f64 = 0.03;
const REFUSED_SHARE: f64 = 0.06;
const LOST_SHARE: f64 = 0.05;
/// Of the placings, how many answers are lost on their way: the customer presses again.
const LOST_ANSWERS_SHARE: f64 = 0.06;
/// Nobody sees so many prices change before they order.
const MOST_PRICES: usize = 3;
/// What wallets of the test provider approve.
const WALLET_TOKEN: &str = "test-ok";

/// What came of somebody's wish to order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Bought {
    /// It is paid, and its kitchen knows it.
    Paid(RegisterAnswer),
    /// They left without paying.
    Left,
    /// The shop does not sell it: the order comes from elsewhere.
    NotSold,
}

/// How somebody pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Pays,
    PaysUnheard,
    IsRefusedFirst,
    GivesUp,
    Leaves,
}

impl Manner {
    fn drawn(chance: &mut ChaCha8Rng) -> Self {
        let mut lot: f64 = chance.random();
        let shares = [
            (LEAVING_SHARE, Self::Leaves),
            (GIVING_UP_SHARE, Self::GivesUp),
            (REFUSED_SHARE, Self::IsRefusedFirst),
            (LOST_SHARE, Self::PaysUnheard),
        ];
        for (share, manner) in shares {
            if lot < share {
                return manner;
            }
            lot -= share;
        }
        Self::Pays
    }

    fn stays_away(self) -> bool {
        matches!(self, Self::Leaves | Self::GivesUp)
    }
}

/// Somebody who orders.
pub(crate) struct CityShopper<'a> {
    pub(crate) api: &'a CityClient,
    pub(crate) watchers: &'a Watchers,
    pub(crate) market: &'a Market,
    pub(crate) plan: &'a OrderPlan,
    /// By which payments know the restaurant.
    pub(crate) external_id: &'a str,
    /// Of the order, in no other run.
    pub(crate) name: &'a str,
    pub(crate) seed: u64,
}

impl CityShopper<'_> {
    /// Orders, and pays or not. Whoever watches the order does so from its placing on.
    pub(crate) async fn buy(&self, backoff: &mut RetryPauses) -> Bought {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        chance.set_stream(SHOPPERS + self.plan.number);
        match self.try_to_buy(&mut chance, backoff).await {
            Ok(bought) => bought,
            Err(refusal) => {
                debug!(name = self.name, %refusal, "not sold");
                Bought::NotSold
            }
        }
    }

    async fn try_to_buy(&self, chance: &mut ChaCha8Rng, backoff: &mut RetryPauses) -> Result<Bought, CallRefusal> {
        let Some(fee) = self.find_restaurant(backoff).await? else { return Ok(Bought::NotSold) };
        let methods = self.api.payment_methods(self.external_id, backoff).await?;
        let offered: Vec<&Method> = methods.iter().filter(|method| !method.disabled).collect();
        let Some(method) = offered.choose(chance).copied() else { return Ok(Bought::NotSold) };
        let Some(mut cart) = self.fill_cart(method, fee, backoff).await? else { return Ok(Bought::NotSold) };
        let Some(placed) = self.place(&mut cart, chance, backoff).await? else { return Ok(Bought::NotSold) };
        self.watchers.wait(self.plan.number, &placed.order_id, &placed.order_key);
        let manner = Manner::drawn(chance);
        let is_paid = match self.pay(&placed, method, manner, backoff).await {
            Ok(is_paid) => is_paid,
            Err(refusal) => {
                warn!(order_id = placed.order_id, %refusal, "an order could not be paid");
                false
            }
        };
        let Placed { order_id, order_key, tracking_url, .. } = placed;
        if !is_paid {
            if !manner.stays_away() && self.market.is_open() {
                warn!(order_id, "an order stays unpaid");
            }
            self.watchers.leave(&order_id);
            return Ok(if self.market.is_open() { Bought::Left } else { Bought::NotSold });
        }
        self.watchers.paid(&order_id);
        Ok(Bought::Paid(RegisterAnswer { order_id, order_key, tracking_url }))
    }

    /// Whether the restaurant takes the order; for a delivery, with what holds its fee.
    async fn find_restaurant(&self, backoff: &mut RetryPauses) -> Result<Option<Option<String>>, CallRefusal> {
        let (shop, order_type) = (self.plan.restaurant_id.as_str(), self.plan.order_type);
        if order_type != WireOrderType::Delivery {
            let says = self.api.availability(shop, order_type, backoff).await?;
            return Ok((says.selector_status == "Open").then_some(None));
        }
        let Some(coordinates) = self.plan.place else { return Ok(None) };
        let delivering = self.api.delivering(coordinates, backoff).await?;
        let ours = delivering.iter().find(|one| one.restaurant_id == shop && one.selector_status == "Open");
        let Some(ours) = ours else { return Ok(None) };
        let (zone_id, delivery_zone_version) = (ours.zone_id.as_str(), ours.delivery_zone_version.as_str());
        let ask = AskFee { shop_id: shop, zone_id, delivery_zone_version, coordinates };
        let held = self.api.hold_fee(&ask, backoff).await?;
        Ok(Some(Some(held.token)))
    }

    /// A cart that the shop takes: as it was wished for, else with what the recipes say, else without what it does not sell so.
    async fn fill_cart<'c>(
        &'c self,
        method: &'c Method,
        fee: Option<String>,
        backoff: &mut RetryPauses,
    ) -> Result<Option<CartRequest<'c>>, CallRefusal> {
        let mut refused: Vec<String> = Vec::new();
        for is_plain in [false, true, true] {
            let mut cart = self.cart(method, fee.clone(), is_plain);
            cart.order_items.retain(|line| !refused.contains(&line.uuid));
            if cart.order_items.is_empty() {
                return Ok(None);
            }
            let priced = self.api.price(&cart, backoff).await?;
            if priced.validation_result.is_valid {
                cart.grand_total = Some(priced.pricing_details.grand_total);
                return Ok(Some(cart));
            }
            let messages = &priced.validation_result.messages;
            if is_plain {
                refused
                    .extend(messages.iter().filter_map(|message| Some(message.metadata.item.as_ref()?.uuid.clone())));
            }
            let codes = messages.iter().map(|message| message.message_code.as_str());
            debug!(name = self.name, is_plain, codes = codes.collect::<Vec<_>>().join(" "), "a cart is not taken");
        }
        Ok(None)
    }

    fn cart<'c>(&'c self, method: &'c Method, delivery_price_token: Option<String>, is_plain: bool) -> CartRequest<'c> {
        let OrderPlan { restaurant_id, order_type, customer, items, .. } = self.plan;
        let (first_name, last_name) = customer.name.split_once(' ').unwrap_or((customer.name.as_str(), ""));
        let home = customer.door.as_ref().zip(self.plan.place).map(|(door, coordinates)| Home {
            street: &door.street_address,
            apartment_number: door.apartment_number.as_deref(),
            postal_code: &door.postal_code,
            city: &door.city,
            coordinates,
        });
        // Whoever has no account may not buy it.
        let sold = items.iter().filter(|item| item.product_category_id != "alcohol");
        CartRequest {
            shop_id: restaurant_id,
            order_type: *order_type,
            payment_method: &method.id,
            payment_option: method.issuers.first().map(|issuer| PaymentOption { issuer: &issuer.id }),
            delivery_price_token,
            shipping_instruction: customer.door.as_ref().and_then(|door| door.shipping_instruction.as_deref()),
            delivery_contact: CartContact {
                first_name,
                last_name,
                phone_number: &customer.phone,
                // Nobody can be written to by mistake.
                email: format!("{}@city.example", self.name),
                home,
            },
            order_items: sold.enumerate().map(|(at, item)| line(at, item, is_plain)).collect(),
            grand_total: None,
        }
    }

    /// Places the order. Of some the answer is lost, and they are placed again with the same key.
    async fn place(
        &self,
        cart: &mut CartRequest<'_>,
        chance: &mut ChaCha8Rng,
        backoff: &mut RetryPauses,
    ) -> Result<Option<Placed>, CallRefusal> {
        for _ in 0..MOST_PRICES {
            match self.api.place(cart, self.name, backoff).await {
                Ok(placed) => {
                    if chance.random_bool(LOST_ANSWERS_SHARE) {
                        let again = self.api.place(cart, self.name, backoff).await?;
                        if again.order_id != placed.order_id {
                            self.watchers.placed_twice(&again.order_id);
                        }
                    }
                    return Ok(Some(placed));
                }
                Err(CallRefusal::Other { code, .. }) if code == "order/price-changed" => {
                    let priced = self.api.price(cart, backoff).await?;
                    cart.grand_total = Some(priced.pricing_details.grand_total);
                }
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(None)
    }

    /// Whether the order is paid in the end.
    async fn pay(
        &self,
        placed: &Placed,
        method: &Method,
        manner: Manner,
        backoff: &mut RetryPauses,
    ) -> Result<bool, CallRefusal> {
        let session = match (placed.payment.action.as_str(), &placed.payment.redirect_url) {
            ("none", _) => return Ok(true),
            ("redirect", Some(address)) => match Session::at(address) {
                Some(session) => Some(session),
                None => {
                    self.market.close();
                    return self.give_up(placed, backoff).await;
                }
            },
            _ => None,
        };
        match (manner, &session) {
            (Manner::Leaves, _) => return Ok(false),
            (Manner::GivesUp, session) => {
                if let Some(session) = session {
                    self.api.choose(session, "choice=cancel", backoff).await?;
                }
                return self.give_up(placed, backoff).await;
            }
            (Manner::Pays, Some(session)) => return self.api.choose(session, "choice=pay", backoff).await,
            (Manner::PaysUnheard, Some(session)) => return self.api.choose(session, "choice=lost", backoff).await,
            (Manner::IsRefusedFirst, Some(session)) => {
                self.api.choose(session, "choice=refuse&code=1041107", backoff).await?;
            }
            (_, None) => {}
        }
        // A wallet, another try, or a provider that was silent.
        let token = |wallet| (method.id == wallet).then_some(WALLET_TOKEN);
        let pay = Pay {
            order_id: &placed.order_id,
            order_key: &placed.order_key,
            grand_total: placed.payable,
            shop_external_id: self.external_id,
            selected_payment_method: &method.id,
            issuer: method.issuers.first().map(|issuer| issuer.id.as_str()),
            apple_pay_token: token("applepay"),
            google_pay_token: token("googlepay"),
        };
        let step = self.api.pay(&pay, &format!("{}-pay", self.name), backoff).await?;
        match step.redirect_url.as_deref().and_then(Session::at) {
            Some(session) => self.api.choose(&session, "choice=pay", backoff).await,
            None => Ok(step.action == "completed"),
        }
    }

    async fn give_up(&self, placed: &Placed, backoff: &mut RetryPauses) -> Result<bool, CallRefusal> {
        let order = OrderByKey { order_id: &placed.order_id, order_key: &placed.order_key };
        self.api.give_up(&order, backoff).await.map(|()| false)
    }
}

fn line(at: usize, item: &OrderedItem, is_plain: bool) -> CartRow<'_> {
    let is_changed = item.ingredients.iter().any(|row| row.quantity != row.recipe_quantity);
    let doses = item.ingredients.iter().filter(|row| row.quantity > 0);
    CartRow {
        uuid: at.to_string(),
        product_id: &item.product_id,
        size_id: &item.size_id,
        quantity: item.quantity,
        ingredients: (is_changed && !is_plain).then(|| {
            doses.map(|row| LineDoses { ingredient_id: &row.ingredient_id, quantity: row.quantity }).collect()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_pay_and_some_do_in_every_other_manner() {
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        let drawn: Vec<Manner> = (0..1_000).map(|_| Manner::drawn(&mut chance)).collect();
        let count = |manner| drawn.iter().filter(|one| **one == manner).count();
        assert!(count(Manner::Pays) > 750);
        for manner in [Manner::PaysUnheard, Manner::IsRefusedFirst, Manner::GivesUp, Manner::Leaves] {
            assert!((10..100).contains(&count(manner)), "{manner:?}: {}", count(manner));
        }
    }
}
