//! What stands in the JSON columns of an order: a form of its own, so that rows of then are read whatever an order may
//! be one day. A new field is an option or has a default, and none is ever renamed.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Allergen,
    money::Cents,
    order::{Item, ItemIngredient, OrderCampaign, OrderPayment},
};
use serde::{Deserialize, Serialize};

use crate::{error::StoreError, json::JsonColumn, row::ValueLocation};

/// An element of `orders.items`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredItem {
    uuid: String,
    name: String,
    product_id: Option<String>,
    size_id: Option<String>,
    size_name: Option<String>,
    product_category_id: Option<String>,
    category_name: Option<String>,
    quantity: u32,
    item_price: i64,
    discounted_price: Option<i64>,
    description: Option<String>,
    #[serde(default)]
    applied_campaigns: BTreeMap<String, u32>,
    ingredients: Vec<StoredIngredient>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredIngredient {
    ingredient_id: Option<String>,
    name: String,
    quantity: u32,
    recipe_quantity: u32,
    display_order: u32,
    category_id: Option<String>,
}

/// `orders.payment`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredPayment {
    method: Option<String>,
    #[serde(default)]
    campaigns: Vec<StoredCampaign>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    member_slices: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredCampaign {
    id: String,
    name: String,
}

/// `orders.avoid_allergens`: nothing where nothing is to be avoided.
pub(crate) fn stored_allergens(avoided: &BTreeSet<Allergen>) -> Option<JsonColumn<Vec<&'static str>>> {
    (!avoided.is_empty()).then(|| JsonColumn(Allergen::ids_of(avoided.iter().copied())))
}

pub(crate) fn read_allergens(
    place: &ValueLocation,
    stored: Option<&JsonColumn<Vec<String>>>,
) -> Result<BTreeSet<Allergen>, StoreError> {
    let ids = stored.map(|JsonColumn(ids)| ids.as_slice()).unwrap_or_default();
    ids.iter().map(|id| place.sound("avoid_allergens", Allergen::parse(id))).collect()
}

impl From<Item> for StoredItem {
    fn from(item: Item) -> Self {
        Self {
            uuid: item.uuid,
            name: item.name,
            product_id: item.product_id,
            size_id: item.size_id,
            size_name: item.size_name,
            product_category_id: item.product_category_id,
            category_name: item.category_name,
            quantity: item.quantity,
            item_price: item.item_price.0,
            discounted_price: item.discounted_price.map(|price| price.0),
            description: item.description,
            applied_campaigns: item.applied_campaigns,
            ingredients: item.ingredients.into_iter().map(StoredIngredient::from).collect(),
        }
    }
}

impl From<StoredItem> for Item {
    fn from(item: StoredItem) -> Self {
        Self {
            uuid: item.uuid,
            name: item.name,
            product_id: item.product_id,
            size_id: item.size_id,
            size_name: item.size_name,
            product_category_id: item.product_category_id,
            category_name: item.category_name,
            quantity: item.quantity,
            item_price: Cents(item.item_price),
            discounted_price: item.discounted_price.map(Cents),
            description: item.description,
            applied_campaigns: item.applied_campaigns,
            ingredients: item.ingredients.into_iter().map(ItemIngredient::from).collect(),
        }
    }
}

impl From<ItemIngredient> for StoredIngredient {
    fn from(ingredient: ItemIngredient) -> Self {
        Self {
            ingredient_id: ingredient.ingredient_id,
            name: ingredient.name,
            quantity: ingredient.quantity,
            recipe_quantity: ingredient.recipe_quantity,
            display_order: ingredient.display_order,
            category_id: ingredient.category_id,
        }
    }
}

impl From<StoredIngredient> for ItemIngredient {
    fn from(ingredient: StoredIngredient) -> Self {
        Self {
            ingredient_id: ingredient.ingredient_id,
            name: ingredient.name,
            quantity: ingredient.quantity,
            recipe_quantity: ingredient.recipe_quantity,
            display_order: ingredient.display_order,
            category_id: ingredient.category_id,
        }
    }
}

impl From<OrderPayment> for StoredPayment {
    fn from(payment: OrderPayment) -> Self {
        let stored = |campaign: OrderCampaign| StoredCampaign { id: campaign.id, name: campaign.name };
        let campaigns = payment.campaigns.into_iter().map(stored).collect();
        Self { method: payment.method, campaigns, member_slices: payment.member_slices }
    }
}

impl From<StoredPayment> for OrderPayment {
    fn from(payment: StoredPayment) -> Self {
        let campaign = |stored: StoredCampaign| OrderCampaign { id: stored.id, name: stored.name };
        let campaigns = payment.campaigns.into_iter().map(campaign).collect();
        Self { method: payment.method, campaigns, member_slices: payment.member_slices }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As commit e9571b0 wrote them.
    const PIZZA: &str = concat!(
        r#"{"uuid":"0b6f6b7e-7f2a-4c53-9a1e-0d3c1f2b9a10","name":"Kellarin kuningas","productId":"101","#,
        r#""sizeId":"2","sizeName":"Iso","productCategoryId":"1","categoryName":"pizza","quantity":2,"#,
        r#""itemPrice":1490,"discountedPrice":1290,"description":null,"appliedCampaigns":{"77":1,"9":2},"#,
        r#""ingredients":[{"ingredientId":"herkkusieni","name":"Herkkusieni","quantity":2,"recipeQuantity":1,"#,
        r#""displayOrder":999,"categoryId":null},{"ingredientId":null,"name":"Ruohosipuli","quantity":1,"#,
        r#""recipeQuantity":0,"displayOrder":3,"categoryId":"vihannekset"}]}"#
    );
    const COFFEE: &str = concat!(
        r#"{"uuid":"0b6f6b7e-7f2a-4c53-9a1e-0d3c1f2b9a11","name":"\"Äiti's\" \\ kahvi ☕\n2","productId":null,"#,
        r#""sizeId":null,"sizeName":null,"productCategoryId":null,"categoryName":null,"quantity":1,"itemPrice":0,"#,
        r#""discountedPrice":null,"description":"vain vähän kermaa / \u0007","appliedCampaigns":{},"ingredients":[]}"#
    );
    const CARD: &str = r#"{"method":"card","campaigns":[{"id":"77","name":"Kaksi yhden hinnalla"}]}"#;
    const UNKNOWN: &str = r#"{"method":null,"campaigns":[]}"#;

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn pizza() -> Item {
        let mushroom = ItemIngredient {
            ingredient_id: text("herkkusieni"),
            name: "Herkkusieni".to_owned(),
            quantity: 2,
            recipe_quantity: 1,
            display_order: 999,
            category_id: None,
        };
        let chives = ItemIngredient {
            ingredient_id: None,
            name: "Ruohosipuli".to_owned(),
            quantity: 1,
            recipe_quantity: 0,
            display_order: 3,
            category_id: text("vihannekset"),
        };
        Item {
            uuid: "0b6f6b7e-7f2a-4c53-9a1e-0d3c1f2b9a10".to_owned(),
            name: "Kellarin kuningas".to_owned(),
            product_id: text("101"),
            size_id: text("2"),
            size_name: text("Iso"),
            product_category_id: text("1"),
            category_name: text("pizza"),
            quantity: 2,
            item_price: Cents(1490),
            discounted_price: Some(Cents(1290)),
            description: None,
            applied_campaigns: BTreeMap::from([("77".to_owned(), 1), ("9".to_owned(), 2)]),
            ingredients: vec![mushroom, chives],
        }
    }

    fn coffee() -> Item {
        Item {
            uuid: "0b6f6b7e-7f2a-4c53-9a1e-0d3c1f2b9a11".to_owned(),
            name: "\"Äiti's\" \\ kahvi ☕\n2".to_owned(),
            product_id: None,
            size_id: None,
            size_name: None,
            product_category_id: None,
            category_name: None,
            quantity: 1,
            item_price: Cents(0),
            discounted_price: None,
            description: text("vain vähän kermaa / \u{7}"),
            applied_campaigns: BTreeMap::new(),
            ingredients: Vec::new(),
        }
    }

    #[test]
    fn an_item_is_read_and_written_as_ever() {
        for (golden, item) in [(PIZZA, pizza()), (COFFEE, coffee())] {
            let read: StoredItem = serde_json::from_str(golden).unwrap();
            assert_eq!(Item::from(read), item);
            assert_eq!(serde_json::to_string(&StoredItem::from(item)).unwrap(), golden);
        }
    }

    #[test]
    fn a_payment_is_read_and_written_as_ever() {
        let campaign = OrderCampaign { id: "77".to_owned(), name: "Kaksi yhden hinnalla".to_owned() };
        let card = OrderPayment { method: text("card"), campaigns: vec![campaign], ..OrderPayment::default() };
        for (golden, payment) in [(CARD, card), (UNKNOWN, OrderPayment::default())] {
            let read: StoredPayment = serde_json::from_str(golden).unwrap();
            assert_eq!(OrderPayment::from(read), payment);
            assert_eq!(serde_json::to_string(&StoredPayment::from(payment)).unwrap(), golden);
        }
    }

    #[test]
    fn what_may_be_absent_may_be_absent() {
        let bare = r#"{"uuid":"1","name":"Vesi","quantity":1,"itemPrice":150,"ingredients":[]}"#;
        let read: StoredItem = serde_json::from_str(bare).unwrap();
        let water = Item { uuid: "1".to_owned(), name: "Vesi".to_owned(), item_price: Cents(150), ..coffee() };
        assert_eq!(Item::from(read), Item { description: None, ..water });
        assert_eq!(OrderPayment::from(serde_json::from_str::<StoredPayment>("{}").unwrap()), OrderPayment::default());
    }
}
