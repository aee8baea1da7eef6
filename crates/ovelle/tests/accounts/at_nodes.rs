//! Two nodes that share a database and a bus: what one writes of an account, the other knows with the next call.

use bus::LocalBus;
use deps::Clock;
use domain::staff::Role;
use jiff::SignedDuration;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    board::BoardPage,
    customer::{CustomerPerson, captcha_token},
    db::{DatabaseKind, TestDb},
    staff::StaffClient,
    store_contract,
};

use crate::{
    addresses::{ADDRESSES, add, address},
    brief,
    history::DETAILS,
    in_link,
    ordering::{Shop, delivery, pizza, place},
    reordering::FAVOURITE,
    scene::{ERASE, EXPORT, ME, Somebody},
};

const LATEST: &str = "/api/commerce/v2/customers/orders/latest";
const STAFF_ME: &str = "/api/users/staff/me";
const LOGIN: &str = "/api/users/login";

/// Two nodes with one time of day: on PostgreSQL with one Redis, on SQLite with one bus.
pub(crate) async fn two_nodes(db: &TestDb, setup: impl Fn() -> Setup) -> [TestApp; 2] {
    let [first, second] = match db.kind() {
        DatabaseKind::Postgres => [setup(), setup()],
        DatabaseKind::Sqlite => {
            let mut places = LocalBus::nodes(2);
            let second = places.remove(1);
            [setup().bus(places.remove(0)), setup().bus(second)]
        }
    };
    let first = first.start(db).await;
    let second = second.clock(&first.clock).start(db).await;
    [first, second]
}

/// The mails of a kind that the nodes sent, once there are so many: either of them may send it.
pub(crate) async fn mails_of(nodes: &[TestApp; 2], kind: &str, count: usize) -> Vec<Value> {
    let all = || nodes.iter().flat_map(|node| node.mails(kind)).collect::<Vec<_>>();
    for _ in 0..200 {
        if all().len() >= count {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(all().len(), count, "{kind}: {:#?}", all());
    all()
}

store_contract!(what_one_node_writes_of_an_account_the_other_reads_at_once, |db| async move {
    let shop = Shop::new();
    let [a, b] = two_nodes(&db, || shop.setup()).await;
    let aino = CustomerPerson::register(&a, "aino").await;
    let there = aino.at(&b);
    let same = async |path: &str| {
        let (here, there) = (aino.get(path).await, there.get(path).await);
        assert_eq!((here.status, &here.body), (there.status, &there.body), "{path}");
        there.body
    };
    assert_eq!(same("/api/users/session").await["user"]["email"], "aino@ovelle.example");

    for (n, (at, body)) in [
        (&there, json!({ "firstName": "Aina", "preferredPaymentMethod": { "id": "cod" } })),
        (&aino, json!({ "phone": "0407654321", "birthDate": "1990-05-17", "emailMarketingPermission": true })),
        (&there, json!({ "preferredPaymentMethod": null, "smsMarketingPermission": true })),
    ]
    .into_iter()
    .enumerate()
    {
        let changed = at.call(Method::PATCH, ME, &body).await;
        assert_eq!((changed.status, &changed.body), (StatusCode::OK, &same(ME).await), "{n}");
    }

    let home = add(&aino, &address("Liisankatu 12")).await;
    let work = add(&there, &address("Vilhonkatu 4")).await;
    assert_eq!(same(ADDRESSES).await[0]["addressId"], home);
    assert_eq!(aino.post(&format!("{ADDRESSES}/{work}/primary"), &json!({})).await.status, StatusCode::OK);
    assert_eq!(same(ME).await["primaryAddress"]["addressId"], work);
    let path = format!("{ADDRESSES}/{work}");
    assert_eq!(there.call(Method::DELETE, &path, &Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&aino.call(Method::DELETE, &path, &Value::Null).await), (404, "address/not-found"));
    assert_eq!(same(ADDRESSES).await[0]["addressId"], home);

    there.join().await;
    assert_eq!(same(ME).await["subscribedToLoyalty"], true);
    assert_eq!(aino.post("/api/loyalty/unregister", &Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(same(ME).await["subscribedToLoyalty"], false);

    let placed = place(&there, &b, &delivery(&[pizza(1)])).await;
    assert_eq!(same(DETAILS).await[0]["orderId"], placed.id.as_str());
    assert_eq!(same(LATEST).await[0]["status"], 0);
    assert_eq!(same(ME).await["activeOrders"], 1);
    a.kitchen().report_all(&placed.id, &[1, 3, 4, 8, 11]).await;
    assert_eq!(there.get(DETAILS).await.body[0]["status"], 11);
    assert_eq!((&same(DETAILS).await[0]["isActive"], &same(ME).await["activeOrders"]), (&json!(false), &json!(0)));
    assert_eq!(aino.post(FAVOURITE, &json!(placed.id)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(same(ME).await["favouriteOrderId"], placed.id.as_str());
    assert_eq!(there.call(Method::DELETE, FAVOURITE, &Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(same(DETAILS).await[0]["isFavourite"], false);
    assert_eq!(same("/api/commerce/v2/customers/me/reorder").await.as_array().unwrap().len(), 1);

    let confirmed = json!({ "confirm": "POISTA", "currentPassword": aino.password });
    assert_eq!(there.post(ERASE, &confirmed).await.status, StatusCode::NO_CONTENT);
    for path in [ME, ADDRESSES, DETAILS, LATEST] {
        assert_eq!(brief(&aino.get(path).await), (401, "users/unauthorized"), "{path}");
    }
    assert_eq!(brief(&aino.get(&Somebody::tracking(&placed)).await), (410, "order/expired"));
    assert_eq!(brief(&aino.clone().sign_in().await), (401, "users/invalid-credentials"));
});

store_contract!(a_session_that_ends_at_one_node_has_ended_at_the_other, |db| async move {
    let nodes = two_nodes(&db, Setup::default).await;
    let [a, b] = &nodes;
    let aino = CustomerPerson::register(a, "aino").await;
    let ended = (401, "users/unauthorized");
    let sign_in = async |at: &TestApp, password: &str| {
        let mut person = aino.at(at).with_cookie(None).who_says(&aino.email, password);
        assert_eq!(person.sign_in().await.status, StatusCode::OK);
        person
    };
    let one = sign_in(b, &aino.password).await;
    assert_eq!(one.at(a).post("/api/users/logout", &json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&one.get(ME).await), ended, "signed out");

    let program = aino.as_program().await;
    assert_eq!(program.at(b).get(ME).await.status, StatusCode::OK);
    assert_eq!(aino.at(b).post("/api/users/logout-all", &json!({})).await.status, StatusCode::NO_CONTENT);
    for person in [&aino, &program] {
        assert_eq!(brief(&person.get(ME).await), ended, "signed out everywhere");
    }

    let (here, there) = (sign_in(a, &aino.password).await, sign_in(b, &aino.password).await);
    let body = json!({ "currentPassword": aino.password, "newPassword": "viisi valasta" });
    assert_eq!(here.post("/api/users/me/password", &body).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&there.get(ME).await), ended, "another password");
    assert_eq!(here.at(b).get(ME).await.status, StatusCode::OK, "whoever changed it stays");
    assert_eq!(brief(&there.clone().sign_in().await), (401, "users/invalid-credentials"));

    let there = sign_in(b, "viisi valasta").await;
    here.post("/api/users/sendForgotPasswordEmail", &json!({ "email": aino.email })).await;
    let token = in_link(&mails_of(&nodes, "password-reset", 1).await[0], "passwordResetToken");
    let body = json!({ "passwordResetToken": token, "newPassword": "kuusi valasta" });
    assert_eq!(there.post("/api/users/changeUserPassword", &body).await.status, StatusCode::NO_CONTENT);
    for person in [&here, &there] {
        assert_eq!(brief(&person.get(ME).await), ended, "a forgotten password");
    }
    let spent = here.post("/api/users/changeUserPassword", &body).await;
    assert_eq!(brief(&spent), (410, "users/reset-expired"), "once at all nodes");

    let (here, there) = (sign_in(a, "kuusi valasta").await, sign_in(b, "kuusi valasta").await);
    let wish = json!({ "email": "uusi@ovelle.example", "currentPassword": "kuusi valasta" });
    assert_eq!(here.call(Method::PATCH, ME, &wish).await.status, StatusCode::OK);
    assert_eq!(there.get(ME).await.body["pendingEmail"], "uusi@ovelle.example");
    let link = json!({ "token": in_link(&mails_of(&nodes, "email-changed", 1).await[0], "token") });
    let guest = there.with_cookie(None);
    assert_eq!(guest.post("/api/users/confirmEmail", &link).await.status, StatusCode::NO_CONTENT);
    assert_eq!(brief(&there.get(ME).await), ended, "another address");
    assert_eq!(here.get(ME).await.body["email"], "uusi@ovelle.example");
    assert_eq!(brief(&here.post("/api/users/confirmEmail", &link).await), (410, "users/reset-expired"));
});

store_contract!(a_role_and_a_sign_out_of_the_staff_hold_at_the_other_node, |db| async move {
    let shop = Shop::new();
    let [a, b] = two_nodes(&db, || shop.setup()).await;
    let kaisa = StaffClient::signed_in(&a, "kaisa@ovelle.example", &[12]).await;
    let there = kaisa.at(&b);
    let busy = async |at: &StaffClient| {
        let answer = at.call(Method::PUT, "/api/staff/restaurants/12/busy", &json!({ "minutes": 10 })).await;
        answer.status.as_u16()
    };
    assert_eq!((busy(&kaisa).await, busy(&there).await), (403, 403));
    db.texts("UPDATE staff SET roles = '[\"restaurant\"]' RETURNING email").await;
    assert_eq!((busy(&there).await, busy(&kaisa).await), (200, 200), "from the next call");
    for at in [&kaisa, &there] {
        assert_eq!(brief(&at.get(ME).await), (401, "users/unauthorized"), "no call centre any more");
    }
    let mut page = BoardPage::open(&b, &there.live_token().await, &[]).await;
    assert_eq!(kaisa.call(Method::POST, "/api/users/logout", &json!({})).await.status, StatusCode::NO_CONTENT);
    let began = std::time::Instant::now();
    assert_eq!(page.line.expect("error").await["code"], "board/session-ended");
    assert!(began.elapsed() < std::time::Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(brief(&there.get(STAFF_ME).await), (401, "staff/unauthorized"));

    let roles = [Role::Dispatch].into_iter().collect();
    let mut olli = StaffClient::let_in_as(&a, "olli@ovelle.example", &[12], roles).await;
    assert_eq!(olli.at(&b).sign_in().await.status, StatusCode::OK, "let in at one, signed in at the other");
    assert_eq!(olli.sign_in().await.status, StatusCode::OK);
    let email = olli.email.parse().unwrap();
    assert!(b.node().store().staff().remove(&email, b.clock.now()).await.unwrap());
    assert_eq!(brief(&olli.get(STAFF_ME).await), (401, "staff/unauthorized"), "removed");
});

store_contract!(terms_that_one_node_has_read_hold_at_all, |db| async move {
    let shop = Shop::new();
    let [a, b] = two_nodes(&db, || shop.setup()).await;
    let aino = CustomerPerson::register(&a, "aino").await;
    let terms =
        json!({ "shop": { "version": "2", "mustAccept": true }, "loyalty": { "version": "1", "mustAccept": false } });
    shop.write("settings.json", &json!({ "terms": terms }));
    let newer = shop.setup().clock(&a.clock).start(&db).await;
    for node in [&a, &b, &newer] {
        let there = aino.at(node);
        let user = there.get(ME).await.body;
        assert_eq!((&user["acceptedTerms"], &user["terms"]["shop"]["version"]), (&json!(false), &json!("2")));
        assert_eq!(brief(&there.get(ADDRESSES).await), (403, "users/terms-required"));
        let identity = there.get("/api/users/identity").await.body;
        assert_eq!(identity["terms"]["shop"]["version"], "2", "who registers reads the new one");
    }
    let older = json!({ "acceptedTerms": true, "termsVersion": "1" });
    assert_eq!(brief(&aino.at(&b).call(Method::PATCH, ME, &older).await), (409, "users/terms-moved"));
    let accepted = aino.at(&b).call(Method::PATCH, ME, &json!({ "acceptedTerms": true, "termsVersion": "2" })).await;
    assert_eq!((accepted.status, &accepted.body["acceptedTerms"]), (StatusCode::OK, &json!(true)));
    for node in [&a, &newer] {
        assert_eq!(aino.at(node).get(ADDRESSES).await.status, StatusCode::OK);
    }
});

store_contract!(what_is_counted_is_counted_over_nodes, |db| async move {
    let shop = Shop::new();
    let nodes = two_nodes(&db, || shop.setup().flag("--rate-factor=1")).await;
    let aino = CustomerPerson::register(&nodes[0], "aino").await;
    let at = |n: usize| aino.at(&nodes[n % 2]);
    let guess = json!({ "email": aino.email, "password": "seitsemän susea" });
    for n in 0..5 {
        assert_eq!(
            brief(&at(n).with_cookie(None).post(LOGIN, &guess).await),
            (401, "users/invalid-credentials"),
            "{n}"
        );
    }
    let right = json!({ "email": aino.email, "password": aino.password });
    for n in 0..2 {
        let waits = at(n).with_cookie(None).post(LOGIN, &right).await;
        assert_eq!(brief(&waits), (429, "users/too-many-attempts"), "failures to sign in");
    }
    nodes[0].clock.turn(SignedDuration::from_secs(2));
    assert_eq!(brief(&at(1).with_cookie(None).post(LOGIN, &right).await), (403, "captcha/required"));
    let mut solved = right.clone();
    solved["googleRecaptchaToken"] = captcha_token(&nodes[0], "login").await.into();
    assert_eq!(at(1).with_cookie(None).post(LOGIN, &solved).await.status, StatusCode::OK);
    let mut taken = aino.registration();
    taken["googleRecaptchaToken"] = captcha_token(&nodes[0], "register").await.into();
    for (n, refused) in [(1, (409, "users/email-taken")), (0, (403, "captcha/failed"))] {
        let answer = at(n).with_cookie(None).post("/api/users/register", &taken).await;
        assert_eq!(brief(&answer), refused, "a captcha's token is spent at both");
    }

    for n in 0..5 {
        let wish = json!({ "email": format!("uusi{n}@ovelle.example"), "currentPassword": aino.password });
        assert_eq!(at(n).call(Method::PATCH, ME, &wish).await.status, StatusCode::OK, "{n}");
    }
    for n in 0..2 {
        let wish = json!({ "email": "uusi6@ovelle.example", "currentPassword": aino.password });
        assert_eq!(brief(&at(n).call(Method::PATCH, ME, &wish).await), (429, "request/too-many"), "other addresses");
    }
    for n in 0..5 {
        let export = at(n).post(EXPORT, &json!({ "currentPassword": aino.password })).await;
        assert_eq!(export.status.as_u16(), if n < 3 { 200 } else { 429 }, "exports: {}", export.body["messageCode"]);
    }
    for n in 0..6 {
        at(n).with_cookie(None).post("/api/users/sendForgotPasswordEmail", &json!({ "email": aino.email })).await;
    }
    mails_of(&nodes, "password-reset", 3).await;
});
