//! Where somebody says how it was, and what is tried with a part of the people.

use reqwest::header;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::Answer,
    store_contract,
};

use crate::{
    carts::{STAFF_TOKEN, post_as},
    money::{ORDER, folder, pickup, placed, started},
};

async fn survey(app: &TestApp, query: &str) -> Answer {
    let asked = app.http.get(app.url(&format!("/api/commerce/v2/survey?{query}"))).send().await;
    Answer::read(asked.unwrap()).await
}

store_contract!(a_survey_is_the_chains_and_learns_no_key, |db| async move {
    let folder = folder();
    std::fs::create_dir(folder.path().join("people")).unwrap();
    let form = |name: &str| format!("https://kysely.example/{name}");
    let forms = json!({ "order": form("tilaus"), "restaurant": form("ravintola?a=b"), "callCentre": form("puhelu") });
    folder.write("people/survey.json", &forms);
    let app = started(&db, &folder).await;
    let (order, _) = placed(&app, &pickup("04010", &json!({ "paymentMethod": "onsite" }))).await;
    let of_order = format!("orderId={}&orderKey={}", order.id, order.key);
    let mut by_phone = pickup("", &json!({ "onBehalf": { "phone": "040 765 4321" } }));
    by_phone["deliveryContact"] = json!({ "firstName": "Aino" });
    by_phone.as_object_mut().unwrap().remove("paymentMethod");
    let by_phone = Answer::read(post_as(&app, ORDER, Some(STAFF_TOKEN), &by_phone).await).await.body;
    let text = |name: &str| by_phone[name].as_str().unwrap();
    let of_call = format!("orderId={}&orderKey={}", text("orderId"), text("orderKey"));
    for (query, url) in [
        (of_order.clone(), format!("{}?orderId={}", form("tilaus"), order.id)),
        (format!("{of_order}&utm_source=mail"), format!("{}?orderId={}", form("tilaus"), order.id)),
        (format!("{of_order}&utm_source=callcentre"), format!("{}?orderId={}", form("puhelu"), order.id)),
        (of_call, format!("{}?orderId={}", form("puhelu"), text("orderId"))),
        ("restaurantId=12".to_owned(), form("ravintola?a=b&restaurantId=12")),
    ] {
        let answer = survey(&app, &query).await;
        assert_eq!((answer.status.as_u16(), answer.body), (200, json!({ "url": url })), "{query}");
    }
    for query in [format!("orderId={}&orderKey=x", order.id), format!("orderId={}", order.id), "orderId=x".to_owned()] {
        let refused = survey(&app, &query).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (404, "order/not-found"), "{query}");
    }
    for query in ["", "restaurantId=999", "restaurantId=x", "utm_source=callcentre"] {
        let refused = survey(&app, query).await;
        assert_eq!((refused.status.as_u16(), refused.field()), (422, "restaurantId"), "{query}");
    }
});

store_contract!(without_a_form_a_survey_is_our_own_page, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let answer = survey(&app, "restaurantId=12").await;
    assert_eq!(answer.body["url"], app.url("/kysely/vastaa?restaurantId=12"));
});

store_contract!(experiments_are_those_of_the_chain, |db| async move {
    let folder = folder();
    std::fs::create_dir(folder.path().join("people")).unwrap();
    let said = json!({ "minFetchSeconds": 600, "experiments": { "x": { "control": 50, "a": 30, "b": 20 } } });
    folder.write("people/experiments.json", &said);
    let app = started(&db, &folder).await;
    let ask = async |app: &TestApp| app.http.get(app.url("/api/experiments")).send().await.unwrap();
    let answer = ask(&app).await;
    assert_eq!(answer.headers()[header::CACHE_CONTROL], "max-age=300");
    assert_eq!(answer.json::<Value>().await.unwrap(), said);
    let built_in: Value = ask(&TestApp::start(&db).await).await.json().await.unwrap();
    assert_eq!(built_in["minFetchSeconds"], 43_200);
    let everybody = json!({ "control": 100, "a": 0, "b": 0 });
    let all = built_in["experiments"].as_object().unwrap();
    assert!(all.len() == 8 && all.values().all(|one| *one == everybody), "{built_in}");
    // Nobody listens there.
    let elsewhere = Setup::default().flag("--remote-config-url=http://127.0.0.1:1/config").start(&db).await;
    let nothing = json!({ "minFetchSeconds": 43_200, "experiments": {} });
    assert_eq!(ask(&elsewhere).await.json::<Value>().await.unwrap(), nothing);
});
