//! The receipt: sent when a kitchen has got the order.

use async_trait::async_trait;
use chain::Shop;
use domain::{
    Allergen,
    ids::OrderId,
    money::Cents,
    order::{Customer, Order, OrderType},
    payment::PaymentStatus,
};
use mail::{HandoverKind, Receipt, ReceiptLine, ReceiptVat, Sum};
use outbox::{OutboxDelivery, Undelivered};
use pricing::{PriceRecord, RecordedLine};
use serde::Deserialize;
use store::{LeasedMessage, ORDER_RECEIPT};

use super::sender::{MailParts, MailedOrder, local, said};

/// Sends receipts.
pub struct ReceiptMails(pub MailParts);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReceiptPayload {
    order_id: i64,
}

#[async_trait]
impl OutboxDelivery for ReceiptMails {
    fn kind(&self) -> &'static str {
        ORDER_RECEIPT
    }

    async fn deliver(&self, message: &LeasedMessage) -> Result<(), Undelivered> {
        let Self(parts) = self;
        let order = OrderId(said::<ReceiptPayload>(message)?.order_id);
        let Some(told) = parts.told(order).await.map_err(Undelivered::later)? else { return Ok(()) };
        let made = parts.deps.store.orders().by_id(order).await.map_err(Undelivered::later)?;
        let record: PriceRecord = serde_json::from_str(told.papers.record.get()).map_err(Undelivered::never)?;
        let receipt = receipt_of(parts, &told, made.as_ref(), record)?;
        parts.send(&receipt.mail(&told.to), message).await
    }
}

fn receipt_of(
    parts: &MailParts,
    told: &MailedOrder,
    made: Option<&Order>,
    record: PriceRecord,
) -> Result<Receipt, Undelivered> {
    let (checkout, papers) = (&told.checkout, &told.papers);
    let in_force = parts.chain.get();
    let by_card = checkout.payable.0 - checkout.due.0;
    let card = (by_card > 0).then(|| Sum { name: "Lahjakortti".to_owned(), amount: Cents(-by_card) });
    let is_all_by_card = checkout.due.0 == 0;
    let estimate = made.and_then(|made| made.estimate.as_ref());
    Ok(Receipt {
        order: checkout.id,
        placed_at: local(checkout.placed_at),
        restaurant: in_force.shop(checkout.kitchen).map(address_of).unwrap_or_default(),
        wanted: wanted(checkout.order_type, &papers.customer),
        promised: estimate.map(|estimate| (local(estimate.earliest), local(estimate.latest))),
        avoided: papers.customer.avoid_allergens.iter().map(|allergen| allergen.name().to_owned()).collect(),
        without_packaging: papers.customer.without_packaging,
        lines: record.lines.into_iter().map(line_of).collect(),
        sums: record
            .sums
            .into_iter()
            .map(|(name, cents)| Sum { name, amount: Cents(cents) })
            .chain(card.filter(|_| !is_all_by_card))
            .collect(),
        total: if is_all_by_card { checkout.payable } else { checkout.due },
        vat: record
            .vat
            .into_iter()
            .map(|(rate, gross, tax)| ReceiptVat { rate, gross: Cents(gross), tax: Cents(tax) })
            .collect(),
        payment: parts.payment_name(checkout),
        is_paid: checkout.payment.stage.status() != PaymentStatus::Waiting,
        tracking_url: parts.tracking_url(checkout)?,
    })
}

fn address_of(shop: &Shop) -> [String; 3] {
    let place = &shop.restaurant;
    let address = format!("{}, {} {}", place.street_address, place.postal_code, place.city);
    [place.display_name.clone(), address, place.phone.clone()]
}

fn wanted(order_type: OrderType, customer: &Customer) -> HandoverKind {
    match order_type {
        OrderType::Pickup => HandoverKind::Pickup,
        OrderType::Eatin => HandoverKind::Eatin,
        OrderType::Delivery => {
            let part = |text: &Option<String>| text.clone().unwrap_or_default();
            let street = [part(&customer.street_address), part(&customer.apartment_number)].join(" ");
            let city = [part(&customer.postal_code), part(&customer.city)].join(" ");
            HandoverKind::Delivery(format!("{}, {}", street.trim(), city.trim()))
        }
    }
}

fn line_of(line: RecordedLine) -> ReceiptLine {
    let name = |id: &String| Allergen::parse(id).map_or_else(|| id.clone(), |allergen| allergen.name().to_owned());
    ReceiptLine {
        quantity: line.quantity,
        name: line.name,
        size: line.size,
        allergens: line.allergens.iter().map(name).collect(),
        changes: line.changes,
        price: Cents(line.price),
        discount: Cents(line.discount),
    }
}
