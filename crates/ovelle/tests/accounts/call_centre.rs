//! The call centre as a customer of the shop: segment 2, with its fee, its cash, and no account of its own.

use domain::staff::Role;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{customer::CustomerPerson, shop::PLACING, staff::StaffClient, store_contract};

use crate::{
    brief,
    ordering::{Shop, call_centre, pickup, pizza},
};

const CART: &str = "/api/pricing/pricing/customer/cart";
const METHODS: &str = "/api/commerce/v2/shoppingcart/payments";

// spec: CC-03
store_contract!(the_call_centre_is_segment_two_without_anything_of_its_own, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    assert_eq!(aino.get("/api/users/me").await.body["customerSegment"], 1);
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[12]).await;
    let me = kaisa.get("/api/users/me").await.body;
    for (field, value) in [
        ("customerSegment", json!(2)),
        ("addresses", json!([])),
        ("primaryAddress", Value::Null),
        ("email", json!("asiakaspalvelu@ovelle.example")),
        ("phone", json!("")),
        ("loyalty", Value::Null),
        ("subscribedToLoyalty", json!(false)),
        ("preferredPaymentMethod", json!({ "id": "cod", "option": null })),
    ] {
        assert_eq!(me[field], value, "{field}");
    }
    assert_eq!(call_centre(&aino).get("/api/users/me").await.body["userId"], "staff-0");
    assert_eq!(kaisa.get("/api/users/me/addresses").await.body, json!([]));
    assert_eq!(kaisa.get("/api/commerce/v2/customers/me/reorder").await.body, json!([]));
    let roles: Vec<(&[Role], u16)> = vec![
        (&[Role::CallCentre, Role::Restaurant], 200),
        (&[Role::Restaurant, Role::Dispatch], 401),
        (&[Role::Dispatch], 401),
    ];
    for (n, (roles, status)) in roles.into_iter().enumerate() {
        let roles = roles.iter().copied().collect();
        let mut person = StaffClient::let_in_as(&app, &format!("h{n}@ovelle.example"), &[12], roles).await;
        person.sign_in().await;
        assert_eq!(person.get("/api/users/me").await.status.as_u16(), status, "{n}");
    }
});

// spec: CC-04, CC-06
store_contract!(who_orders_by_telephone_pays_the_fee_and_in_cash, |db| async move {
    let shop = Shop::new();
    let app = shop.start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let kaisa = StaffClient::signed_in(&app, "kaisa@ovelle.example", &[]).await;
    let order = pickup(&[pizza(1)]);
    let priced = async |flag: Value| {
        let mut order = order.clone();
        order["hasPhoneOrderFee"] = flag;
        let of_agent = kaisa.call(reqwest::Method::POST, CART, &order).await.body["phoneOrderFee"].clone();
        (of_agent, aino.post(CART, &order).await.body["phoneOrderFee"].clone())
    };
    assert_eq!(priced(Value::Null).await, (json!(0.99), json!(0)));
    assert_eq!(priced(json!(true)).await, (json!(0.99), json!(0)), "nobody else's flag counts");
    assert_eq!(priced(json!(false)).await, (json!(0), json!(0)));

    let methods = |answer: &Value| answer.to_string().contains("\"cod\"");
    let path = format!("{METHODS}?shopId=12&deliveryMethod=pickup");
    let (of_agent, of_aino) = (kaisa.get(&path).await, aino.get(&path).await);
    assert_eq!((of_agent.status, methods(&of_agent.body)), (StatusCode::OK, true), "{}", of_agent.body);
    assert!(!methods(&of_aino.body), "{}", of_aino.body);
    let mut unpaid = order.clone();
    unpaid.as_object_mut().unwrap().remove("paymentMethod");
    let placed = kaisa.call(reqwest::Method::POST, PLACING, &unpaid).await;
    assert_eq!((placed.status, &placed.body["grandTotal"]), (StatusCode::CREATED, &json!(13.89)), "{}", placed.body);
    assert_eq!(placed.body["payment"]["action"], "none");
    let shown = kaisa.get(&format!("/api/staff/orders/{}", placed.body["orderId"].as_str().unwrap())).await.body;
    assert_eq!(shown["order"]["payment"]["paymentMethod"], "cod", "{}", shown["order"]["payment"]);
    let mut customers = unpaid.clone();
    customers["customerSegment"] = json!(2);
    assert_eq!(brief(&aino.post(PLACING, &customers).await), (422, "request/invalid"), "who names no method but them");
    customers["paymentMethod"] = "cod".into();
    assert_ne!(
        aino.post(PLACING, &customers).await.status,
        StatusCode::CREATED,
        "cash at the door is the call centre's"
    );
});
