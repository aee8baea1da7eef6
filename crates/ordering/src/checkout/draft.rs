//! A priced cart as an order keeps it, and by what the same order is known again.

use std::collections::{BTreeMap, BTreeSet};

use chain::Menu;
use domain::{
    geo::LatLng,
    key::fingerprint,
    money::Cents,
    order::{Customer, Item, ItemIngredient, OrderCampaign, OrderPayment, OrderType},
    phone::comparable,
};
use pricing::{Cart, Priced, PricedIngredient, PricedLine};
use serde_json::json;

use crate::{
    cart::{Contact, ReadCart},
    shopper::{OrderOwner, Shopper},
};

/// The lines as the hub shows them (docs/spec/ordering.md, "An order that is not yet received").
#[must_use]
pub(crate) fn items_of(menu: &Menu, priced: &Priced<'_>) -> Vec<Item> {
    priced.lines.iter().map(|line| item_of(menu, line)).collect()
}

fn item_of(menu: &Menu, line: &PricedLine<'_>) -> Item {
    let text = |text: &str| Some(text.to_owned());
    let category = &line.product.category;
    Item {
        uuid: line.id.to_string(),
        name: line.product.name.clone(),
        product_id: text(line.product.id.as_str()),
        size_id: text(line.size.id.as_str()),
        size_name: text(&line.size.name),
        product_category_id: text(category.as_str()),
        category_name: menu.category(category).map(|category| category.name.clone()),
        quantity: line.quantity,
        item_price: line.item_price,
        discounted_price: (line.discount.0 > 0).then(|| unit_of(line.discounted_price(), line.quantity)),
        description: None,
        applied_campaigns: line.applied.iter().map(|(campaign, units)| (campaign.id.to_string(), *units)).collect(),
        ingredients: line.ingredients.iter().chain(&line.left_out).map(ingredient_of).collect(),
    }
}

/// A line's amount for one of its units, half up.
fn unit_of(amount: Cents, quantity: u32) -> Cents {
    let quantity = i64::from(quantity.max(1));
    Cents((2 * amount.0 + quantity) / (2 * quantity))
}

fn ingredient_of(on: &PricedIngredient<'_>) -> ItemIngredient {
    ItemIngredient {
        ingredient_id: Some(on.ingredient.id.to_string()),
        name: on.ingredient.name.clone(),
        quantity: on.quantity,
        recipe_quantity: on.recipe_quantity,
        display_order: on.ingredient.display_order,
        category_id: Some(on.ingredient.category.as_str().to_owned()),
    }
}

/// How the order is paid, as its watchers see it.
#[must_use]
pub(crate) fn payment_of(method: &str, priced: &Priced<'_>, owner: Option<OrderOwner>) -> OrderPayment {
    let campaign = |split: &pricing::SplitPayment<'_>| OrderCampaign {
        id: split.campaign.id.to_string(),
        name: split.campaign.name.clone(),
    };
    OrderPayment {
        method: Some(method.to_owned()),
        campaigns: priced.split_payments.iter().map(campaign).collect(),
        member_slices: owner.filter(|owner| owner.is_member).map(|_| priced.slices().total()),
    }
}

/// Who orders, as the order keeps them: a contact that was checked.
#[must_use]
pub(crate) fn customer_of(read: &ReadCart, priced: &Priced<'_>, door: Option<LatLng>) -> Customer {
    let (contact, order_type) = (&read.contact, read.cart.order_type);
    let names: Vec<_> = [&contact.first_name, &contact.last_name].into_iter().flatten().map(String::as_str).collect();
    let at_the_door = |text: &Option<String>| text.clone().filter(|_| order_type == OrderType::Delivery);
    Customer {
        name: Some(names.join(" ")),
        phone: contact.phone_number.clone(),
        street_address: at_the_door(&contact.street),
        apartment_number: at_the_door(&contact.apartment_number),
        city: at_the_door(&contact.city),
        postal_code: at_the_door(&contact.postal_code),
        shipping_instruction: contact.instruction.as_ref().map(|(text, _)| text.clone()),
        coordinates: door,
        avoid_allergens: read.cart.avoid_allergens.iter().copied().collect(),
        without_packaging: priced.without_packaging,
    }
}

/// By what the same order of the same caller is known again: restaurant, type, time, address, lines, codes, method, and
/// who orders.
#[must_use]
pub(crate) fn content_of(cart: &Cart, due: Option<&str>, contact: &Contact, shopper: Shopper) -> [u8; 32] {
    let caller = match shopper {
        Shopper::Customer(customer) => format!("customer {}", customer.id),
        Shopper::Guest | Shopper::CallCentre => {
            let phone = contact.phone_number.as_deref().and_then(comparable).unwrap_or_default();
            format!("{phone} {}", contact.email.as_deref().unwrap_or_default().trim().to_lowercase())
        }
    };
    let codes: BTreeSet<_> = cart.promotion_codes.iter().map(chain::PromotionCode::as_str).collect();
    let address = [&contact.street, &contact.apartment_number, &contact.postal_code, &contact.city];
    let address = address.map(|text| text.as_ref().map(|text| text.to_lowercase()));
    let all = json!({
        "shop": cart.shop.0, "type": cart.order_type.as_str(), "due": due, "address": address,
        "lines": units_of(cart), "codes": codes, "method": cart.payment_method, "caller": caller,
    });
    fingerprint(&all.to_string())
}

/// How many of what is ordered, whatever the order, the names and the number of its lines.
fn units_of(cart: &Cart) -> BTreeMap<String, u32> {
    let mut units = BTreeMap::new();
    for line in &cart.lines {
        let on = line.ingredients.as_ref().map(|all| {
            let mut doses = BTreeMap::<&str, u32>::new();
            for one in all.iter().filter(|one| one.quantity > 0) {
                *doses.entry(one.ingredient.as_str()).or_default() += one.quantity;
            }
            doses
        });
        let combo = line.combo.as_ref().map(|combo| combo.code.as_ref().map(|code| code.as_str()));
        let unit = json!([line.product.as_str(), line.size.as_str(), on, combo]);
        *units.entry(unit.to_string()).or_default() += line.quantity;
    }
    units
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;
    use server::extract::from_json;

    use super::*;
    use crate::cart::CartBody;

    /// A line of the contract's example, one of few, with what is on it.
    fn any_line() -> impl Strategy<Value = Value> {
        let doses = prop::collection::vec((0..3_u32, 0..3_u32), 0..3);
        (0..2_u32, 1..4_u32, prop::option::of(doses)).prop_map(|(product, quantity, doses)| {
            let dose = |(id, quantity): &(u32, u32)| json!({ "ingredientId": id.to_string(), "quantity": quantity });
            let on = doses.map(|doses| doses.iter().map(dose).collect::<Vec<_>>());
            json!({ "productId": product.to_string(), "sizeId": "101", "quantity": quantity, "ingredients": on })
        })
    }

    fn content(lines: &[Value], codes: &[&str]) -> [u8; 32] {
        let named = lines.iter().enumerate().map(|(at, line)| {
            let mut line = line.clone();
            line["uuid"] = json!(format!("{at}-{}", lines.len()));
            line
        });
        let body = json!({
            "shopId": "12", "orderType": "pickup", "promotionCodes": codes, "orderItems": named.collect::<Vec<_>>(),
        });
        let read = from_json::<CartBody>(body.to_string().as_bytes()).and_then(CartBody::read).unwrap();
        content_of(&read.cart, None, &read.contact, Shopper::Guest)
    }

    proptest! {
        #[test]
        fn the_same_things_are_the_same_order(
            (lines, mixed) in prop::collection::vec(any_line(), 1..5)
                .prop_flat_map(|lines| (Just(lines.clone()), Just(lines).prop_shuffle())),
        ) {
            prop_assert_eq!(content(&lines, &["a", "b"]), content(&mixed, &["b", "a"]));
            let apart: Vec<Value> = lines.iter().flat_map(|line| {
                let mut one = line.clone();
                one["quantity"] = json!(1);
                vec![one; usize::try_from(line["quantity"].as_u64().unwrap()).unwrap()]
            }).collect();
            prop_assert_eq!(content(&lines, &[]), content(&apart, &[]), "one by one");
            let mut more = lines.clone();
            more[0]["quantity"] = json!(more[0]["quantity"].as_u64().unwrap() + 1);
            prop_assert_ne!(content(&lines, &[]), content(&more, &[]));
        }
    }
}
