//! Every id of one customer, tried by another: nothing but 404, or what the specification names; and nothing is changed.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    browser::{Browser, location_of},
    clock::FakeClock,
    customer::{CustomerPerson, captcha_token},
    identity_server::IdentityServer,
    kitchen::Answer,
    shop::PLACING,
    staff::StaffClient,
    store_contract,
};
use tracking::Limits;

use crate::{
    addresses::{ADDRESSES, address},
    brief,
    foreign_things::{OF_NOBODY, THEIR_EMAIL, THEIR_PHONE, Things, belongings},
    history::DETAILS,
    identity::{LINK, REGISTER, START, path_of, presenting, said, token_of},
    ordering::{Shop, pickup, pizza, place},
    reordering::FAVOURITE,
    search_customers::{SEARCH, search},
};

const NO_ORDER: (u16, &str) = (404, "order/not-found");
const NO_ADDRESS: (u16, &str) = (404, "address/not-found");
const NO_LINK: (u16, &str) = (410, "users/reset-expired");
const NO_LOGIN: (u16, &str) = (401, "users/invalid-credentials");

/// A call with an id in it: its method, path and body.
type Made = (Method, String, Value);

/// An id that is tried.
struct Try {
    /// The operation and the field in which the id stands.
    of: String,
    /// The other's id; of a secret, one that differs in a letter: who has it all is let in.
    theirs: String,
    /// An id like it that nobody has.
    nobodys: String,
    expected: (u16, &'static str),
    made: Box<dyn Fn(&str) -> Made + Send + Sync>,
}

fn tried(
    of: &str,
    theirs: &str,
    nobodys: &str,
    expected: (u16, &'static str),
    made: impl Fn(&str) -> Made + Send + Sync + 'static,
) -> Try {
    let (theirs, nobodys) = (theirs.to_owned(), nobodys.to_owned());
    Try { of: of.to_owned(), theirs, nobodys, expected, made: Box::new(made) }
}

fn get(path: String) -> Made {
    (Method::GET, path, Value::Null)
}

fn post(path: impl Into<String>, body: Value) -> Made {
    (Method::POST, path.into(), body)
}

/// Another secret of the same form.
fn altered(secret: &str) -> String {
    let other = if secret.starts_with('2') { '3' } else { '2' };
    format!("{other}{}", &secret[1..])
}

/// A call with an order's number and key, below tracking or elsewhere.
type CallByKey = fn(tracking: &str, id: &str, key: &str) -> Made;

/// What is opened by an order's number and key together: each of the other's beside one of one's own.
fn by_key(things: &Things) -> Vec<Try> {
    let tracking = "/api/commerce/v2/order-tracking";
    let calls: [(&str, CallByKey); 10] = [
        ("trackOrder", |tracking, id, key| get(format!("{tracking}/{id}/{key}"))),
        ("locateCar", |tracking, id, key| get(format!("{tracking}/{id}/{key}/car-location"))),
        ("locateCarV1", |tracking, id, key| get(format!("{}/{id}/{key}/car-location", tracking.replace("/v2", "")))),
        ("giveFeedback", |tracking, id, key| post(format!("{tracking}/{id}/{key}/feedback"), json!({ "rating": 1 }))),
        ("getOrderByKey", |_, id, key| {
            post("/api/commerce/v2/order/DetailsByKey", json!({ "orderId": id, "orderKey": key }))
        }),
        ("findSurvey", |_, id, key| get(format!("/api/commerce/v2/survey?orderId={id}&orderKey={key}"))),
        ("cancelOrder", |_, id, key| post("/api/commerce/v2/order/cancel", json!({ "orderId": id, "orderKey": key }))),
        ("payOrder", |_, id, key| {
            let body = json!({
                "orderId": id, "orderKey": key, "grandTotal": 12.9, "shopExternalId": "1012",
                "selectedPaymentMethod": "applepay", "applePayToken": "test-ok",
            });
            post("/api/payments/pay", body)
        }),
        ("exportOrder", |_, id, key| {
            let body = json!({ "orderId": id, "orderKey": key, "phone": THEIR_PHONE });
            post("/api/commerce/v2/order/export", body)
        }),
        ("eraseOrder", |_, id, key| {
            let body = json!({ "orderId": id, "orderKey": key, "phone": THEIR_PHONE });
            post("/api/commerce/v2/order/erase", body)
        }),
    ];
    let (own, theirs) = (things.own.clone(), things.placed.clone());
    let rows = calls.into_iter().flat_map(|(operation, made)| {
        let (own, theirs) = (own.clone(), theirs.clone());
        let (id, key) = (own.id.clone(), own.key);
        [
            tried(&format!("{operation} orderId"), &theirs.id, "424242", NO_ORDER, move |id| made(tracking, id, &key)),
            tried(&format!("{operation} orderKey"), &theirs.key, &altered(&theirs.key), NO_ORDER, move |key| {
                made(tracking, &id, key)
            }),
        ]
    });
    rows.collect()
}

fn table(things: &Things, aino: &CustomerPerson) -> Vec<Try> {
    let Things { own, placed, home, .. } = things;
    let of_address = |operation: &str, made: fn(String) -> Made| {
        tried(&format!("{operation} addressId"), home, "4242", NO_ADDRESS, move |id| made(format!("{ADDRESSES}/{id}")))
    };
    let secret = |of: &str, secret: &str, expected, made: fn(&str) -> Made| {
        tried(of, &altered(secret), &"5".repeat(secret.len()), expected, made)
    };
    let of_phone = |name: &'static str| {
        let (id, key) = (own.id.clone(), own.key.clone());
        tried(&format!("{name}Order phone"), THEIR_PHONE, "0501112222", NO_ORDER, move |phone| {
            let body = json!({ "orderId": id, "orderKey": key, "phone": phone });
            post(format!("/api/commerce/v2/order/{name}"), body)
        })
    };
    let by_password = |operation: &str, path: &'static str| {
        let password = aino.password.clone();
        tried(&format!("{operation} email"), THEIR_EMAIL, "nobody@ovelle.example", NO_LOGIN, move |email| {
            post(path, json!({ "email": email, "password": password }))
        })
    };
    let mut rows = by_key(things);
    rows.extend([
        of_address("changeAddress", |path| (Method::PUT, path, address("Uusi 1"))),
        of_address("removeAddress", |path| (Method::DELETE, path, Value::Null)),
        of_address("makeAddressPrimary", |path| post(path + "/primary", json!({}))),
        tried("getOwnOrder orderId", &placed.id, "424242", NO_ORDER, |id| {
            get(format!("/api/commerce/v2/customers/orders/{id}"))
        }),
        tried("getOrderHistory before", &placed.id, "424242", NO_ORDER, |id| get(format!("{DETAILS}?before={id}"))),
        tried("setFavouriteOrder (text)", &placed.id, "424242", NO_ORDER, |id| post(FAVOURITE, json!(id))),
        tried("setFavouriteOrder orderId", &placed.id, "424242", NO_ORDER, |id| {
            post(FAVOURITE, json!({ "orderId": id }))
        }),
        of_phone("export"),
        of_phone("erase"),
        by_password("login", "/api/users/login"),
        by_password("makeBearerToken", "/api/users/token"),
        tried("sendForgotPasswordEmail email", THEIR_EMAIL, "nobody@ovelle.example", (202, ""), |email| {
            post("/api/users/sendForgotPasswordEmail", json!({ "email": email }))
        }),
        tried("placeOrder number", "1111", "9999", (409, "payment/gift-card-invalid"), |number| {
            let mut order = pickup(&[pizza(1)]);
            order["paymentMethod"] = "giftcard".into();
            order["paymentOption"] = json!({ "giftCard": { "number": number, "pin": "00" } });
            post(PLACING, order)
        }),
        tried("notifyTestPayment orderId", &placed.id, "424242", (401, "payment/signature"), |id| {
            post("/api/payments/notifications/test", json!({ "orderId": id }))
        }),
        tried("notifyTestPayment sessionId", &things.payment, "0", (401, "payment/signature"), |id| {
            post("/api/payments/notifications/test", json!({ "sessionId": id }))
        }),
        secret("returnFromPayment sessionId", &things.payment, (404, "payment/session-not-found"), |id| {
            get(format!("/api/payments/return/{id}"))
        }),
        secret("resetPassword passwordResetToken", &things.reset, NO_LINK, |token| {
            let body = json!({ "passwordResetToken": token, "newPassword": "seitsemän susea" });
            post("/api/users/changeUserPassword", body)
        }),
        secret("confirmEmail token", &things.confirm, NO_LINK, |token| {
            post("/api/users/confirmEmail", json!({ "token": token }))
        }),
        secret("undoEmail token", &things.undo, NO_LINK, |token| {
            post("/api/users/undoEmail", json!({ "token": token }))
        }),
    ]);
    rows
}

/// Each field of an operation that people may call, as `operation field`; of what staff and machines call, the table of
/// rights says who may.
async fn documented(app: &TestApp) -> BTreeSet<String> {
    let document = app.http.get(app.url("/api/openapi.json")).send().await.unwrap();
    let document: Value = serde_json::from_str(&document.text().await.unwrap()).unwrap();
    let items = document["paths"].as_object().unwrap().values().filter_map(Value::as_object);
    let operations = items.flat_map(serde_json::Map::values);
    let of_people = operations.filter(|one| !["staff", "dispatch"].contains(&one["tags"][0].as_str().unwrap()));
    let mut found = BTreeSet::new();
    for one in of_people {
        let mut names = Vec::new();
        let asked = one["parameters"].as_array().into_iter().flatten().filter(|asked| asked["in"] != "header");
        names.extend(asked.map(|asked| asked["name"].as_str().unwrap().to_owned()));
        let bodies = one["requestBody"]["content"].as_object().into_iter().flat_map(serde_json::Map::values);
        bodies.for_each(|body| fields(&document, &body["schema"], true, &mut names));
        let operation = one["operationId"].as_str().unwrap();
        found.extend(names.into_iter().map(|name| format!("{operation} {name}")));
    }
    found
}

/// The names of the fields of a schema and of what stands in it.
fn fields(document: &Value, schema: &Value, is_body: bool, names: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return fields(document, &document["components"]["schemas"][name], is_body, names);
    }
    for kind in ["oneOf", "anyOf", "allOf"] {
        schema[kind].as_array().into_iter().flatten().for_each(|form| fields(document, form, is_body, names));
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        names.push(name.clone());
        fields(document, inner, false, names);
    }
    if schema["items"].is_object() {
        fields(document, &schema["items"], false, names);
    }
    if is_body && schema["type"] == "string" {
        names.push("(text)".to_owned());
    }
}

/// Whether a field names nothing of a person's.
fn is_of_nobody(field: &str) -> bool {
    let name = field.split_once(' ').unwrap().1;
    OF_NOBODY.split_whitespace().any(|plain| plain == name || plain == field.replace(' ', "."))
}

store_contract!(every_id_of_another_customer_is_404, |db| async move {
    let (shop, clock) = (Shop::new(), FakeClock::default());
    let server = IdentityServer::start(&clock).await;
    let limits = Limits { wrong_keys_per_minute: u32::MAX, ..Limits::default() };
    let setup = server.flags().iter().fold(shop.setup().clock(&clock).limits(limits), |setup, flag| setup.flag(flag));
    let app = setup.start(&db).await;
    let (aino, beata) = (CustomerPerson::register(&app, "aino").await, CustomerPerson::register(&app, "beata").await);
    let things = Things::gather(&app, &aino, &beata).await;
    let (before, own) = (belongings(&beata).await, belongings(&aino).await);

    let mut done = BTreeSet::new();
    let people = [aino.clone(), aino.as_program().await];
    for row in table(&things, &aino) {
        // Only a page signs in for a cookie.
        for person in &people[..if row.of == "login email" { 1 } else { 2 }] {
            let (method, path, body) = (row.made)(&row.theirs);
            let answer = person.call(method, &path, &body).await;
            let code = if answer.status.is_success() { "" } else { answer.code() };
            assert_eq!((answer.status.as_u16(), code), row.expected, "{}: {}", row.of, answer.body);
            let (method, path, body) = (row.made)(&row.nobodys);
            let like = person.call(method, &path, &body).await;
            assert_eq!((like.status, &like.body), (answer.status, &answer.body), "{}: as what nobody has", row.of);
        }
        done.insert(row.of);
    }
    done.extend(taken_addresses(&app, &aino).await);
    done.extend(identities(&app, &server).await);
    assert_eq!(belongings(&aino).await, own, "nothing became the other's");
    done.insert(references(&app, &aino).await);

    let all: BTreeSet<String> = documented(&app).await.into_iter().filter(|field| !is_of_nobody(field)).collect();
    // A gift card is its number and its pin together.
    done.insert("placeOrder pin".to_owned());
    assert_eq!(done, all, "each field with an id of somebody's is tried");
    assert_eq!(belongings(&beata).await, before, "nothing of it is changed");
});

/// The address of somebody else is taken: it is no secret that it is somebody's, for whoever asks for it as their own.
async fn taken_addresses(app: &TestApp, aino: &CustomerPerson) -> [String; 2] {
    let wish = json!({ "email": THEIR_EMAIL, "currentPassword": aino.password });
    assert_eq!(brief(&aino.call(Method::PATCH, "/api/users/me", &wish).await), (409, "users/email-taken"));
    let registered = Answer::read(aino.who_says(THEIR_EMAIL, &aino.password).ask_to_register(app).await).await;
    assert_eq!(brief(&registered), (409, "users/email-taken"));
    ["changeMe email", "register email"].map(str::to_owned)
}

/// What somebody else brings back from their provider is of no use to another browser.
async fn identities(app: &TestApp, server: &IdentityServer) -> [String; 4] {
    server.is("1", "eva@ovelle.example");
    let (mut evas, mut other) = (Browser::new(app), Browser::new(app));
    let token = token_of(&mut evas, server).await;
    token_of(&mut other, server).await;
    assert_eq!(brief(&other.post(LINK, &presenting(&token)).await), NO_LOGIN);
    let mut body = presenting(&token);
    body["googleRecaptchaToken"] = captcha_token(app, "register").await.into();
    assert_eq!(brief(&other.post(REGISTER, &body).await), NO_LOGIN);
    let there = location_of(&evas.get(START).await);
    let back = path_of(&server.agree(&there));
    let refused = location_of(&other.get(&back).await);
    assert_eq!(said(&refused, "identity").as_deref(), Some("error"), "{refused}");
    // A state of one's own does not help with the code of somebody else.
    let own = path_of(&server.agree(&location_of(&other.get(START).await)));
    let part = |path: &str, name: &str| {
        let found = path.split(['?', '&']).find_map(|pair| pair.strip_prefix(name).map(str::to_owned));
        found.unwrap_or_else(|| panic!("{path}"))
    };
    let mixed = own.replace(&part(&own, "code="), &part(&back, "code="));
    let refused = location_of(&other.get(&mixed).await);
    assert_ne!(said(&refused, "identity").as_deref(), Some("token"), "{refused}");
    ["linkProvider providerToken", "registerWithProvider providerToken", "finishIdentity state", "finishIdentity code"]
        .map(str::to_owned)
}

/// A reference of the call centre's ties no order to anybody when somebody else sends it.
async fn references(app: &TestApp, aino: &CustomerPerson) -> String {
    let kaisa = StaffClient::signed_in(app, "kaisa@ovelle.example", &[]).await;
    let found = search(&kaisa, THEIR_PHONE).await.body;
    let given = found["customers"][0]["customerRef"].as_str().expect("one was found").to_owned();
    let mut order = pickup(&[pizza(3)]);
    order["deliveryContact"]["phoneNumber"] = THEIR_PHONE.into();
    order["onBehalf"] = json!({ "customerRef": given, "phone": THEIR_PHONE });
    place(aino, app, &order).await;
    assert_eq!(aino.get(DETAILS).await.body.as_array().unwrap().len(), 2, "it is their own");
    let asked = aino.post(SEARCH, &json!({ "phone": THEIR_PHONE })).await;
    assert_eq!(brief(&asked), (401, "staff/unauthorized"));
    "placeOrder customerRef".to_owned()
}
