//! Placing: every refusal in its order, then one transaction, then the provider.

use std::{net::IpAddr, time::Duration};

use chain::{Menu, PaymentMethod};
use domain::{
    Actor,
    error::Code,
    geo::LatLng,
    key::KeySeed,
    money::Cents,
    order::{Origin, Source},
    payment::{PaymentErrorCode, PaymentStage, PaymentState},
};
use jiff::{SignedDuration, Timestamp};
use pricing::{PriceMessage, is_warning};
use providers::payment::PaymentProviderError;
use server::{ApiError, customer_ref::RefHolder, euros::Euros};
use store::{Checkout, KeyRun, MailContact, NewCheckout, PlaceCheckoutError, Price};

use super::{
    body::ReadOrder,
    contact::check_contact,
    draft::{content_of, customer_of, items_of, payment_of},
    gift_card::FoundGiftCard,
    on_behalf::{customer_refused, drop_placeholder},
    sold::{GIFT_CARD, Sold},
    used_codes::is_personal,
};
use crate::{
    cart::{CartContext, CartMessage, ReadCart},
    chain_view::ChainView,
    code_attempts::{CodeCaller, TriedCodes},
    ordering::Ordering,
    paying::{PurchaseFacts, WALLETS, check_issuer, is_providers, record_of, sale_of},
    shopper::{OrderOwner, Shopper},
};

/// The method of an order that names none: somebody who ordered by telephone pays in cash.
const CASH: &str = "cod";
/// Where the browser goes when nothing else was said.
const RESULT_PAGE: &str = "/tilaus/tulos";

/// Who places an order, as the request says it.
#[derive(Debug, Clone)]
pub struct Placer {
    pub shopper: Shopper,
    pub actor: Actor,
    /// From where.
    pub address: IpAddr,
    pub codes: CodeCaller,
    /// The run of a call that came with a key: that says what the same order is.
    pub run: Option<KeyRun>,
    /// Whether their address may place one more now; that is said after what does not fit.
    pub within_limit: Result<(), ApiError>,
    /// The name by which the chain knows them, where it trusts them with what strangers are not.
    pub trusted: Option<String>,
    /// As who they may use references to customers.
    pub holder: Option<RefHolder>,
}

/// What the browser does to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentAction {
    /// Nothing: nothing is left to pay here.
    None,
    /// It calls `pay` with the wallet's token.
    Wallet,
    /// It goes to this address.
    Redirect(String),
    /// It calls `pay`: the provider took nothing, for this reason.
    Error(PaymentErrorCode),
}

/// A placed order.
#[derive(Debug)]
pub struct PlacedOrder {
    pub checkout: Checkout,
    pub action: PaymentAction,
}

impl Ordering {
    /// Places an order.
    ///
    /// # Errors
    /// The first refusal of the contract's table; nothing is stored then.
    pub async fn place(&self, placer: &Placer, mut order: ReadOrder) -> Result<PlacedOrder, ApiError> {
        let view = self.view();
        let is_call_centre = placer.shopper == Shopper::CallCentre;
        let cart = &mut order.read.cart;
        if cart.payment_method.is_none() && is_call_centre {
            cart.payment_method = Some(CASH.to_owned());
        }
        let method = cart.payment_method.clone().ok_or_else(|| ApiError::invalid("paymentMethod"))?;
        order.read.open_price_token(&self.deps.secrets, self.deps.clock.now());
        let context = CartContext::of(&view, &order.read)?;
        let owner = match order.on_behalf.as_ref().filter(|_| is_call_centre) {
            Some(caller) => self.take_caller(placer, &mut order.read.contact, caller).await?,
            None => placer.shopper.owner(),
        };
        if is_call_centre {
            drop_placeholder(&mut order.read.contact);
        }
        let order_type = order.read.cart.order_type;
        check_contact(&mut order.read.contact, order_type, !is_call_centre)?;
        let redirect_url = self.redirect_url(order.redirect_url.as_deref())?;
        check_payment_fields(&context, &order, &method)?;
        placer.within_limit.clone()?;
        let has_alcohol = has_alcohol(context.chain().menu(), &order.read);
        let method = self.method_of(&view, &context, placer.shopper, &order, &method, has_alcohol)?;
        let card = match &order.gift_card {
            Some(sent) => Some(self.gift_card(context.chain(), sent, placer.address).await?),
            None => None,
        };
        let door = order.read.find_door(&self.doors).await;
        let codes = &order.read.cart.promotion_codes;
        let known = self.known_codes(context.chain(), placer.shopper, codes).await?;
        let tried = self.code_attempts.look_up(&placer.codes, codes, context.chain(), &known).await?;
        let bought = CheckedPurchase { owner, method, card, door, has_alcohol, redirect_url };
        let new = self.judge(placer, &context, &order, &tried, bought).await?;
        let (method, grand_total) = (new.method.clone(), new.price.grand_total);
        let placed = Box::pin(self.payments.place(new)).await;
        let checkout = placed.map_err(|error| match error {
            PlaceCheckoutError::CustomerGone if is_call_centre => customer_refused(),
            error => self.refusal_of(&context, &method, grand_total, error),
        })?;
        let action = self.begin_payment(&view, &checkout).await?;
        Ok(PlacedOrder { checkout, action })
    }

    /// Prices the cart, and makes an order of it where nothing is wrong with it.
    async fn judge(
        &self,
        placer: &Placer,
        context: &CartContext<'_>,
        order: &ReadOrder,
        codes: &TriedCodes<'_>,
        bought: CheckedPurchase<'_>,
    ) -> Result<NewCheckout, ApiError> {
        let cart = &order.read.cart;
        let priced = context.price(cart, context.person(placer.shopper), codes);
        let is_by_card_alone = bought.method.id.as_str() == GIFT_CARD;
        let least = if is_by_card_alone { priced.payable } else { order.gift_card_hold.unwrap_or_default() };
        let hold = bought.card.and_then(|card| card.hold(priced.payable, least));
        let held = hold.map_or(Cents(0), |hold| hold.amount);
        if is_by_card_alone && held != priced.payable {
            return Err(ApiError::new(Code::ComplementaryMethodMissing));
        }
        let door = bought.door?;
        refuse_messages(&priced.messages)?;
        let sold = Sold {
            context,
            owner: bought.owner,
            priced: &priced,
            method: bought.method,
            hold,
            door,
            has_alcohol: bought.has_alcohol,
        };
        let new = self.new_checkout(placer, order, &sold, bought.redirect_url)?;
        self.refuse_what_is_owed(placer, context, &new).await?;
        let grand_total = priced.details.grand_total;
        if order.grand_total.is_some_and(|seen| seen != grand_total) {
            return Err(price_changed(grand_total));
        }
        if order.gift_card_hold.is_some_and(|seen| seen > held) {
            return Err(price_changed(grand_total).with("giftCardHold", serde_json::json!(Euros(held))));
        }
        Ok(new)
    }

    /// Where the browser goes afterwards: to a page of this shop, or of an allowed origin.
    fn redirect_url(&self, sent: Option<&str>) -> Result<String, ApiError> {
        let Some(sent) = sent else { return Ok(format!("{}{RESULT_PAGE}", self.public_url)) };
        if self.origins.may_lead_to(sent) { Ok(sent.to_owned()) } else { Err(ApiError::invalid("redirectUrl")) }
    }

    fn method_of<'v>(
        &self,
        view: &'v ChainView,
        context: &CartContext<'v>,
        shopper: Shopper,
        order: &ReadOrder,
        id: &str,
        has_alcohol: bool,
    ) -> Result<&'v PaymentMethod, ApiError> {
        let order_type = order.read.cart.order_type;
        let has_gift_card = order.gift_card.is_some();
        let has_provider = self.payments.has_provider;
        let purchase = PurchaseFacts { shop: context.shop, order_type, has_alcohol, has_gift_card, has_provider };
        purchase.method(view, shopper, id)
    }

    fn new_checkout(
        &self,
        placer: &Placer,
        order: &ReadOrder,
        sold: &Sold<'_>,
        redirect_url: String,
    ) -> Result<NewCheckout, ApiError> {
        let (read, context, priced) = (&order.read, sold.context, sold.priced);
        let (now, settings) = (self.deps.clock.now(), context.chain().settings());
        let method = sold.method.id.as_str();
        let (due, stage) = (sold.due(), sold.stage());
        let timing = sold.timing(order, now);
        let issuer = order.issuer.clone().filter(|_| !sold.method.issuers.is_empty());
        // Also where a gift card covers all of it: it may have to pay what others leave on the card.
        let is_at_a_page = is_providers(sold.method) && !WALLETS.contains(&method);
        let key = KeySeed { salt: self.deps.chance.bytes(), version: self.deps.secrets.signing_version() };
        let first_try = || self.payments.new_try(&key, method.to_owned(), issuer.clone(), due);
        let first_try = is_at_a_page.then(first_try).transpose()?;
        let due_text = read.due.as_ref().map(|due| due.strftime("%Y-%m-%d %H:%M").to_string());
        let record = record_of(priced, context)?;
        let is_call_centre = placer.shopper == Shopper::CallCentre;
        Ok(NewCheckout {
            shop: context.shop.id(),
            kitchen: context.kitchen.id(),
            order_type: read.cart.order_type,
            origin: Origin {
                actor: placer.actor.clone(),
                source: if is_call_centre { Source::Staff } else { Source::Shop },
                external_id: None,
            },
            account: sold.owner.map(|owner| owner.account),
            placed_at: now,
            pre_order_time: timing.pre_order_time,
            pays_until: now.checked_add(self.payments.unpaid_ttl).unwrap_or(Timestamp::MAX),
            customer: customer_of(read, priced, sold.door),
            mail: mail_of(read),
            items: items_of(context.chain().menu(), priced),
            payment: payment_of(method, priced, sold.owner),
            method: method.to_owned(),
            issuer,
            has_alcohol: sold.has_alcohol,
            price: Price {
                grand_total: priced.details.grand_total,
                payable: priced.payable,
                sale: sale_of(priced),
                record,
            },
            analytics: order.analytics.clone(),
            redirect_url,
            key,
            stage,
            schedule: stage.is_made().then(|| self.payments.orders.schedule(timing, now)),
            first_try,
            gift_card: sold.hold,
            codes: self.held_codes(context.chain(), priced, now, stage),
            placed_by: self.placed_by(placer, context.chain(), &read.contact),
            content: content_of(&read.cart, due_text.as_deref(), &read.contact, placer.shopper),
            duplicate_within: placer
                .run
                .is_none()
                .then(|| SignedDuration::from_secs(settings.duplicate_seconds.into())),
            run: placer.run,
        })
    }

    fn refusal_of(
        &self,
        context: &CartContext<'_>,
        method: &str,
        grand_total: Cents,
        error: PlaceCheckoutError,
    ) -> ApiError {
        match error {
            PlaceCheckoutError::Beyond(beyond) => self.refusal_beyond(context, beyond),
            PlaceCheckoutError::Duplicate { until } => {
                let wait = until.duration_since(self.deps.clock.now());
                let wait = Duration::try_from(wait).unwrap_or_default();
                ApiError::new(Code::OrderDuplicate).retry_after(wait.max(Duration::from_secs(1)))
            }
            PlaceCheckoutError::LimitReached { code } => {
                let is_personal = is_personal(context.chain(), &code);
                let fault = if is_personal { Code::PersonalCodeInvalid } else { Code::LimitReached };
                ApiError::new(fault).with("promotionCode", code)
            }
            PlaceCheckoutError::GiftCardShort { left } => short_of(left, method, grand_total),
            PlaceCheckoutError::CustomerGone => ApiError::new(Code::Unauthorized),
            PlaceCheckoutError::Store(error) => error.into(),
        }
    }

    /// What the browser does next to pay an order that was placed now, or whose answer was lost.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn begin_payment(&self, view: &ChainView, checkout: &Checkout) -> Result<PaymentAction, ApiError> {
        if checkout.payment.stage != PaymentStage::Waiting {
            return Ok(PaymentAction::None);
        }
        let Some(first) = checkout.payment.tries.first() else { return Ok(PaymentAction::Wallet) };
        if first.state == PaymentState::Failed {
            return Ok(PaymentAction::Error(first.error_code.unwrap_or(PaymentErrorCode::UNKNOWN)));
        }
        let session = self.payments.session_of(checkout, first)?;
        match self.payments.open(&session).await {
            Ok(address) => Ok(PaymentAction::Redirect(address)),
            Err(PaymentProviderError::Refused(code)) => {
                self.payments.give_up(view, checkout, first.session, code).await?;
                Ok(PaymentAction::Error(code))
            }
            Err(PaymentProviderError::Silent(_)) => Ok(PaymentAction::Error(PaymentErrorCode::CONNECTION)),
        }
    }
}

/// What was found out before the cart is priced.
struct CheckedPurchase<'b> {
    /// Whose order it is.
    owner: Option<OrderOwner>,
    method: &'b PaymentMethod,
    card: Option<FoundGiftCard>,
    door: Result<Option<LatLng>, ApiError>,
    has_alcohol: bool,
    redirect_url: String,
}

/// What a method needs is there.
fn check_payment_fields(context: &CartContext<'_>, order: &ReadOrder, id: &str) -> Result<(), ApiError> {
    let known = context.chain().payment_methods().iter().find(|method| method.id.as_str() == id);
    if let Some(known) = known {
        check_issuer(known, order.issuer.as_deref(), "paymentOption.issuer")?;
    }
    if id == GIFT_CARD && order.gift_card.is_none() {
        return Err(ApiError::invalid("paymentOption.giftCard"));
    }
    Ok(())
}

fn price_changed(grand_total: Cents) -> ApiError {
    ApiError::new(Code::PriceChanged).with("grandTotal", serde_json::json!(Euros(grand_total)))
}

/// That others drew on a gift card since it was read, so that it cannot pay what it was to pay at least.
fn short_of(left: Cents, method: &str, grand_total: Cents) -> ApiError {
    match left {
        Cents(0) => ApiError::new(Code::GiftCardEmpty),
        _ if method == GIFT_CARD => ApiError::new(Code::ComplementaryMethodMissing),
        left => price_changed(grand_total).with("giftCardHold", serde_json::json!(Euros(left))),
    }
}

fn has_alcohol(menu: &Menu, read: &ReadCart) -> bool {
    let is_alcohol = |id: &str| menu.product(id).is_some_and(|product| product.is_age_restricted);
    read.cart.lines.iter().any(|line| is_alcohol(line.product.as_str()))
}

fn mail_of(read: &ReadCart) -> MailContact {
    MailContact {
        email: read.contact.email.clone(),
        email_marketing: read.contact.email_marketing_permission.unwrap_or_default(),
        sms_marketing: read.contact.sms_marketing_permission.unwrap_or_default(),
    }
}

/// The first message that is no warning refuses the order: nobody pays more than they saw. The door is judged before all.
fn refuse_messages(messages: &[PriceMessage]) -> Result<(), ApiError> {
    let outside = messages.iter().find(|message| message.code == Code::OutsideOfRange);
    let first = outside.or_else(|| messages.iter().find(|message| !is_warning(message.code)));
    let Some(first) = first else { return Ok(()) };
    let all: Vec<_> = messages.iter().map(CartMessage::of).collect();
    let all = serde_json::to_value(all).map_err(|error| ApiError::internal(&error))?;
    Err(ApiError::new(first.code).worded(first.text.clone().into_owned()).with("messages", all).as_conflict())
}
