//! All that is kept of somebody, as they may have it.

use jiff::SignedDuration;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use testkit::{app::Setup, customer::CustomerPerson, store_contract};

use crate::{
    brief, fault,
    ordering::call_centre,
    scene::{EXPORT, TRACES, somebody},
};

fn proof(person: &CustomerPerson) -> Value {
    json!({ "currentPassword": person.password })
}

store_contract!(an_export_says_all_that_is_known, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    let call = zyx.person.ask(Method::POST, EXPORT, &proof(&zyx.person)).send().await.unwrap();
    assert_eq!(call.status(), StatusCode::OK);
    let header = |name: header::HeaderName| call.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header(header::CONTENT_DISPOSITION), "attachment; filename=\"ovelle-omat-tiedot.json\"");
    assert_eq!(header(header::CACHE_CONTROL), "no-store");
    let text = call.text().await.unwrap();
    // The number stands there as it was given; digits alone are for the staff's search.
    for trace in TRACES.into_iter().filter(|trace| *trace != "0407654321") {
        assert!(text.contains(trace), "{trace} is not in {text}");
    }
    let export: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(export["exportedAt"], json!(deps::Clock::now(&app.clock)));
    let mut me = zyx.person.get("/api/users/me").await.body;
    // The card stands beside it, without codes: what opens something is in no export.
    me["loyalty"] = Value::Null;
    assert_eq!(export["user"], me);
    assert_eq!(export["orders"].as_array().unwrap().len(), 2, "the unpaid one too");
    assert_eq!((&export["orders"][0]["status"], &export["orders"][1]["status"]), (&json!(11), &Value::Null));
    assert_eq!(export["orders"][0]["contact"]["avoidAllergens"], json!(["nuts"]));
    assert_eq!(export["feedback"][0]["text"], "T. Zyxteria Qvantfors");
    let notes: Vec<&Value> = export["notes"].as_array().unwrap().iter().map(|note| &note["staffNote"]).collect();
    assert!(notes.contains(&&json!("Qvantfors nukkui")), "{notes:?}");
    let consents: Vec<&Value> = export["consents"].as_array().unwrap().iter().map(|given| &given["what"]).collect();
    assert_eq!(consents, ["terms", "loyaltyTerms", "smsMarketing"]);
    let grossed = export["ledger"].as_array().unwrap().iter().find(|entry| entry["gross"] != 0).unwrap();
    assert_eq!(grossed["orderId"], zyx.brought.id.as_str());
    assert_eq!(export["sessions"].as_array().unwrap().len(), 2);
    assert_eq!(export["attribution"][0]["data"]["utm_campaign"], "zyxkampanja");
});

// A secret: what opens something, or is the digest of it.
store_contract!(no_secret_stands_in_an_export, |db| async move {
    let (_shop, _app, zyx) = somebody(&db).await;
    let mut secrets = vec![zyx.brought.key.clone(), zyx.unpaid.key.clone(), zyx.person.password.clone()];
    let cookie = zyx.person.cookie.as_deref().unwrap();
    secrets.push(cookie.split_once('=').unwrap().1.to_owned());
    let is_secret = |column: &str| {
        [
            "sha256",
            "password_hash",
            "key_salt",
            "session_id",
            "run",
            "answer",
            "placed_by",
            "placed_from",
            "content",
            "card",
        ]
        .contains(&column)
    };
    for row in db.dump().await {
        let of_row = row.columns.into_iter().filter(|(column, value)| is_secret(column) && value.is_string());
        secrets.extend(of_row.map(|(_, value)| value.as_str().unwrap().trim_start_matches("\\x").to_lowercase()));
    }
    secrets.retain(|secret| secret.len() >= 8);
    assert!(secrets.len() > 12, "{secrets:?}");
    for path in [EXPORT.to_owned(), format!("{EXPORT}?format=html")] {
        let call = zyx.person.ask(Method::POST, &path, &proof(&zyx.person)).send().await.unwrap();
        assert_eq!(call.status(), StatusCode::OK);
        let text = call.text().await.unwrap();
        let lowered = text.to_lowercase();
        for secret in &secrets {
            assert!(!lowered.contains(&secret.to_lowercase()), "{secret} stands in {text}");
        }
    }
});

store_contract!(the_page_reads_the_same_and_runs_nothing, |db| async move {
    let (_shop, _app, zyx) = somebody(&db).await;
    let html =
        zyx.person.ask(Method::POST, &format!("{EXPORT}?format=html"), &proof(&zyx.person)).send().await.unwrap();
    let header = |name: header::HeaderName| html.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header(header::CONTENT_TYPE), "text/html; charset=utf-8");
    assert_eq!(header(header::CONTENT_DISPOSITION), "attachment; filename=\"ovelle-omat-tiedot.html\"");
    let page = html.text().await.unwrap();
    for text in ["<html lang=\"fi\">", "Etunimi", "Katuosoite", "Hyväksynnät ja luvat"].iter().chain(&TRACES[..2]) {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    assert!(!page.contains("<script") && !page.contains("http"), "{page}");
    // Every name of the export is said in Finnish, but those that a browser made up.
    let labels = page.split("<dt>").skip(1).map(|rest| rest.split("</dt>").next().unwrap());
    let foreign: Vec<_> = labels
        .filter(|label| label.chars().next().is_some_and(char::is_lowercase) && !label.contains("utm_campaign"))
        .filter(|label| !["consent", "marketing"].contains(label))
        .collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    let wrong = zyx.person.post(&format!("{EXPORT}?format=pdf"), &proof(&zyx.person)).await;
    assert_eq!(fault(&wrong), (422, "request/invalid", "format"));
});

store_contract!(an_export_is_its_owners_and_three_a_day, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").flag(testkit::board::STAFF_FLAG).start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let no_proof = aino.post(EXPORT, &json!({})).await;
    assert_eq!(fault(&no_proof), (422, "request/invalid", "currentPassword"));
    let wrong = aino.post(EXPORT, &json!({ "currentPassword": "arvaus" })).await;
    assert_eq!(fault(&wrong), (422, "password/wrong", "currentPassword"));
    assert_eq!(brief(&aino.with_cookie(None).post(EXPORT, &proof(&aino)).await), (401, "users/unauthorized"));
    assert_eq!(brief(&call_centre(&aino).post(EXPORT, &proof(&aino)).await), (403, "users/forbidden"));
    for _ in 0..3 {
        assert_eq!(aino.post(EXPORT, &proof(&aino)).await.status, StatusCode::OK, "what failed does not count");
    }
    let program = aino.as_program().await;
    for person in [&aino, &program] {
        assert_eq!(brief(&person.post(EXPORT, &proof(&aino)).await), (429, "request/too-many"));
    }
    let eino = CustomerPerson::register(&app, "eino").await;
    assert_eq!(eino.post(EXPORT, &proof(&eino)).await.status, StatusCode::OK, "another has a count of their own");
    app.clock.turn(SignedDuration::from_hours(24));
    assert_eq!(aino.post(EXPORT, &proof(&aino)).await.status, StatusCode::OK);
});
