//! What goes by itself, once its time has come.

use std::fs;

use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{app::TestApp, customer::CustomerPerson, db::TestDb, store_contract};

use crate::{
    brief,
    ordering::Shop,
    scene::{ME, somebody, traces},
};

fn days(many: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * many)
}

/// One round of what a node does each hour.
async fn hour(app: &TestApp) {
    app.node().forget().await.unwrap();
}

/// The rows of a table.
async fn rows(db: &TestDb, table: &str) -> Vec<Value> {
    db.dump().await.into_iter().filter(|row| row.table == table).map(|row| Value::Object(row.columns)).collect()
}

store_contract!(an_unused_account_is_told_then_erased, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    app.clock.turn(days(3 * 365 - 30));
    hour(&app).await;
    assert_eq!(app.mails("account-erased").len(), 0, "not a day early");
    app.clock.turn(days(1));
    tokio::join!(hour(&app), hour(&app));
    hour(&app).await;
    app.mails_of("account-erased", 1).await;
    app.clock.turn(days(29));
    hour(&app).await;
    assert!(!traces(&db.dump().await).is_empty(), "they have their thirty days");
    app.clock.turn(days(2));
    tokio::join!(hour(&app), hour(&app));
    assert_eq!(traces(&db.dump().await), []);
    assert_eq!(brief(&zyx.person.clone().sign_in().await), (401, "users/invalid-credentials"));
});

store_contract!(who_comes_back_keeps_their_account, |db| async move {
    let shop = Shop::new();
    let app = shop.setup().flag("--account-retention=60d").start(&db).await;
    let mut aino = CustomerPerson::register(&app, "aino").await;
    app.clock.turn(days(31));
    hour(&app).await;
    let told = app.mails_of("account-erased", 1).await;
    assert!(told[0]["links"][0].as_str().unwrap().ends_with("/kirjaudu"), "{}", told[0]);
    assert_eq!(aino.sign_in().await.status, StatusCode::OK);
    app.clock.turn(days(29));
    hour(&app).await;
    assert_eq!(aino.get(ME).await.status, StatusCode::OK);
    assert_eq!(app.mails("account-erased").len(), 0, "mails stay for a week");
    app.clock.turn(days(2));
    hour(&app).await;
    app.mails_of("account-erased", 1).await;
});

store_contract!(terms_that_are_never_answered_end_an_account, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    let eino = CustomerPerson::register(&app, "eino").await;
    for person in [&aino, &eino] {
        unanswered(&db, person).await;
    }
    assert_eq!(aino.post("/api/users/me/decline", &json!({})).await.status, StatusCode::NO_CONTENT);
    let emails = async || rows(&db, "sign_in_emails").await.iter().map(|row| row["email"].clone()).collect::<Vec<_>>();
    assert_eq!(emails().await, ["eino@ovelle.example"], "who declines is erased at once");
    app.clock.turn(SignedDuration::from_hours(24));
    hour(&app).await;
    assert_eq!(emails().await, ["eino@ovelle.example"]);
    app.clock.turn(SignedDuration::from_secs(1));
    hour(&app).await;
    assert!(emails().await.is_empty(), "who never answers is erased after a day");
});

/// As an account stands whose owner came by a provider and has accepted nothing yet.
async fn unanswered(db: &TestDb, person: &CustomerPerson) {
    assert!(person.id.parse::<i64>().is_ok());
    db.texts("UPDATE customers SET terms_version = NULL RETURNING email").await;
}

store_contract!(sessions_links_and_counts_go_at_their_end, |db| async move {
    let (_shop, app, _zyx) = somebody(&db).await;
    assert!(!rows(&db, "customer_sessions").await.is_empty() && !rows(&db, "customer_tokens").await.is_empty());
    assert!(!rows(&db, "idempotency_keys").await.is_empty());
    app.clock.turn(days(31));
    hour(&app).await;
    let left = |rows: &[Value]| rows.iter().map(|row| row["purpose"].clone()).collect::<Vec<_>>();
    assert_eq!(left(&rows(&db, "customer_tokens").await), [json!("undo-email")], "one that ends later stays");
    for table in ["customer_sessions", "idempotency_keys", "rate_logs"] {
        assert_eq!(rows(&db, table).await, [] as [Value; 0], "{table}");
    }
});

store_contract!(what_somebody_agreed_to_before_goes_after_a_year, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    for value in [true, false] {
        app.clock.turn(SignedDuration::from_secs(1));
        let changed = aino.call(Method::PATCH, ME, &json!({ "smsMarketingPermission": value })).await;
        assert_eq!(changed.status, StatusCode::OK);
    }
    let given = async || {
        let rows = rows(&db, "customer_consents").await;
        rows.iter().filter(|row| row["what"] == "smsMarketing").count()
    };
    app.clock.turn(days(365));
    hour(&app).await;
    assert_eq!(given().await, 2);
    app.clock.turn(SignedDuration::from_secs(1));
    hour(&app).await;
    assert_eq!(given().await, 1, "the last word stays");
});

store_contract!(mail_files_are_their_owners_and_go_after_a_week, |db| async move {
    let app = TestApp::start(&db).await;
    let _aino = CustomerPerson::register(&app, "aino").await;
    app.mails_of("account-created", 1).await;
    fs::write(app.mail_folder().join("notes.txt"), "somebody else's").unwrap();
    #[cfg(unix)]
    for entry in fs::read_dir(app.mail_folder()).unwrap().map(Result::unwrap) {
        use std::os::unix::fs::PermissionsExt;
        let is_mail = entry.path().extension().is_some_and(|extension| extension == "json");
        assert!(!is_mail || entry.metadata().unwrap().permissions().mode() & 0o777 == 0o600, "{entry:?}");
    }
    app.clock.turn(days(7));
    hour(&app).await;
    assert_eq!(app.mails("account-created").len(), 1);
    app.clock.turn(SignedDuration::from_secs(1));
    hour(&app).await;
    let left: Vec<_> = fs::read_dir(app.mail_folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["notes.txt"]);
});
