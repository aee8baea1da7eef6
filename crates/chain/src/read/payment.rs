//! `payment.json`.

use crate::{
    ids::MethodId,
    json::{JsonFields, JsonNode, SeenNames},
    payment::{ALL_TYPES, GiftCard, Issuer, MethodGroup, PaymentMethod, default_methods},
};

/// The methods and the gift cards.
pub(super) type PaymentMeans = (Vec<PaymentMethod>, Vec<GiftCard>);

/// What a chain has that says nothing of payment.
pub(super) fn usual() -> PaymentMeans {
    (default_methods(), Vec::new())
}

pub(super) fn payment(root: &JsonNode<'_>) -> PaymentMeans {
    root.object(|fields| {
        let mut ids = SeenNames::default();
        let methods = fields
            .maybe("methods")
            .map_or_else(default_methods, |node| node.list(|node| node.object(|fields| method(fields, &mut ids))));
        let mut numbers = SeenNames::default();
        let cards = fields.maybe_list("giftCards", |node| node.object(|fields| gift_card(fields, &mut numbers)));
        (methods, cards)
    })
}

fn method(fields: &JsonFields<'_>, seen: &mut SeenNames<MethodId>) -> PaymentMethod {
    let node = fields.must("id");
    let id = node.id();
    seen.take(&node, "the method", &id);
    let mut issuers = SeenNames::default();
    PaymentMethod {
        id,
        name: fields.must("name").name(),
        group: fields.must("group").one_of(&MethodGroup::NAMES).unwrap_or(MethodGroup::Others),
        order_types: fields.maybe("orderTypes").map_or(ALL_TYPES.to_vec(), |node| node.order_types()),
        issuers: fields.maybe_list("issuers", |node| issuer(node, &mut issuers)),
    }
}

fn issuer(node: &JsonNode<'_>, seen: &mut SeenNames<String>) -> Issuer {
    node.object(|fields| {
        let node = fields.must("id");
        let id = node.name();
        seen.take(&node, "the issuer", &id);
        Issuer { id, name: fields.must("name").name() }
    })
}

fn gift_card(fields: &JsonFields<'_>, seen: &mut SeenNames<String>) -> GiftCard {
    let node = fields.must("number");
    let number = node.name();
    // Neither number nor pin is ever written into a log.
    if seen.is_taken(&number) {
        node.fault("the number of the gift card stands twice");
    }
    GiftCard { number, pin: fields.must("pin").name(), balance: fields.must("balance").cents() }
}
