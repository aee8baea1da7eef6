//! Where and when a cart is priced, and what the restaurant says to it.

use chain::{
    Chain, MinuteOfDay, Shop,
    hours::{Hours, HoursRefusal, intervals, zone},
};
use domain::{error::Code, hours::HoursKind, order::OrderType};
use jiff::Timestamp;
use pricing::{
    BestPrice, Buyer, Cart, CodeLookUp, Moment, OwnCode, PriceMessage, PriceRequest, Priced, PricedItem, best_price,
    offered_codes,
};
use server::ApiError;

use super::read::ReadCart;
use crate::{chain_view::ChainView, shopper::Shopper, stock::KitchenStock};

/// What a price depends on beside the cart, who asks, and the codes.
#[derive(Debug)]
pub struct CartContext<'v> {
    view: &'v ChainView,
    /// The restaurant that takes the order.
    pub shop: &'v Shop,
    /// The restaurant that cooks: itself, or the one that its deliveries go to.
    pub kitchen: &'v Shop,
    /// Now, and the moment that is judged.
    pub moment: Moment,
    /// Minutes that the order takes.
    pub estimate_minutes: u32,
    shop_message: Option<PriceMessage>,
    lunch_until: Option<MinuteOfDay>,
    stock: KitchenStock,
}

impl<'v> CartContext<'v> {
    /// Looks up what a cart asks for, in one version of everything.
    ///
    /// # Errors
    /// 422 `shopId` where there is no such restaurant.
    pub fn of(view: &'v ChainView, read: &ReadCart) -> Result<Self, ApiError> {
        let shop = view.chain().shop(read.cart.shop).ok_or_else(|| ApiError::invalid("shopId"))?;
        let order_type = read.cart.order_type;
        let kitchen = view.kitchen_of(shop, order_type);
        let moment = read.moment(view.now());
        let question = view.question(shop, order_type, moment.is_preorder().then(|| moment.at()));
        Ok(Self {
            view,
            shop,
            kitchen,
            estimate_minutes: question.estimate_minutes(),
            shop_message: question.refusal().map(|refusal| message_of(refusal, order_type, moment.is_preorder())),
            lunch_until: lunch_until(kitchen, moment.at()),
            stock: view.stock_of(kitchen.id()),
            moment,
        })
    }

    /// The chain's files.
    #[must_use]
    pub fn chain(&self) -> &'v Chain {
        self.view.chain()
    }

    /// What the rules know of somebody on the judged day.
    #[must_use]
    pub fn person(&self, shopper: Shopper) -> Buyer {
        shopper.person(self.moment.date(), self.view.chain().settings().minimum_age)
    }

    /// Prices the cart, with all its messages.
    #[must_use]
    pub fn price<'p>(&'p self, cart: &'p Cart, person: Buyer, codes: &'p dyn CodeLookUp) -> Priced<'p> {
        pricing::price(self.whole_request(cart, person, codes))
    }

    /// Finds what the cart costs least with: of the codes that it has, those that somebody owns, and everybody's coupons.
    /// `goes_on` is asked again and again whether there is time.
    #[must_use]
    pub fn best_price(
        &self,
        cart: &Cart,
        person: Buyer,
        codes: &dyn CodeLookUp,
        own: &[OwnCode],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> BestPrice {
        let offered = offered_codes(self.chain(), &cart.promotion_codes, own, self.moment.now, codes);
        best_price(self.whole_request(cart, person, codes), &offered, goes_on)
    }

    /// Prices a cart of one line by the rules of lines alone.
    #[must_use]
    pub fn price_item<'p>(&'p self, cart: &'p Cart, person: Buyer, codes: &'p dyn CodeLookUp) -> PricedItem<'p> {
        pricing::price_item(self.request(cart, person, codes))
    }

    /// Prices a cart in which the restaurant has no say.
    #[must_use]
    pub fn price_lines<'p>(&'p self, cart: &'p Cart, person: Buyer, codes: &'p dyn CodeLookUp) -> Priced<'p> {
        pricing::price(self.request(cart, person, codes))
    }

    fn whole_request<'p>(&'p self, cart: &'p Cart, person: Buyer, codes: &'p dyn CodeLookUp) -> PriceRequest<'p> {
        PriceRequest { shop_message: self.shop_message.as_ref(), ..self.request(cart, person, codes) }
    }

    fn request<'p>(&'p self, cart: &'p Cart, person: Buyer, codes: &'p dyn CodeLookUp) -> PriceRequest<'p> {
        PriceRequest {
            chain: self.view.chain(),
            cart,
            person,
            moment: &self.moment,
            shop: self.shop,
            kitchen: self.kitchen,
            shop_message: None,
            lunch_until: self.lunch_until,
            stock: &self.stock,
            codes,
        }
    }
}

/// Until when a kitchen has lunch, where a moment is within its lunch hours.
fn lunch_until(kitchen: &Shop, at: Timestamp) -> Option<MinuteOfDay> {
    let lunch = intervals(kitchen, Hours::Kind(HoursKind::Lunch), at, 1).into_iter().find(|lunch| lunch.holds(at))?;
    Some(MinuteOfDay::of(lunch.end.to_zoned(zone()).time()))
}

/// What is said where a restaurant does not take the order (docs/spec/ordering.md, "Messages", rows 2 to 9).
fn message_of(refusal: HoursRefusal, order_type: OrderType, is_preorder: bool) -> PriceMessage {
    match refusal {
        HoursRefusal::Offline => PriceMessage::new(Code::ShopOffline),
        HoursRefusal::NotOnline => PriceMessage::new(Code::ShopNotOnline),
        HoursRefusal::NotOffered if order_type == OrderType::Delivery => PriceMessage::new(Code::NoDelivery),
        HoursRefusal::NotOffered => PriceMessage::new(Code::NoDelivery).worded(NOT_OFFERED),
        HoursRefusal::TimeNotValid => PriceMessage::new(Code::PreorderTimeNotValid),
        HoursRefusal::TooSoon { first } => {
            PriceMessage::new(Code::PreorderTooSoon).with("firstTime", first.map(wall_time))
        }
        HoursRefusal::NoDeliveryAtTheTime if is_preorder => {
            PriceMessage::new(Code::NoDeliveryAtTheTime).worded(Code::PreorderNotAvailable.message()).as_banner()
        }
        HoursRefusal::NoDeliveryAtTheTime => PriceMessage::new(Code::NoDeliveryAtTheTime),
        HoursRefusal::PreorderNotAvailable => PriceMessage::new(Code::PreorderNotAvailable),
        HoursRefusal::Closed => PriceMessage::new(Code::ShopClosed),
    }
}

/// Of what is no delivery.
const NOT_OFFERED: &str = "Toimitustapa ei ole käytettävissä tässä ravintolassa.";

/// A moment as a preorder names it.
fn wall_time(at: Timestamp) -> String {
    at.to_zoned(zone()).strftime("%Y-%m-%d %H:%M").to_string()
}
