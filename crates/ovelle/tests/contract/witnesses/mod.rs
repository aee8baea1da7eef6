//! Attacks, and what is done with what is guarded: each leaves its line in the log, and none says whom it is about.

mod attack;
mod scene;

use serde_json::json;
use testkit::{app::CHAIN_KEY, process::STAFF_TOKEN, store_contract};

use crate::staff_process::ovelle;
use scene::{Scene, folder, security_line};

/// What staff write of a customer when money goes back.
const REASON: &str = "Pizza oli kylmä, soita +358 50 9876543 tai aino@example.fi";

/// What is done, each from an address of its own, and the line that it leaves: its kind, who, and a part of what it is about.
const ATTACKS: [(&str, &str, &str, &str); 25] = [
    ("a wrong password", "sign_in_failed", "guest", "POST /api/users/staff/sign-in"),
    ("a customer's wrong password", "sign_in_failed", "guest", "POST /api/users/login"),
    ("a program's wrong password", "sign_in_failed", "guest", "POST /api/users/token"),
    ("a wrong present password", "sign_in_failed", "staff:1", "POST /api/users/staff/password"),
    ("a token that nobody has", "sign_in_failed", "guest", "a token"),
    ("a dispatch key that nobody has", "sign_in_failed", "guest", "a token"),
    ("a key of a dispatch line that nobody has", "sign_in_failed", "guest", "a token"),
    ("a key in a dispatch line's upgrade that nobody has", "sign_in_failed", "guest", "a token"),
    ("a sixth wrong password", "sign_in_slowed", "guest", "POST /api/users/staff/sign-in"),
    ("a key out of reach", "role_refused", "bound", "POST /api/dispatch/orders/{orderId}/status"),
    ("a key out of reach in bulk", "role_refused", "bound", "POST /api/dispatch/status"),
    ("a key out of reach on a line", "role_refused", "bound", "ovelle.dispatch.v1"),
    ("a key that watches out of reach", "role_refused", "bound", "ovelle.dispatch.v1"),
    ("a role without the right", "role_refused", "staff:1", "POST /api/staff/orders/{orderId}/accept"),
    ("a person out of reach", "role_refused", "staff:1", "GET /api/staff/orders/{orderId}"),
    ("a refund out of reach", "role_refused", "staff:1", "POST /api/staff/orders/{orderId}/refund"),
    ("a board out of reach", "role_refused", "staff:1", "board"),
    ("an order out of reach on a line", "role_refused", "staff:1", "order"),
    ("a forged notification", "signature", "guest", "POST /api/payments/notifications/test"),
    ("six wrong gift cards", "gift_card", "guest", "POST /api/commerce/v2/shoppingcart/order"),
    ("six wrong codes", "code", "guest", "promotion codes"),
    ("eleven wrong codes", "limit", "guest", "promotion codes"),
    ("eleven wrong order keys", "limit", "guest", "GET /api/commerce/v2/order-tracking/{orderId}/{orderKey}"),
    ("eleven wrong order keys on a line", "limit", "guest", "order"),
    ("money given back by a person", "refund", "staff:1", " 5.00 €, Pizza oli kylmä, soita *** 50 *** tai ***"),
];

/// What no line may hold.
const UNSAID: [&str; 12] = [
    "liisa",
    "Liisa",
    "wrong-",
    "Aino",
    "aino",
    "9876543",
    "0409998877",
    "KOODI",
    "koodi",
    "4929123412341234",
    "Vilhonkatu",
    STAFF_TOKEN,
];

/// The address from which the attack of a number comes.
fn address(number: usize) -> String {
    format!("203.0.113.{}", number + 1)
}

store_contract!(every_attack_leaves_a_line_and_no_line_says_whom_it_is_about, |db| async move {
    let folder = folder();
    let mut scene = Scene::set(&db, &folder).await;
    for (number, (what, kind, who, about)) in ATTACKS.into_iter().enumerate() {
        let from = address(number);
        scene.attack(what, &from).await;
        let begin = format!(r#"kind="{kind}" who="{who}" address="{from}" subject=""#);
        scene.until(|line| line.starts_with(&begin) && line.contains(about) && line.contains(" count=")).await;
    }

    // The system itself, and an operator.
    let order = scene.paid("0409998871").await;
    let path = format!("/api/dispatch/orders/{order}/status");
    assert_eq!(
        scene.as_key(CHAIN_KEY, &path, "198.51.100.1", &json!({ "status": 13, "note": "Uuni on rikki." })).await.0,
        200
    );
    let back = format!(r#"kind="refund" who="payments" address="-" subject="order {order}: "#);
    scene.until(|line| line.starts_with(&back) && line.contains("€, the order was cancelled")).await;
    let order = scene.paid("0409998872").await;
    let given = ovelle(db.url(), &["refund", &order, "--amount", "2.5", "--reason", REASON], &[]);
    let said = String::from_utf8(given.stderr).unwrap();
    let line = said.lines().find_map(security_line).expect("a line of the security log");
    let expected =
        format!(r#"kind="refund" who="command line" address="-" subject="order {order}: 2.50 €, Pizza oli kylmä,"#);
    assert!(line.starts_with(&expected), "{line}");

    for (_, kind, ..) in ATTACKS {
        let name = format!(r#"ovelle_security_events_total{{kind="{kind}"}}"#);
        assert!(scene.node.figure(&name).await >= 1.0, "{kind}");
    }
    scene.node.signal("TERM");
    assert!(scene.node.ended().await.success());
    let log = scene.node.log() + &said;
    let telling = |line: &&str| {
        let is_unsaid =
            UNSAID.iter().copied().chain(scene.secrets.iter().map(String::as_str)).any(|word| line.contains(word));
        // Where somebody called from stands in the security log alone.
        is_unsaid || (security_line(line).is_none() && (line.contains("203.0.113.") || line.contains("198.51.100.")))
    };
    let telling: Vec<&str> = log.lines().filter(telling).collect();
    assert!(telling.is_empty(), "{telling:#?}");
});
