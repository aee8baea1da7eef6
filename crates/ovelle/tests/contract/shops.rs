//! The restaurants of the chain, as the shop lists and finds them.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    fetch,
    folder::{Folder, at, daily, shop},
    get, header,
};

pub(crate) async fn body(app: &TestApp, path: &str) -> Value {
    let answer = get(app, &format!("/api/commerce/v2/shops{path}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body
}

/// A field of each of a list's restaurants.
pub(crate) fn each<'v>(list: &'v Value, field: &str) -> Vec<&'v Value> {
    list.as_array().expect("a list").iter().map(|shop| &shop[field]).collect()
}

/// An object with the fields of another.
pub(crate) fn with(mut object: Value, fields: &Value) -> Value {
    let more = fields.as_object().expect("fields").iter().map(|(name, value)| (name.clone(), value.clone()));
    object.as_object_mut().expect("an object").extend(more);
    object
}

/// A square of half a degree around a point.
pub(crate) fn around(lat: f64, lng: f64) -> Value {
    let (south, north, west, east) = (lat - 0.25, lat + 0.25, lng - 0.25, lng + 0.25);
    json!([[west, south], [east, south], [east, north], [west, north]])
}

/// Hours of each kind.
fn hours() -> [Value; 4] {
    [daily(1, "10:00", "22:00"), daily(2, "11:00", "21:00"), daily(3, "11:00", "14:00"), daily(4, "10:00", "21:30")]
}

/// Restaurants of every kind: one with all that can be said, hidden ones, one that is never listed, one whose deliveries
/// another bakes.
fn folder() -> Folder {
    let hours = hours();
    let exceptions = json!([
        { "exceptionDate": "2026-11-23", "startTime": null, "endTime": null, "openingHourtypeID": 1 },
        { "exceptionDate": "2026-12-06", "startTime": "12:00", "endTime": "18:00", "openingHourtypeID": 1 },
        { "exceptionDate": "2026-12-24", "startTime": null, "endTime": null, "openingHourtypeID": 2 },
        { "exceptionDate": "2026-12-25", "startTime": "xx:xx", "endTime": "18:00", "openingHourtypeID": 2 },
    ]);
    let kaisaniemi = json!({
        "shopOpeningHours": hours, "shopOpeningHourExceptions": exceptions, "currentDeliveryEstimate": 40,
        "currentPickupEstimate": 15, "preOrderDeliveryEstimate": 45, "preOrderPickupEstimate": 20, "deliveryFee": 7.5,
        "shopExternalId": "M-12", "notice": "Remontti", "paymentMethods": ["scheme"], "productsNotSold": [],
    });
    let restaurants = json!([
        shop("12", "Zeta Kaisaniemi", &kaisaniemi),
        shop("13", "Piilossa", &json!({ "hidden": true })),
        shop(
            "14",
            "Äänekoski",
            &json!({ "deliveryRedirectionRestaurant": "12", "city": "Äänekoski", "latitude": 62.6 })
        ),
        shop("15", "Åbo", &json!({ "hasWebsale": false, "hasDelivery": false, "city": "Turku", "longitude": 22.27 })),
        shop("16", "Tehdas", &json!({ "externalId": "8888" })),
        shop("17", "Aura", &json!({ "isActive": false })),
    ]);
    let evening = json!([{ "from": "16:00", "until": "18:00", "fee": 12 }]);
    let areas = json!([
        { "shopId": "12", "zoneId": "12-1", "polygon": around(60.17, 24.95), "fee": 8.9, "preorderFee": 5.9 },
        { "shopId": "12", "zoneId": "12-2", "polygon": around(60.3, 25.1), "fee": 9.9, "preorderFee": 4.9, "timedFees": evening },
    ]);
    Folder::new(&[("restaurants.json", restaurants), ("areas.json", areas)])
}

// spec: RS-01, RS-02, RS-06, RS-07
store_contract!(a_restaurant_is_its_row_and_how_it_is_now, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let hours = hours();
    let row = json!({
        "shopId": "12", "restaurantId": "12", "externalId": "1012", "shopExternalId": "M-12",
        "displayName": "Zeta Kaisaniemi", "streetAddress": "Liisankatu 1", "zip": "00170", "city": "Helsinki",
        "phone": "+358 9 000 0000", "email": "ravintola@ovelle.example", "latitude": 60.17, "longitude": 24.95,
        "hasWebsale": true, "hasDelivery": true, "hasEatin": true, "isActive": true, "noDeliveryTracking": false,
        "deliveryWithoutPackaging": false, "acceptsPreorders": true, "currentDeliveryEstimate": 40,
        "currentPickupEstimate": 15, "preOrderDeliveryEstimate": 45, "preOrderPickupEstimate": 20, "deliveryFee": 7.5,
        "dynamicDeliveryFee": null, "preorderDeliveryFee": 5.9, "preorderMinimumDeliveryFee": 4.9,
        "preorderMaximumDeliveryFee": 12, "deliveryRedirectionRestaurant": null, "deliveryRedirected": false,
        "notice": "Remontti", "paymentMethods": ["scheme"], "openForDeliveryStatus": "Open", "openForPickupStatus": "Open",
    });
    let now = json!({
        "openForEatinStatus": "Open", "physicalRestaurantStatus": "Open",
        "openingHoursIntervals": {
            "delivery": { "start": "2026-11-24T09:00:00Z", "end": "2026-11-24T19:00:00Z" },
            "pickup": { "start": "2026-11-24T08:00:00Z", "end": "2026-11-24T19:30:00Z" },
        },
        "shopOpeningHours": hours,
        "shopOpeningHourExceptions": [
            { "exceptionDate": "2026-12-06", "startTime": "12:00", "endTime": "18:00", "openingHourtypeID": 1 },
            { "exceptionDate": "2026-12-24", "startTime": null, "endTime": null, "openingHourtypeID": 2 },
        ],
    });
    let wanted = with(row, &now);
    assert_eq!(body(&app, "/12").await, wanted);
    app.clock.turn_to(at("2026-11-24 21:45"));
    let late = body(&app, "/12").await;
    let statuses = ["openForDeliveryStatus", "openForPickupStatus", "openForEatinStatus", "physicalRestaurantStatus"];
    assert_eq!(statuses.map(|field| &late[field]), ["Closed", "Closed", "Closed", "Open"]);
    assert_eq!(late["openingHoursIntervals"], wanted["openingHoursIntervals"], "today's last");
    app.clock.turn_to(at("2026-11-24 22:00"));
    assert_eq!(body(&app, "/12").await["physicalRestaurantStatus"], "Closed");
});

// spec: RS-03, RS-04
store_contract!(what_a_restaurants_file_leaves_out_is_as_usual, |db| async move {
    let said = json!({
        "currentDeliveryEstimate": 41, "currentPickupEstimate": 16, "preOrderDeliveryEstimate": 46, "preOrderPickupEstimate": 21,
        "deliveryFee": 7.5,
    });
    let restaurants = json!([shop("12", "Sanoo", &said), shop("13", "Ei sano", &json!({}))]);
    let polygon = around(60.17, 24.95);
    let evening = json!([{ "from": "16:00", "until": "18:00", "fee": 12 }]);
    let areas = json!([{ "shopId": "12", "zoneId": "12-1", "polygon": polygon, "fee": 8, "preorderFee": 5.9, "timedFees": evening }]);
    let folder = Folder::new(&[("restaurants.json", restaurants), ("areas.json", areas)]);
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let fields = [
        "currentDeliveryEstimate",
        "currentPickupEstimate",
        "preOrderDeliveryEstimate",
        "preOrderPickupEstimate",
        "deliveryFee",
        "dynamicDeliveryFee",
        "preorderDeliveryFee",
        "preorderMinimumDeliveryFee",
        "preorderMaximumDeliveryFee",
    ];
    let of = async |shop: &str| {
        let shop = body(&app, &format!("/{shop}")).await;
        Value::from(fields.map(|field| shop.get(field).unwrap_or_else(|| panic!("no {field}")).clone()).to_vec())
    };
    assert_eq!(of("12").await, json!([41, 16, 46, 21, 7.5, null, 5.9, 5.9, 12]));
    assert_eq!(of("13").await, json!([30, 30, 30, 30, 8.9, null, null, null, null]));
});

// spec: RS-05, RS-12
store_contract!(a_restaurant_whose_deliveries_another_bakes_says_so, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 10:30").start(&db).await;
    let redirected = body(&app, "/14").await;
    let found =
        ["deliveryRedirected", "deliveryRedirectionRestaurant", "openForDeliveryStatus", "currentDeliveryEstimate"];
    assert_eq!(found.map(|field| &redirected[field]), [&json!(true), &json!("12"), &json!("Closed"), &json!(40)]);
    assert_eq!(
        (&redirected["openForPickupStatus"], &redirected["currentPickupEstimate"]),
        (&json!("Open"), &json!(30))
    );
    let fees = ["preorderDeliveryFee", "preorderMinimumDeliveryFee", "preorderMaximumDeliveryFee", "deliveryFee"];
    assert_eq!(fees.map(|field| &redirected[field]), [&Value::Null, &Value::Null, &Value::Null, &json!(8.9)]);
    let telephone = body(&app, "/15").await;
    let statuses = ["openForDeliveryStatus", "openForPickupStatus", "openForEatinStatus"];
    assert_eq!(statuses.map(|field| &telephone[field]), ["DeliveryMethodUnavailable"; 3]);
    assert_eq!(telephone["openingHoursIntervals"], json!({ "delivery": null, "pickup": null }));
});

// spec: RS-32, RS-34, RS-36, OS-21, CC-13
store_contract!(restaurants_are_listed_by_name_or_in_the_order_asked_for, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let all = body(&app, "").await;
    assert_eq!(
        each(&all, "displayName"),
        ["Aura", "Piilossa", "Zeta Kaisaniemi", "Åbo", "Äänekoski"],
        "8888 is not there"
    );
    let found = body(&app, "/search?q=&orderType=pickup").await;
    assert!(each(&found, "restaurantId").contains(&&json!("12")), "{found}");
    let of_call_centre = body(&app, "/search?q=tehdas").await;
    for list in [&found, &of_call_centre] {
        assert!(!each(list, "restaurantId").contains(&&json!("16")), "nor is it found: {list}");
    }
    assert_eq!(each(&all, "openForPickupStatus")[..2], ["Hidden", "Hidden"]);
    for shop in all.as_array().unwrap() {
        assert_eq!(body(&app, &format!("/{}", shop["shopId"].as_str().unwrap())).await, *shop);
        let kept = ["hidden", "excludedFromSelector", "productsNotSold", "extraProducts"];
        assert!(kept.iter().all(|field| shop.get(field).is_none()), "{shop}");
    }
    let some = body(&app, "?ids=14,99,12,16,x,%2012").await;
    assert_eq!(each(&some, "shopId"), ["14", "12", "12"]);
    assert_eq!(body(&app, "?ids=").await, json!([]));
    assert_eq!(each(&body(&app, "/delivering?lat=60.17&lng=24.95").await, "restaurantId"), ["12"]);
    let many = |count: usize| vec!["12"; count].join(",");
    assert_eq!(body(&app, &format!("?ids={}", many(100))).await.as_array().unwrap().len(), 100);
    let too_many = get(&app, &format!("/api/commerce/v2/shops?ids={}", many(101))).await;
    assert_eq!((too_many.status.as_u16(), too_many.field()), (422, "ids"));
    let unknown = get(&app, "/api/commerce/v2/shops/99").await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "shop/not-found"));
});

store_contract!(a_summary_says_what_the_whole_list_says_and_less_of_it, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let general = |rows: &Value| -> Vec<Value> {
        rows.as_array().unwrap().iter().filter(|row| row["openingHourtypeID"] == 1).cloned().collect()
    };
    let dates = |shop: &Value| -> Vec<Value> {
        general(&shop["shopOpeningHourExceptions"]).iter().map(|row| row["exceptionDate"].clone()).collect()
    };
    let (all, short) = (body(&app, "").await, body(&app, "/summaries").await);
    assert_eq!(each(&short, "displayName"), each(&all, "displayName"));
    for (whole, summary) in all.as_array().unwrap().iter().zip(short.as_array().unwrap()) {
        assert_eq!(summary.as_object().unwrap().len(), 19);
        for (field, value) in summary.as_object().unwrap() {
            match field.as_str() {
                "shopOpeningHours" => assert_eq!(*value, json!(general(&whole[field]))),
                "shopOpeningHourExceptions" => assert_eq!(*value, json!([]), "that of 6 December is too far"),
                _ => assert_eq!(*value, whole[field], "{field}"),
            }
        }
    }
    app.clock.turn_to(at("2026-11-29 23:59"));
    assert_eq!(dates(&body(&app, "/summaries").await[2]), Vec::<Value>::new());
    app.clock.turn_to(at("2026-11-30 00:00"));
    assert_eq!(dates(&body(&app, "/summaries").await[2]), ["2026-12-06"]);
});

store_contract!(restaurants_that_are_known_have_no_body, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    for path in
        ["", "/summaries", "/12", "/delivering?lat=60.17&lng=24.95", "/search?q=aura", "/12/preorder-days?orderType=0"]
    {
        let path = format!("/api/commerce/v2/shops{path}");
        let first = fetch(&app, &path).await;
        let etag = header(&first, "etag").to_owned();
        assert!(etag.starts_with("W/\""), "{path}: {etag}");
        assert_eq!(header(&first, "cache-control"), "no-cache", "{path}");
        let again = app.http.get(app.url(&path)).header("if-none-match", &etag).send().await.unwrap();
        assert_eq!((again.status().as_u16(), again.bytes().await.unwrap().len()), (304, 0), "{path}");
    }
    let open = fetch(&app, "/api/commerce/v2/shops/12").await;
    app.clock.turn_to(at("2026-11-24 21:30"));
    let later = app.http.get(app.url("/api/commerce/v2/shops/12")).header("if-none-match", header(&open, "etag"));
    assert_eq!(later.send().await.unwrap().status(), 200, "it has closed");
});

// spec: OS-60
store_contract!(preorders_can_be_due_on_quarter_hours_of_some_days, |db| async move {
    let hours = json!([daily(1, "10:00", "12:00"), daily(2, "11:00", "11:30")]);
    let fields = json!({ "shopOpeningHours": hours, "preOrderPickupEstimate": 20, "preOrderDeliveryEstimate": 15 });
    let restaurants =
        json!([shop("12", "Kaisaniemi", &fields), shop("13", "Ei ennakkoon", &json!({ "acceptsPreorders": false })),]);
    let settings = json!({ "preorderDays": 3 });
    let folder = Folder::new(&[("restaurants.json", restaurants), ("settings.json", settings)]);
    // A Tuesday: until 14 o'clock an hour is enough.
    let app = folder.setup("2026-11-24 10:00").start(&db).await;
    let of = |day: &str, times: &[&str]| -> Vec<String> { times.iter().map(|time| format!("{day} {time}")).collect() };
    let whole = ["10:30", "10:45", "11:00", "11:15", "11:30", "11:45", "12:00"];
    let days = body(&app, "/12/preorder-days?orderType=pickup").await;
    let wanted = json!({ "days": [
        { "date": "2026-11-24", "times": of("2026-11-24", &["11:15", "11:30", "11:45", "12:00"]) },
        { "date": "2026-11-25", "times": of("2026-11-25", &whole) },
        { "date": "2026-11-26", "times": of("2026-11-26", &whole) },
    ] });
    assert_eq!(days, wanted);
    let times = body(&app, "/12/preorder-times?orderType=1&date=2026-11-25").await;
    assert_eq!(times, json!({ "times": of("2026-11-25", &["11:15", "11:30"]) }));
    assert_eq!(body(&app, "/12/preorder-times?orderType=pickup&date=2026-11-27").await, json!({ "times": [] }));
    app.clock.turn_to(at("2026-11-24 11:30"));
    let days = body(&app, "/12/preorder-days?orderType=pickup").await;
    assert_eq!(days["days"][0]["date"], "2026-11-25", "a day without times is no day");
    assert_eq!(body(&app, "/13/preorder-days?orderType=pickup").await, json!({ "days": [] }));
    for (path, field) in [
        ("/12/preorder-days", "orderType"),
        ("/12/preorder-times?orderType=pickup", "date"),
        ("/12/preorder-times?orderType=pickup&date=24.11.2026", "date"),
        ("/12/preorder-times?orderType=drone&date=2026-11-24", "orderType"),
    ] {
        let answer = get(&app, &format!("/api/commerce/v2/shops{path}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{path}");
    }
    let unknown = get(&app, "/api/commerce/v2/shops/99/preorder-days?orderType=pickup").await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "shop/not-found"));
});
