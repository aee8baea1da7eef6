//! The chain that comes with the server sells at any hour of any day: whoever tries the demo gets their pizza.

use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    book,
    clock::FakeClock,
    store_contract,
};

use crate::{
    carts::{CART, cart, post},
    folder::at,
    get,
    money::ORDER,
    money_under_fire::{choose, path_of, registered, status_of},
};

/// Each hour of a working day, and every half of the nights in which clocks are changed or a year ends.
fn moments() -> Vec<Timestamp> {
    let (hour, half) = (60.minutes(), 30.minutes());
    let nights = [("2026-03-29 01:30", half, 6), ("2026-10-25 01:30", half, 8), ("2026-12-31 22:30", half, 6)];
    let day = [("2026-11-24 00:00", hour, 24)];
    let after = |(first, step, count): (&str, jiff::Span, i64)| {
        let first = at(first);
        (0..count).map(move |number| first + step * number).collect::<Vec<_>>()
    };
    let mut moments: Vec<_> = nights.into_iter().chain(day).flat_map(after).collect();
    moments.sort_unstable();
    moments
}

/// The place of a street address, as the set-up finds it.
async fn place_of(app: &TestApp, address: &str) -> Value {
    let found = get(app, &format!("/api/commerce/places/suggest?q={}", address.replace(' ', "%20"))).await;
    assert_eq!(found.status, 200, "{}", found.body);
    let id = found.body[0]["placeId"].as_str().expect("a place").to_owned();
    get(app, &format!("/api/commerce/places/{id}")).await.body
}

/// The restaurant that the set-up offers first.
async fn restaurant_at(app: &TestApp, place: &Value) -> String {
    let (lat, lng) = (&place["latitude"], &place["longitude"]);
    let delivering = get(app, &format!("/api/commerce/v2/shops/delivering?lat={lat}&lng={lng}")).await.body;
    let first = &delivering[0];
    assert_eq!(first["selectorStatus"], "Open", "{first}");
    first["restaurantId"].as_str().expect("its number").to_owned()
}

/// The pizzas that are on sale.
async fn pizzas_of(app: &TestApp, restaurant: &str) -> Vec<Value> {
    let menu = get(app, &format!("/api/commerce/v2/shops/{restaurant}/menu?orderType=delivery")).await.body;
    let categories = menu["categories"].as_array().expect("categories");
    let pizzas = categories.iter().find(|category| category["productCategoryID"] == "pizza").expect("pizzas");
    let is_sold = |product: &&Value| product["isOutOfStock"] == false && product["isAvailableNow"] == true;
    pizzas["products"].as_array().unwrap().iter().filter(is_sold).cloned().collect()
}

/// The first pizza that can be had by its recipe, and what it costs there.
async fn wish(app: &TestApp, place: &Value) -> (Value, Value) {
    let restaurant = restaurant_at(app, place).await;
    for pizza in pizzas_of(app, &restaurant).await {
        let order = order_of(&restaurant, &pizza, place);
        let priced = post(app, CART, &order).await.body;
        if priced["validationResult"]["isValid"] == true {
            return (order, priced);
        }
    }
    panic!("restaurant {restaurant} sells no pizza");
}

fn order_of(restaurant: &str, pizza: &Value, place: &Value) -> Value {
    let line = json!({
        "uuid": "a", "productId": pizza["productId"], "sizeId": pizza["productSizes"][0]["productSizeID"], "quantity": 1,
    });
    let contact = json!({
        "firstName": "Aino", "phoneNumber": "040 123 4567", "email": "aino@example.fi",
        "street": place["streetAddress"], "postalCode": place["postalCode"], "city": place["city"],
        "coordinates": { "lat": place["latitude"], "lng": place["longitude"] },
    });
    cart("delivery", &[line], &json!({ "shopId": restaurant, "paymentMethod": "scheme", "deliveryContact": contact }))
}

store_contract!(a_pizza_can_be_ordered_at_any_hour, |db| async move {
    let clock = FakeClock::default();
    let moments = moments();
    clock.turn_to(moments[0]);
    let app = Setup::default().clock(&clock).start(&db).await;
    let place = place_of(&app, "Liisankatu 20").await;
    for moment in &moments {
        clock.turn_to(*moment);
        let (mut order, priced) = wish(&app, &place).await;
        order["grandTotal"] = priced["pricingDetails"]["grandTotal"].clone();
        let placed = post(&app, ORDER, &order).await;
        assert_eq!(placed.status, 201, "{moment} {}", placed.body);
        choose(&app, &path_of(&placed.body), "choice=pay").await;
        assert_eq!(status_of(&app, &registered(&placed.body)).await, 0, "{moment}");
    }
    book::settles(db.url(), 20).await;
    let paid = book::orders(db.url()).await.into_iter().filter(|(_, stage)| stage == "paid").count();
    assert_eq!(paid, moments.len());
});
