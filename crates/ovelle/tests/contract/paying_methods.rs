//! By what means one may pay, and why paying fails.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    carts::{STAFF_TOKEN, post},
    fetch,
    folder::{Folder, shop},
    get, header,
    money::{self, ORDER, pickup},
    people::{Peopled, Somebody},
};

const CUSTOMER: Somebody = Somebody { name: "aino", born: None, joins: false };

fn folder() -> Folder {
    let some = json!({ "shopExternalId": "P13", "paymentMethods": ["scheme", "onsite"] });
    Folder::new(&[("restaurants.json", json!([shop("12", "Kaisaniemi", &json!({})), shop("13", "Kallio", &some)]))])
}

/// What a caller is answered: a guest has no token.
async fn methods(app: &TestApp, path: &str, token: Option<&str>) -> Value {
    let request = app.http.get(app.url(path));
    let request = match token {
        Some(token) => request.bearer_auth(token),
        None => request,
    };
    let answer = testkit::kitchen::Answer::read(request.send().await.unwrap()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

/// The ids, with a mark behind those that are disabled.
fn ids(methods: &Value) -> Vec<String> {
    let id = |method: &Value| {
        let mark = if method["disabled"] == true { " (disabled)" } else { "" };
        format!("{}{mark}", method["id"].as_str().unwrap())
    };
    methods.as_array().unwrap().iter().map(id).collect()
}

const PROVIDER: &str = "/api/payments/methods?shopExternalId=1012";
const EXTRA: &str = "/api/commerce/v2/shoppingcart/payments?shopId=12&deliveryMethod=";

// spec: PY-01, PY-02, PY-05
store_contract!(each_method_has_its_name_and_group, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").flag(&format!("--staff-token={STAFF_TOKEN}")).start(&db).await;
    let mut all = methods(&app, PROVIDER, Some(STAFF_TOKEN)).await;
    for order_type in ["pickup", "delivery"] {
        let extra = methods(&app, &format!("{EXTRA}{order_type}"), Some(STAFF_TOKEN)).await;
        all.as_array_mut().unwrap().extend(extra.as_array().unwrap().iter().cloned());
    }
    for (id, name, group) in [
        ("scheme", "Pankki- tai luottokortti", "creditCard"),
        ("mobilepay", "MobilePay", "mobile"),
        ("applepay", "Apple Pay", "mobile"),
        ("googlepay", "Google Pay", "mobile"),
        ("ebanking_FI", "Verkkopankki", "bank"),
        ("klarna", "Klarna", "payLater"),
        ("edenred", "Edenred", "lunchBenefit"),
        ("giftcard", "Lahjakortti", "giftCard"),
        ("NetsPrepaidCard", "Nets-lahjakortti", "giftCard"),
        ("onsite", "Maksu ravintolassa", "others"),
        ("cod", "Maksu toimituksen yhteydessä", "others"),
    ] {
        let mut method =
            all.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("{id}")).clone();
        let (issuers, is_disabled) = (method["issuers"].take(), id == "edenred");
        assert_eq!(issuers.as_array().unwrap().is_empty(), id != "ebanking_FI", "{id}");
        let fields = method.as_object_mut().unwrap();
        assert_eq!(fields.remove("paymentDays").is_some(), id == "klarna", "{id}");
        let wanted = json!({
            "id": id, "name": name, "group": group, "icon": null, "svg": null, "disabled": is_disabled, "issuers": null,
        });
        assert_eq!(method, wanted);
    }
});

// spec: PY-03
store_contract!(each_bank_has_its_name, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let banks = methods(&app, PROVIDER, None).await[4]["issuers"].clone();
    let names: Vec<_> = banks.as_array().unwrap().iter().map(|bank| bank["name"].as_str().unwrap()).collect();
    let wanted = [
        "OP",
        "Nordea",
        "Danske Bank",
        "S-Pankki",
        "POP Pankki",
        "Oma Säästöpankki",
        "Aktia",
        "Handelsbanken",
        "Säästöpankki",
        "Ålandsbanken",
    ];
    assert_eq!(names, wanted);
    assert!(banks.as_array().unwrap().iter().all(|bank| !bank["id"].as_str().unwrap().is_empty()));
});

store_contract!(each_caller_sees_their_own_means_of_payment, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").flag(&format!("--staff-token={STAFF_TOKEN}")).start(&db).await;
    let app = Peopled::register(app, &[CUSTOMER]).await;
    let aino = Some(app.bearer(CUSTOMER.name));
    let guest = methods(&app, PROVIDER, None).await;
    let seen = ["scheme", "mobilepay", "applepay", "googlepay", "ebanking_FI", "klarna", "edenred (disabled)"];
    assert_eq!(ids(&guest), seen);
    let customer = methods(&app, PROVIDER, aino).await;
    assert_eq!(ids(&customer)[6], "edenred");
    assert_eq!(ids(&methods(&app, PROVIDER, Some(STAFF_TOKEN)).await)[6], "edenred (disabled)");

    let extra = async |order_type: &str, token| ids(&methods(&app, &format!("{EXTRA}{order_type}"), token).await);
    assert_eq!(extra("pickup", None).await, ["giftcard", "NetsPrepaidCard", "onsite"]);
    assert_eq!(extra("2", aino).await, ["giftcard", "NetsPrepaidCard", "onsite"]);
    assert_eq!(extra("delivery", None).await, ["giftcard", "NetsPrepaidCard"]);
    assert_eq!(extra("1", Some(STAFF_TOKEN)).await, ["giftcard", "NetsPrepaidCard", "cod"]);
});

// spec: PY-15
store_contract!(who_pays_later_does_so_within_the_days_of_the_settings, |db| async move {
    let folder = folder();
    folder.write("settings.json", &json!({ "klarnaDays": 14 }));
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let silent = self::folder();
    let usual = silent.setup("2026-11-24 12:00").start(&db).await;
    assert_eq!(methods(&usual, PROVIDER, None).await[5]["paymentDays"], 30, "a month, if nothing is said");
    let methods = methods(&app, PROVIDER, None).await;
    let days: Vec<_> =
        methods.as_array().unwrap().iter().filter(|method| method.get("paymentDays").is_some()).collect();
    assert_eq!((days.len(), &days[0]["id"], &days[0]["paymentDays"]), (1, &json!("klarna"), &json!(14)));
});

// spec: PY-18
store_contract!(a_restaurant_takes_what_its_files_say, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    assert_eq!(ids(&methods(&app, "/api/payments/methods?shopExternalId=P13", None).await), ["scheme"]);
    assert_eq!(methods(&app, PROVIDER, None).await[0]["id"], "scheme", "the other takes them all");
    assert_eq!(methods(&app, PROVIDER, None).await.as_array().unwrap().len(), 7);
    let extra = "/api/commerce/v2/shoppingcart/payments?shopId=13&deliveryMethod=pickup";
    assert_eq!(ids(&methods(&app, extra, None).await), ["onsite"]);
    for (path, field) in [
        ("/api/payments/methods?shopExternalId=13", "shopExternalId"),
        ("/api/payments/methods", "shopExternalId"),
        ("/api/commerce/v2/shoppingcart/payments?shopId=99&deliveryMethod=pickup", "shopId"),
        ("/api/commerce/v2/shoppingcart/payments?shopId=12&deliveryMethod=drone", "deliveryMethod"),
        ("/api/commerce/v2/shoppingcart/payments?shopId=12", "deliveryMethod"),
    ] {
        let answer = get(&app, path).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{path}");
    }
});

store_contract!(known_means_of_payment_have_no_body, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let app = Peopled::register(app, &[CUSTOMER]).await;
    let first = fetch(&app, PROVIDER).await;
    let etag = header(&first, "etag").to_owned();
    assert_eq!(header(&first, "cache-control"), "no-cache");
    let again = app.http.get(app.url(PROVIDER)).header("if-none-match", &etag);
    assert_eq!(again.send().await.unwrap().status(), 304);
    let own = app.http.get(app.url(PROVIDER)).bearer_auth(app.bearer(CUSTOMER.name)).header("if-none-match", &etag);
    let own = own.send().await.unwrap();
    assert_eq!((own.status().as_u16(), header(&own, "cache-control")), (200, "private, no-cache"));
});

store_contract!(the_reasons_for_which_payments_fail_are_a_table, |db| async move {
    let app = TestApp::start(&db).await;
    let rows = get(&app, "/api/payments/error-codes").await.body;
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 9 + 23 + 14 + 14 + 1);
    let wanted = json!({ "errorCode": 1_041_102, "errorKey": "cardExpired", "message": "Korttisi on vanhentunut." });
    assert!(rows.contains(&wanted));
    assert_eq!(rows[0]["errorKey"], "unknown");
    assert!(rows.iter().all(|row| !row["message"].as_str().unwrap().is_empty()));
});

store_contract!(where_nobody_takes_money_people_pay_at_the_counter, |db| async move {
    let folder = money::folder();
    let on = money::started(&db, &folder).await;
    let waiting = post(&on, ORDER, &pickup("04010", &json!({}))).await;
    let page = waiting.body["payment"]["redirectUrl"].as_str().unwrap();
    let (_, page) = page.split_once("/testimaksu").unwrap();
    let off = folder.setup("2026-11-24 18:01").flag("--test-payments=off").start(&db).await;
    let page = format!("/testimaksu{page}");
    for unknown in [get(&off, &page).await, post(&off, &page, &json!({})).await] {
        assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "request/not-found"), "{}", unknown.body);
    }
    let notified = post(&off, "/api/payments/notifications/test", &json!({})).await;
    assert_eq!((notified.status.as_u16(), notified.code()), (404, "request/not-found"));

    assert_eq!(methods(&off, PROVIDER, None).await, json!([]));
    assert_eq!(ids(&methods(&off, &format!("{EXTRA}pickup"), None).await), ["giftcard", "onsite"]);
    let refused = post(&off, ORDER, &pickup("04011", &json!({}))).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "payment/method-not-available"));
    let at_the_counter = post(&off, ORDER, &pickup("04012", &json!({ "paymentMethod": "onsite" }))).await;
    assert_eq!(at_the_counter.status, 201, "{}", at_the_counter.body);
    assert_eq!(fetch(&on, &page).await.status(), 200, "a node that has it goes on with it");
});
