//! What a caller calls this host stands in no link, and leads no browser anywhere.

use serde_json::{Value, json};
use testkit::{
    app::{CHAIN_KEY, TestApp},
    kitchen::Answer,
    store_contract,
};

use crate::carts::{cart, example, line};

const ORDER: &str = "/api/commerce/v2/shoppingcart/order";
/// What a caller may say of the host that it asks.
const LIES: [(&str, &str); 4] = [
    ("host", "evil.example"),
    ("x-forwarded-host", "evil.example"),
    ("x-forwarded-proto", "http"),
    ("origin", "http://evil.example"),
];

/// A pizza to be fetched, after which the browser goes to an address; none: to where the shop says.
fn order(number: usize, redirect_url: Option<&str>) -> Value {
    let mut order = cart("pickup", &[line("a", "3001", "101", 1, &[])], &json!({ "paymentMethod": "scheme" }));
    let phone = format!("040 123 45{number:02}");
    order["deliveryContact"] = json!({ "firstName": "Aino", "phoneNumber": phone, "email": "aino@example.fi" });
    order["redirectUrl"] = json!(redirect_url);
    order
}

/// Calls with all lies, as a proxy that is believed would pass them on.
async fn lying(app: &TestApp, path: &str, body: Option<&Value>) -> reqwest::Response {
    let call = match body {
        Some(body) => app.http.post(app.url(path)).body(body.to_string()),
        None => app.http.get(app.url(path)),
    };
    let call = LIES.iter().fold(call, |call, (name, value)| call.header(*name, *value));
    call.send().await.expect("the server answers")
}

/// Places an order for each address, with all lies; what each is answered.
async fn place_for(app: &TestApp, wanted: &[(Option<&str>, u16)]) {
    for (number, (address, status)) in wanted.iter().enumerate() {
        let answer = Answer::read(lying(app, ORDER, Some(&order(number, *address))).await).await;
        let field = if *status == 422 { "redirectUrl" } else { "" };
        assert_eq!((answer.status.as_u16(), answer.field()), (*status, field), "{address:?}: {}", answer.body);
    }
}

store_contract!(a_browser_goes_nowhere_because_a_caller_says_so, |db| async move {
    let folder = example(&json!([]), &[]);
    let setup = folder.setup("2026-11-24 18:00").flag("--trusted-proxies=127.0.0.0/8");
    let setup = setup.flag("--public-url=https://ovelle.example").flag("--allowed-origins=https://app.example");
    let app = setup.start(&db).await;
    let here = app.url("/tilaus/tulos");
    place_for(
        &app,
        &[
            (Some("https://ovelle.example/tilaus/tulos?a=1"), 201),
            (Some("https://app.example/valmis"), 201),
            (None, 201),
            (Some("http://evil.example/"), 422),
            (Some("http://ovelle.example/"), 422),
            (Some(here.as_str()), 422),
        ],
    )
    .await;
});

store_contract!(without_a_public_url_a_browser_stays_on_this_machine, |db| async move {
    let folder = example(&json!([]), &[]);
    let app = folder.setup("2026-11-24 18:00").flag("--trusted-proxies=127.0.0.0/8").start(&db).await;
    let here = app.url("/tilaus/tulos");
    place_for(
        &app,
        &[
            (Some(here.as_str()), 201),
            (Some("http://localhost:5173/x"), 201),
            (None, 201),
            (Some("http://evil.example/"), 422),
            (Some("https://localhost/"), 422),
            (Some("https://ovelle.example/"), 422),
        ],
    )
    .await;
});

store_contract!(no_link_begins_with_what_a_caller_calls_the_host, |db| async move {
    let folder = example(&json!([]), &[]);
    let setup = folder.setup("2026-11-24 18:00").flag("--trusted-proxies=127.0.0.0/8");
    let app = setup.flag("--public-url=https://ovelle.example").start(&db).await;
    let placed = Answer::read(lying(&app, ORDER, Some(&order(1, None))).await).await.body;
    let is_ours = |link: &Value| link.as_str().is_some_and(|link| link.starts_with("https://ovelle.example/"));
    assert!(is_ours(&placed["trackingUrl"]) && is_ours(&placed["payment"]["redirectUrl"]), "{placed}");

    let page = placed["payment"]["redirectUrl"].as_str().unwrap().replace("https://ovelle.example", "");
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let call = LIES[..3].iter().fold(client.post(app.url(&page)), |call, (name, value)| call.header(*name, *value));
    let chosen = call.body("choice=pay").send().await.unwrap();
    let back = chosen.headers()["location"].to_str().unwrap().replace("https://ovelle.example", "");
    let call = LIES[..3].iter().fold(client.get(app.url(&back)), |call, (name, value)| call.header(*name, *value));
    let result = call.send().await.unwrap();
    let location = result.headers()["location"].to_str().unwrap();
    assert!(location.starts_with("https://ovelle.example/tilaus/tulos?"), "{location}");
    let mails = app.mails_of("order-receipt", 1).await;
    assert!(!mails[0].to_string().contains("evil.example"));

    for path in ["/", "/ravintolat", "/sitemap.xml", "/robots.txt"] {
        let answer = lying(&app, path, None).await;
        assert!(answer.status().is_success(), "{path}");
        assert!(!answer.text().await.unwrap().contains("evil.example"), "{path}");
    }
    let registered = json!({ "restaurantId": "12", "orderType": "pickup", "orderItems": [] });
    let call = app.http.post(app.url("/api/dispatch/orders")).bearer_auth(CHAIN_KEY).body(registered.to_string());
    let call = LIES[..3].iter().fold(call, |call, (name, value)| call.header(*name, *value));
    let registered = Answer::read(call.send().await.unwrap()).await.body;
    assert!(is_ours(&registered["trackingUrl"]), "{registered}");
});
