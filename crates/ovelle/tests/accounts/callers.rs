//! Who may use the shop, and with what a program proves who it is.

use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{browser::location_of, customer::CustomerPerson, kitchen::Answer, store_contract};

use crate::{
    identity::{LINK, ME, START, presenting, registered, with_provider},
    ordering::{Shop, call_centre, pickup, pizza, place},
};

const CART: &str = "/api/pricing/pricing/customer/cart";
const MENU: &str = "/api/commerce/v2/shops/12/menu?orderType=pickup";

// spec: OS-02
store_contract!(guests_customers_members_and_the_call_centre_look_around_and_order, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let member = CustomerPerson::register(&app, "eino").await;
    member.join().await;
    assert_eq!(member.get(ME).await.body["subscribedToLoyalty"], true);
    let (guest, agent) = (aino.with_cookie(None), call_centre(&aino));
    for (name, caller) in [("guest", &guest), ("customer", &aino), ("member", &member), ("call centre", &agent)] {
        for path in ["/api/commerce/v2/menu", "/api/commerce/v2/shops/summaries", MENU] {
            let answer = caller.get(path).await;
            assert_eq!(answer.status, StatusCode::OK, "{name}: {path}: {}", answer.body);
        }
        let order = pickup(&[pizza(1)]);
        let priced = caller.post(CART, &order).await;
        assert_eq!(priced.body["validationResult"]["isValid"], true, "{name}: {}", priced.body);
        let placed = place(caller, &app, &order).await;
        assert!(!placed.key.is_empty(), "{name}");
    }
    let theirs = async |person: &CustomerPerson| person.get("/api/users/me").await.body["activeOrders"].clone();
    assert_eq!([theirs(&aino).await, theirs(&member).await], [json!(1), json!(1)], "each their own");
});

// spec: LG-38
store_contract!(a_password_or_a_social_credential_gives_a_token, |db| async move {
    let (server, app) = with_provider(&db).await;
    let opens = async |token: &Value| {
        let call = app.http.get(app.url(ME)).bearer_auth(token.as_str().expect("a token"));
        Answer::read(call.send().await.unwrap()).await.body["userId"].clone()
    };
    let eino = CustomerPerson::register(&app, "eino").await;
    let body = json!({ "email": eino.email, "password": eino.password });
    let by_password = eino.with_cookie(None).post("/api/users/token", &body).await;
    assert_eq!(by_password.status, StatusCode::OK, "{}", by_password.body);
    assert_eq!(opens(&by_password.body["token"]).await, by_password.body["user"]["userId"]);

    let (mut browser, id) = registered(&app, &server).await;
    let there = location_of(&browser.get(START).await);
    assert!(there.contains("scope=openid+email+profile"), "the address is asked for: {there}");
    let call = app.http.post(app.url(LINK)).header("content-type", "application/json");
    let answer = call.body(presenting(&server.raw_token()).to_string()).send().await.unwrap();
    let by_credential = Answer::read(answer).await;
    assert_eq!((by_credential.status, &by_credential.body["user"]["userId"]), (StatusCode::OK, &json!(id)));
    assert_eq!(opens(&by_credential.body["token"]).await, json!(id));
});
