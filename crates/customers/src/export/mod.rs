//! All that is kept of a person, as they may have it (docs/spec/people.md, "Export"): as JSON, and as a page that reads the
//! same. What opens something (keys, hashes, tokens, codes of unused benefits) stands in none.

mod order;
mod page;
mod programme;

use domain::ids::{CustomerId, OrderId};
use jiff::Timestamp;
use loyalty::{LoyaltyRowPayload, LoyaltySummary};
use serde::Serialize;
use serde_json::Value;
use server::euros::Euros;
use store::{ConsentGiven, ExportedIdentity, ExportedRecords, OrderRecords, Store, StoreError};
use utoipa::ToSchema;

use crate::{
    address::{UserAddress, listed},
    terms::KnownTerms,
    user::{PreferredPaymentMethod, User},
};
pub(crate) use order::{OrderPart, PersonOfOrder};
use programme::{BenefitPart, SpinPart};

/// All that is kept of an account's owner.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountExport {
    #[schema(value_type = String, format = DateTime)]
    exported_at: Timestamp,
    user: User,
    addresses: Vec<UserAddress>,
    orders: Vec<OrderPart>,
    ledger: Vec<BookedPart>,
    /// What happened to the card of the loyalty programme, the oldest first; no codes.
    loyalty_ledger: Vec<LoyaltyRowPayload>,
    benefits: Vec<BenefitPart>,
    spins: Vec<SpinPart>,
    feedback: Vec<FeedbackPart>,
    sessions: Vec<SessionPart>,
    push_subscriptions: Vec<Value>,
    consents: Vec<ConsentPart>,
    providers: Vec<ProviderPart>,
    #[schema(required)]
    preferred_payment_method: Option<PreferredPaymentMethod>,
    attribution: Vec<AttributionPart>,
    notes: Vec<NotePart>,
    compensations: Vec<Value>,
    staff_views: Vec<Value>,
    lunch_linked: bool,
}

/// All that is kept of whoever ordered once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderExport {
    order: OrderPart,
    /// Null where it was taken away.
    #[schema(required)]
    contact: Option<PersonOfOrder>,
    consents: Vec<OrderConsent>,
    /// What is still to be mailed.
    mails: Vec<MailPart>,
    ledger: Vec<BookedPart>,
    notes: Vec<NotePart>,
    attribution: Vec<AttributionPart>,
    feedback: Vec<FeedbackPart>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SessionPart {
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    last_seen_at: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
struct ConsentPart {
    what: String,
    #[schema(required)]
    version: Option<String>,
    value: bool,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    from: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct OrderConsent {
    what: &'static str,
    value: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProviderPart {
    provider: String,
    email: String,
    #[schema(value_type = String, format = DateTime)]
    linked_at: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MailPart {
    kind: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

/// A row of the books.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BookedPart {
    order_id: String,
    fact: String,
    #[schema(format = Date)]
    day: String,
    gross: Euros,
    discounts: Euros,
    shipping: Euros,
    services: Euros,
    paid: Euros,
    refunded: Euros,
    vat: Vec<VatPart>,
}

#[derive(Debug, Serialize, ToSchema)]
struct VatPart {
    /// In percent.
    rate: f64,
    amount: Euros,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FeedbackPart {
    order_id: String,
    rating: u8,
    #[schema(required)]
    text: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NotePart {
    order_id: String,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    #[schema(required)]
    note: Option<String>,
    #[schema(required)]
    staff_note: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AttributionPart {
    order_id: String,
    data: Value,
}

impl AccountExport {
    /// Of an account; none where it was erased.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn read(store: &Store, id: CustomerId, now: Timestamp) -> Result<Option<Self>, StoreError> {
        let Some(account) = store.customers().by_id(id, now).await? else { return Ok(None) };
        let terms = KnownTerms::read(store).await?.of_customer(&account);
        let addresses = listed(&store.customers().addresses(id).await?);
        let active = store.checkouts().open_of_customer(id, now).await?;
        let kept = store.loyalty().export(id).await?;
        // Of a member's page stands here what has no code.
        let summary = LoyaltySummary { member: None, unused_benefits: programme::usable(&kept, now) };
        let user = User::new(&account, &terms, addresses.clone(), active, summary);
        let consents = store.customers().consents(id).await?;
        let ExportedRecords { sessions, identities, orders } = store.customers().export(id).await?;
        Ok(Some(Self {
            exported_at: now,
            preferred_payment_method: user.preferred_payment_method.clone(),
            user,
            addresses,
            ledger: booked(&orders),
            feedback: feedback(&orders),
            attribution: attribution(&orders),
            notes: notes(&orders),
            orders: orders.orders.iter().map(|order| OrderPart::with_person(order, &orders)).collect(),
            loyalty_ledger: programme::rows(&kept),
            benefits: kept.benefits.iter().map(BenefitPart::from).collect(),
            spins: kept.spins.iter().map(SpinPart::from).collect(),
            sessions: sessions
                .into_iter()
                .map(|(created_at, last_seen_at)| SessionPart { created_at, last_seen_at })
                .collect(),
            push_subscriptions: Vec::new(),
            consents: consents.into_iter().map(ConsentPart::from).collect(),
            providers: identities.into_iter().map(ProviderPart::from).collect(),
            compensations: Vec::new(),
            staff_views: Vec::new(),
            lunch_linked: false,
        }))
    }

    /// The same as a page.
    #[must_use]
    pub fn page(&self) -> String {
        page::page("Omat tiedot", &serde_json::to_value(self).unwrap_or_default())
    }
}

impl OrderExport {
    /// Of an order; none where there is no such order.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn read(store: &Store, id: OrderId) -> Result<Option<Self>, StoreError> {
        let records = store.customers().export_order(id).await?;
        let Some(order) = records.orders.first() else { return Ok(None) };
        let said = |what, value| OrderConsent { what, value };
        let consents = order
            .mail
            .iter()
            .flat_map(|mail| [said("emailMarketing", mail.email_marketing), said("smsMarketing", mail.sms_marketing)]);
        Ok(Some(Self {
            contact: PersonOfOrder::of(order),
            consents: consents.collect(),
            mails: (records.unsent.iter())
                .map(|(_, kind, created_at)| MailPart { kind: kind.clone(), created_at: *created_at })
                .collect(),
            ledger: booked(&records),
            notes: notes(&records),
            attribution: attribution(&records),
            feedback: feedback(&records),
            order: OrderPart::of(order, &records),
        }))
    }

    /// By what whoever ordered is told from others; none where that was taken away.
    #[must_use]
    pub fn person(&self) -> Option<&PersonOfOrder> {
        self.contact.as_ref()
    }
}

fn booked(records: &OrderRecords) -> Vec<BookedPart> {
    let part = |entry: &store::ExportedEntry| BookedPart {
        order_id: entry.order.to_string(),
        fact: entry.fact.clone(),
        day: entry.day.clone(),
        gross: entry.gross.into(),
        discounts: entry.discounts.into(),
        shipping: entry.shipping.into(),
        services: entry.services.into(),
        paid: entry.paid.into(),
        refunded: entry.refunded.into(),
        vat: entry
            .vat
            .iter()
            .map(|(rate, amount)| VatPart { rate: percent(*rate), amount: (*amount).into() })
            .collect(),
    };
    records.ledger.iter().map(part).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a rate has four digits")]
fn percent(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

fn feedback(records: &OrderRecords) -> Vec<FeedbackPart> {
    let given = records.orders.iter().filter_map(|order| Some((order.id, order.feedback.clone()?)));
    let part = |(id, given): (OrderId, domain::order::Feedback)| FeedbackPart {
        order_id: id.to_string(),
        rating: given.rating,
        text: given.text,
        at: given.at,
    };
    given.map(part).collect()
}

fn notes(records: &OrderRecords) -> Vec<NotePart> {
    let part = |noted: &store::ExportedNote| NotePart {
        order_id: noted.order.to_string(),
        at: noted.at,
        note: noted.note.clone(),
        staff_note: noted.staff_note.clone(),
    };
    records.notes.iter().map(part).collect()
}

fn attribution(records: &OrderRecords) -> Vec<AttributionPart> {
    let said = records.orders.iter().filter_map(|order| Some((order.id, order.attribution.clone()?)));
    said.map(|(id, data)| AttributionPart { order_id: id.to_string(), data }).collect()
}

impl From<ConsentGiven> for ConsentPart {
    fn from(given: ConsentGiven) -> Self {
        let ConsentGiven { what, version, value, given_at, given_from } = given;
        Self { what, version, value, at: given_at, from: given_from }
    }
}

impl From<ExportedIdentity> for ProviderPart {
    fn from(identity: ExportedIdentity) -> Self {
        let ExportedIdentity { provider, email, linked_at } = identity;
        Self { provider, email, linked_at }
    }
}
