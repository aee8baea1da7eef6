//! What is read of sound files.

mod coupons;
mod defaults;
mod people;
mod words;

use std::path::{Path, PathBuf};

use chain::{
    Allergen, BasisPoints, CampaignEffect, Chain, IncludedToppings, IngredientCategory, MinuteOfDay, ProductId,
    PromotionCode, SizeId, SizeKind, UnitEffect,
};
use domain::{geo::LatLng, hours::HoursKind, ids::RestaurantId, money::Cents, order::OrderType};
use jiff::civil::{Weekday, date};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn example() -> Chain {
    Chain::read(&folder("example")).unwrap_or_else(|faults| panic!("{:#?}", faults.0))
}

/// The example with one file more, or another in its place.
fn with(file: &'static str, text: &str) -> Chain {
    let texts = chain::FILES.iter().filter(|name| **name != file).filter_map(|name| {
        let text = std::fs::read_to_string(folder("example").join(name)).ok()?;
        Some((*name, text))
    });
    let texts: Vec<_> = texts.collect();
    let all: Vec<_> = texts.iter().map(|(name, text)| (*name, text.as_str())).chain([(file, text)]).collect();
    Chain::of_texts(&all).unwrap_or_else(|faults| panic!("{:#?}", faults.0))
}

#[test]
fn spices_are_of_their_category_or_of_their_part_of_the_toppings() {
    let menu = r#"{"categories":[{"id":"pizza","name":"P"}],"products":[],"ingredients":[
        {"ingredientID":"1","name":"Oregano","categoryId":"spices","price":0},
        {"ingredientID":"2","name":"Chili","categoryId":"toppings","subcategoryId":"5","price":1},
        {"ingredientID":"3","name":"Kinkku","categoryId":"toppings","subcategoryId":"1","price":1},
        {"ingredientID":"4","name":"Juusto","categoryId":"cheese","price":1}]}"#;
    let chain = Chain::of_texts(&[("restaurants.json", "[]"), ("menu.json", menu)]).unwrap();
    let of = |id| {
        let one = chain.menu().ingredient(id).unwrap();
        (one.is_spice(), one.is_topping())
    };
    assert_eq!(["1", "2", "3", "4"].map(of), [(true, false), (true, true), (false, true), (false, false)]);
}

#[test]
fn a_minute_of_the_day_is_that_of_its_hour() {
    for (hour, minute, of_day) in [(0, 0, 0), (0, 59, 59), (13, 45, 825), (23, 59, 1439)] {
        assert_eq!(MinuteOfDay::of(jiff::civil::time(hour, minute, 30, 0)).minutes(), of_day);
    }
}

#[test]
fn sizes_are_listed_in_the_order_of_the_file() {
    let menu = r#"{"categories":[],"ingredients":[],"products":[],
        "sizes":[{"sizeId":"2","name":"Iso","kind":"large"},{"sizeId":"1","name":"Pieni","kind":"small"}]}"#;
    let chain = Chain::of_texts(&[("restaurants.json", "[]"), ("menu.json", menu)]).unwrap();
    let sizes: Vec<_> = chain.menu().sizes().iter().map(|size| (size.id.as_str(), size.kind)).collect();
    assert_eq!(sizes, [("2", SizeKind::Large), ("1", SizeKind::Small)]);
}

#[test]
fn the_built_in_chain_is_sound() {
    let chain = Chain::built_in();
    assert!(chain.restaurants().iter().filter(|restaurant| restaurant.has_delivery).count() >= 2);
    assert!(chain.restaurants().iter().any(|restaurant| restaurant.no_delivery_tracking));
    assert!(chain.shops().iter().all(|shop| shop.week(HoursKind::General).is_some()));
    assert!(chain.menu().products().len() >= 20);
    assert_eq!(chain.content_version().len(), 32);
}

#[test]
fn the_built_in_chain_knows_the_rates_of_its_years() {
    let chain = Chain::built_in();
    let rates = |day| chain.settings().vat_on(day);
    assert_eq!(rates(date(2025, 12, 31)).of(&"pizza".into()), BasisPoints(1400));
    assert_eq!(rates(date(2026, 1, 1)).of(&"pizza".into()), BasisPoints(1350));
    assert_eq!(rates(date(2026, 1, 1)).of(&"alcohol".into()), BasisPoints(2550));
    assert_eq!(rates(date(2026, 1, 1)).percent.percent().to_string(), "13.5");
}

#[test]
fn files_of_before_areas_and_campaigns_are_sound_without_any_other() {
    let restaurants = include_str!("../fixtures/former/restaurants.json");
    let menu = include_str!("../fixtures/former/menu.json");
    let chain = Chain::of_texts(&[("restaurants.json", restaurants), ("menu.json", menu)]).unwrap();
    assert_eq!(chain.settings().vat, chain::Settings::default().vat);
    assert_eq!(chain.payment_methods().len(), 11);
    let alone = Chain::of_texts(&[("restaurants.json", restaurants)]).unwrap();
    assert!(alone.menu().products().is_empty());
    assert_ne!(chain.content_version(), alone.content_version());
}

#[test]
fn a_restaurant_has_the_defaults_of_the_contract() {
    let chain = example();
    let shop = chain.shop(RestaurantId(12)).unwrap();
    assert_eq!(shop.restaurant.delivery_minutes, 30);
    assert_eq!(shop.preorder_pickup_minutes, 30);
    assert_eq!(shop.shop_external_id, "1012");
    assert_eq!(shop.delivery_fee, Cents(890));
    assert!(shop.has_eatin && shop.accepts_preorders && !shop.is_hidden() && !shop.delivery_without_packaging);
    assert_eq!(shop.payment_methods, None);
    assert!(shop.offers(OrderType::Eatin));
    let general = shop.week(HoursKind::General).unwrap();
    assert_eq!(general.on(Weekday::Saturday).unwrap().until, MinuteOfDay::END);
    assert!(general.on(Weekday::Friday).unwrap().is_over_midnight());
    assert_eq!(general.on(Weekday::Tuesday), None);
    assert_eq!(shop.restaurant.general_hours().fri.unwrap().end, "02:00");
}

#[test]
fn a_restaurant_takes_the_fee_of_the_settings() {
    let chain = with("settings.json", r#"{"deliveryFee": 6.5, "lunch": {"until": "15:00"}}"#);
    assert_eq!(chain.delivery_fee(RestaurantId(12)), Cents(650));
    let lunch = chain.settings().lunch;
    assert!(lunch.hold(Weekday::Monday, MinuteOfDay::parse("14:59").unwrap()));
    assert!(!lunch.hold(Weekday::Saturday, MinuteOfDay::parse("12:00").unwrap()));
}

#[test]
fn days_that_are_not_decided_are_ignored() {
    let chain = example();
    let shop = &chain.shops()[0];
    let days: Vec<_> = shop.exceptions.iter().map(|exception| (exception.date, exception.times.is_some())).collect();
    assert_eq!(days, [(date(2026, 12, 24), false), (date(2020, 1, 6), true)]);
}

#[test]
fn the_menu_of_the_example_is_read() {
    let chain = example();
    let menu = chain.menu();
    let [medium, large, bottle]: [SizeId; 3] = ["101", "102", "500"].map(Into::into);
    assert_eq!((menu.size_kind(&medium), menu.size_kind(&bottle)), (SizeKind::Medium, SizeKind::Special));

    let pizza = menu.product_by_id_or_slug("testipizza").unwrap();
    assert_eq!(pizza.id, ProductId::from("3001"));
    assert_eq!(pizza.size("102").unwrap().name, "Perhe");
    assert!(pizza.is_editable && !pizza.is_custom && !pizza.is_age_restricted);
    let recipe: Vec<_> = pizza.recipe.iter().map(|entry| (entry.ingredient.as_str(), entry.quantity)).collect();
    assert_eq!(recipe, [("1201", 1), ("1301", 1)], "one dose of what stands there by its id");

    let ham = menu.ingredient("1301").unwrap();
    assert_eq!(ham.category, IngredientCategory::Toppings);
    assert_eq!((ham.price_in(&medium), ham.price_in(&large)), (Some(Cents(140)), Some(Cents(200))));
    assert_eq!(ham.price_in(&bottle), None);
    assert_eq!(menu.ingredient("1201").unwrap().price_in(&bottle), Some(Cents(0)));

    let monster = menu.product("3010").unwrap().included_toppings.clone();
    let Some(IncludedToppings::Worth(worth)) = monster else { panic!("{monster:?}") };
    assert_eq!((worth.get(&large), worth.get(&medium)), (Some(Cents(1000)), Some(Cents(500))));
}

#[test]
fn a_product_says_more_where_its_file_does() {
    let text = r#"{"$comment": "small", "categories": [{"id": "pizza", "name": "Pizzat"}, {"id": "dip", "name": "Dipit"}, {"id": "alcohol", "name": "Oluet"}],
        "tags": [{"name": "Kasvis", "imageUrl": "/kasvis.svg"}],
        "ingredients": [
            {"ingredientID": "1", "name": "Pohja", "categoryId": "dough", "price": 0, "allergens": ["milk", "gluten", "milk"]},
            {"ingredientID": "2", "name": "Dippi", "categoryId": "dip", "price": 1.5, "dipProductId": "9"}],
        "products": [
            {"productId": "7", "productCategoryId": "pizza", "name": "Äiti Öinen", "sizes": [{"sizeId": "101", "price": 12}], "tags": ["kasvis"],
             "ingredients": [{"ingredientId": "1", "quantity": 2, "maxQuantity": 3}], "availableForSaleFrom": "22:00", "availableForSaleUntil": "04:00",
             "slots": [{"id": "pohja", "categoryId": "dough", "options": ["1"], "default": "1", "display": "base", "header": "Pohja", "label": "Valitse"},
                       {"id": "dippi", "categoryId": "dip", "options": ["2"], "free": {"*": 2}, "display": "select-upsell", "header": "Dippi", "label": "Valitse"}]},
            {"productId": "8", "productCategoryId": "alcohol", "name": "Olut", "sizes": [{"sizeId": "500", "price": 6.5}], "ingredients": []},
            {"productId": "9", "productCategoryId": "dip", "name": "Dippi", "sizes": [{"sizeId": "500", "price": 1.5}], "ingredients": []}]}"#;
    let restaurants = include_str!("../fixtures/example/restaurants.json");
    let chain = Chain::of_texts(&[("restaurants.json", restaurants), ("menu.json", text)]).unwrap();
    let menu = chain.menu();
    assert_eq!(menu.ingredient("1").unwrap().allergens, [Allergen::Gluten, Allergen::Milk]);
    assert!(menu.category(&"alcohol".into()).unwrap().hidden && menu.product("8").unwrap().is_age_restricted);

    let pizza = menu.product_by_id_or_slug("aiti-oinen").unwrap();
    assert_eq!((pizza.recipe[0].quantity, pizza.recipe[0].max_quantity), (2, Some(3)));
    assert!(pizza.sale_times.unwrap().is_over_midnight());
    let size = SizeId::from("101");
    let bounds: Vec<_> = pizza.slots.iter().map(|slot| (slot.free(&size), slot.max(&size))).collect();
    assert_eq!(bounds, [(0, 1), (2, 2)]);
    assert_eq!(pizza.size("101").unwrap().name, "101", "a size that nobody names goes by its id");
}

#[test]
fn areas_take_points_and_have_fees() {
    let chain = with(
        "areas.json",
        r#"[{"shopId": "12", "zoneId": "12-1", "polygon": [[24.92, 60.16], [24.98, 60.16], [24.98, 60.19], [24.92, 60.19]],
             "fee": 8.9, "preorderFee": 5.9, "maxKm": 1, "timedFees": [{"days": [4], "from": "16:00", "until": "24:00", "fee": 3}]}]"#,
    );
    let area = chain.areas(RestaurantId(12)).next().unwrap();
    let restaurant = chain.shop(RestaurantId(12)).unwrap().restaurant.location;
    assert!(area.takes(LatLng::new(60.1714, 24.9480).unwrap(), restaurant));
    assert!(!area.takes(LatLng::new(60.1899, 24.9480).unwrap(), restaurant), "over a kilometre");
    assert!(!area.takes(LatLng::new(60.1599, 24.9480).unwrap(), restaurant));
    let at = |time| MinuteOfDay::parse(time).unwrap();
    assert_eq!(area.fee_at(Weekday::Friday, at("15:59"), false), Cents(890));
    assert_eq!(area.fee_at(Weekday::Friday, at("15:59"), true), Cents(590));
    assert_eq!(area.fee_at(Weekday::Friday, at("23:59"), true), Cents(300));
    assert_eq!(area.fee_at(Weekday::Saturday, at("00:00"), false), Cents(890));
    assert_eq!(area.preorder_fees(), (Cents(300), Cents(590)));
}

#[test]
fn campaigns_are_found_by_code_slug_and_benefit() {
    let chain = with(
        "codes.json",
        r#"[{"code": "OVELLE-25", "campaignId": "ovelle25", "limit": 3},
            {"code": "0123 4567 89abO", "campaignId": "kesa", "personal": true}]"#,
    );
    let of =
        |code| chain.code(&PromotionCode::read(code).unwrap()).map(|(campaign, code)| (campaign.id.as_str(), code));
    assert_eq!(of("KESÄ 5"), None);
    let (summer, code) = of(" Kesa5 ").unwrap();
    assert_eq!((summer, code.limit, code.is_personal), ("kesa", None, false), "a campaign's own is anybody's");
    let (campaign, code) = of("ovelle25").unwrap();
    assert_eq!((campaign, code.limit, code.is_personal), ("ovelle25", Some(3), false));
    assert!(of("o123456789ab0").unwrap().1.is_personal);
    assert_eq!(chain.combo("pizza-ja-juoma").unwrap().effect.kind(), "combo");
    assert_eq!(chain.automatic_campaigns().count(), 0, "each of them has a code here");
    let example = example();
    let automatic: Vec<_> = example.automatic_campaigns().map(|campaign| campaign.id.as_str()).collect();
    assert_eq!(automatic, ["ovelle25"]);
}

#[test]
fn campaigns_of_every_kind_are_read() {
    let text = r#"[
        {"campaignId": "1", "name": "a", "kind": "percent", "percent": 12.5, "products": ["3001"], "sizes": ["101"], "isLoyalty": true},
        {"campaignId": "2", "name": "b", "kind": "productPrice", "price": 9.9},
        {"campaignId": "3", "name": "c", "kind": "freeProduct", "maxUnits": 2, "benefitType": "freePizza"},
        {"campaignId": "4", "name": "d", "kind": "buyPay", "buy": 3, "pay": 2, "start": "2026-03-29 02:59", "end": "2026-10-25 03:30"},
        {"campaignId": "5", "name": "e", "kind": "toppingOffer", "toppingPrice": 0.5},
        {"campaignId": "6", "name": "f", "kind": "crossSell", "amount": 1, "triggerCategories": ["pizza"], "defaultProductId": "3020"},
        {"campaignId": "7", "name": "g", "kind": "freeDelivery", "minimumOrderValue": 25, "times": [{"days": [0, 1], "from": "16:00", "until": "20:00"}]},
        {"campaignId": "8", "name": "h", "kind": "prepaid", "amount": 10, "source": "b2b", "paymentMethods": ["scheme"]},
        {"campaignId": "9", "name": "i", "kind": "postPurchase", "action": {"open": "/onnenpyora", "deep": [1.5, null]}}]"#;
    let chain = with("campaigns.json", text);
    let kinds: Vec<_> = chain.campaigns().iter().map(|campaign| campaign.effect.kind()).collect();
    assert_eq!(kinds[..4], ["percent", "productPrice", "freeProduct", "buyPay"]);
    let percent = chain.campaign("1").unwrap();
    assert_eq!(percent.effect, CampaignEffect::Units(UnitEffect::Percent(BasisPoints(1250))));
    assert!(percent.conditions.requires_log_in, "who is no member is not signed in as one");
    assert!(percent.filter.takes(&"3001".into(), &"pizza".into(), &"101".into()));
    assert!(!percent.filter.takes(&"3001".into(), &"pizza".into(), &"102".into()));
    assert_eq!(chain.campaigns_of_benefit("freePizza").count(), 1);
    assert!(!chain.automatic_campaigns().any(|campaign| campaign.id.as_str() == "3"));
    let summer = &chain.campaign("4").unwrap().conditions;
    assert_eq!(summer.start.unwrap().to_string(), "2026-03-29T00:59:00Z");
    assert_eq!(summer.end.unwrap().to_string(), "2026-10-25T00:30:00Z", "the first of the two");
    let CampaignEffect::PostPurchase { action } = &chain.campaign("9").unwrap().effect else { panic!("another kind") };
    assert_eq!(action["deep"][0], 1.5);
}

#[test]
fn stock_payment_and_highlights_are_read() {
    let stock = with("stock.json", r#"[{"shopId": "12", "products": ["3020"], "ingredients": ["1306"]}]"#);
    let out = stock.out_of_stock(RestaurantId(12)).unwrap();
    assert!(out.products.contains("3020") && out.ingredients.contains("1306"));

    let payment = with(
        "payment.json",
        r#"{"methods": [{"id": "onsite", "name": "Tiskillä", "group": "others", "orderTypes": ["pickup"]}],
            "giftCards": [{"number": "7000", "pin": "1234", "balance": 25}]}"#,
    );
    assert_eq!(payment.payment_methods().len(), 1);
    assert_eq!(payment.payment_method(&"onsite".into()).unwrap().order_types, [OrderType::Pickup]);
    assert_eq!(payment.gift_cards()[0].balance, Cents(2500));
    let shown = format!("{:?}", payment.gift_cards());
    assert!(!shown.contains("7000") && !shown.contains("1234"), "{shown}");

    let highlights =
        with("highlights.json", r#"{"lunchTimeHighlights": [{"productId": "3001", "menuCardText": "Lounaalla"}]}"#);
    assert_eq!(highlights.highlights().lunch_time[0].menu_card_text, "Lounaalla");
}

#[test]
fn the_version_is_that_of_the_bytes() {
    let (one, again) = (example(), example());
    assert_eq!(one.content_version(), again.content_version());
    assert_ne!(one.content_version(), with("settings.json", "{}").content_version());
    assert_ne!(with("settings.json", "{}").content_version(), with("settings.json", "{ }").content_version());
    assert_ne!(with("settings.json", "{\n}").content_version(), with("settings.json", "{ }").content_version());
}
