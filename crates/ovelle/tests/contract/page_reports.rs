//! What pages report of themselves: errors for the log, and how fast they are.

use reqwest::{Response, header};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    process::NodeSetup,
    store_contract,
};

const ERRORS: &str = "/api/analytics/errors";
const VITALS: &str = "/api/analytics/vitals";

fn error(code: &str) -> Value {
    json!({ "events": [{ "code": code, "message": "x is undefined" }] })
}

fn lcp(value: &Value, route: &str) -> Value {
    json!({ "metrics": [{ "name": "LCP", "value": value, "route": route }] })
}

async fn report(app: &TestApp, path: &str, body: String) -> Response {
    app.http.post(app.url(path)).header(header::CONTENT_TYPE, "text/plain").body(body).send().await.unwrap()
}

/// The value of a figure, by its name and labels as they are written.
async fn figure(app: &TestApp, name: &str) -> Option<f64> {
    let text = app.http.get(app.url("/metrics")).send().await.unwrap().text().await.unwrap();
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}

// spec: AN-04, AN-05
store_contract!(an_error_of_a_page_is_a_line_of_the_log_without_whose_page_it_was, |db| async move {
    let mut node = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url()).start().await;
    let http = reqwest::Client::new();
    let event = json!({
        "code": "FRONTEND_ADD_TO_CART_ERROR", "message": format!("aino@example.fi 040 123 4567 {}", "ä".repeat(600)),
        "path": "/tilaus/10234?orderKey=aB3xYz", "version": "0.1.0", "at": "2026-11-29T12:00:00Z",
        "context": { "coupon": "7q2m9x4t8w3kd", "deep": { "name": "Aino" }, "step": "cart" },
    });
    let other = json!({ "code": "FRONTEND_CROSS_SELL_ITEM_ISSUE" });
    let url = format!("http://{}{ERRORS}", node.address());
    let body = json!({ "events": [event, other] }).to_string();
    let sent = http.post(url).body(body).send().await.unwrap();
    assert_eq!((sent.status().as_u16(), sent.text().await.unwrap().as_str()), (204, ""));
    node.signal("TERM");
    assert!(node.ended().await.success());
    let log = node.log();
    let said: Vec<_> = log.lines().filter(|line| line.contains("a page reports an error")).collect();
    assert_eq!(said.len(), 2, "{log}");
    assert!(
        said[0].contains("FRONTEND_ADD_TO_CART_ERROR") && said[1].contains("FRONTEND_CROSS_SELL_ITEM_ISSUE"),
        "{log}"
    );
    for kept in ["step=cart", "/tilaus/***", "2026-11-29T12:00:00Z"] {
        assert!(said[0].contains(kept), "{kept}: {}", said[0]);
    }
    for left_out in ["aino", "Aino", "4567", "10234", "aB3xYz", "7q2m"] {
        assert!(!said[0].contains(left_out), "{left_out}: {}", said[0]);
    }
    assert!(said[0].matches('ä').count() <= 500, "{}", said[0]);
});

store_contract!(errors_of_pages_are_counted_by_their_code_and_no_page_invents_one, |db| async move {
    let app = TestApp::start(&db).await;
    for code in ["FRONTEND_CHUNK_ERROR", "FRONTEND_CHUNK_ERROR", "FRONTEND_MADE_UP"] {
        assert_eq!(report(&app, ERRORS, error(code).to_string()).await.status(), 204);
    }
    let counted = |code: &str| format!("ovelle_frontend_errors_total{{code=\"{code}\"}}");
    assert_eq!(figure(&app, &counted("CHUNK_ERROR")).await, Some(2.0));
    assert_eq!(figure(&app, &counted("other")).await, Some(1.0));
    assert_eq!(figure(&app, &counted("MADE_UP")).await, None);
    let events = |count: usize| json!({ "events": vec![json!({ "code": "FRONTEND_UNCAUGHT" }); count] }).to_string();
    for (body, status, field) in [
        (error("UNCAUGHT").to_string(), 422, "events[0].code"),
        (error("FRONTEND_x").to_string(), 422, "events[0].code"),
        (events(0), 422, "events"),
        (events(21), 422, "events"),
    ] {
        let refused = report(&app, ERRORS, body.clone()).await;
        assert_eq!(refused.status(), status, "{body}");
        assert_eq!(refused.json::<Value>().await.unwrap()["metadata"]["field"], field, "{body}");
    }
    assert_eq!(report(&app, ERRORS, events(20)).await.status(), 204);
    assert_eq!(report(&app, ERRORS, "{".to_owned()).await.status(), 400);
    let large = json!({ "events": [{ "code": "FRONTEND_UNCAUGHT", "message": "x".repeat(16 * 1024) }] });
    assert_eq!(report(&app, ERRORS, large.to_string()).await.status(), 413);
    assert_eq!(figure(&app, &counted("UNCAUGHT")).await, Some(20.0));
});

store_contract!(how_fast_pages_are_is_a_figure_by_name_and_route, |db| async move {
    let app = TestApp::start(&db).await;
    for (value, route) in [(json!(1500), "/menu/{slug}"), (json!(2250.0), "/menu/{slug}"), (json!(100), "/evil/10234")]
    {
        assert_eq!(report(&app, VITALS, lcp(&value, route).to_string()).await.status(), 204, "{route}");
    }
    let sum = |route: &str| format!("ovelle_frontend_vitals_sum{{name=\"LCP\",route=\"{route}\"}}");
    assert_eq!(figure(&app, &sum("/menu/{slug}")).await, Some(3.75));
    assert_eq!(figure(&app, &sum("other")).await, Some(0.1));
    assert_eq!(figure(&app, &sum("/evil/10234")).await, None);
    let all: Vec<_> = ["LCP", "INP", "CLS", "FCP", "TTFB"]
        .iter()
        .map(|name| json!({ "name": name, "value": 0, "route": "/" }))
        .collect();
    assert_eq!(report(&app, VITALS, json!({ "metrics": all }).to_string()).await.status(), 204);
    for (body, field) in [
        (lcp(&json!(-1), "/"), "metrics[0].value"),
        (json!({ "metrics": [{ "name": "FID", "value": 1, "route": "/" }] }), "metrics[0].name"),
        (json!({ "metrics": [] }), "metrics"),
        (json!({ "metrics": vec![lcp(&json!(1), "/")["metrics"][0].clone(); 11] }), "metrics"),
    ] {
        let refused = report(&app, VITALS, body.to_string()).await;
        assert_eq!(refused.status(), 422, "{body}");
        assert_eq!(refused.json::<Value>().await.unwrap()["metadata"]["field"], field, "{body}");
    }
});

store_contract!(a_foreign_page_reports_nothing_and_nobody_too_much, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let post = |path: &str, body: Value| app.http.post(app.url(path)).body(body.to_string());
    for (path, body) in [(ERRORS, error("FRONTEND_UNCAUGHT")), (VITALS, lcp(&json!(1), "/"))] {
        let foreign = post(path, body.clone()).header(header::ORIGIN, "https://evil.example").send().await.unwrap();
        assert_eq!(foreign.status(), 403, "{path}");
        assert_eq!(foreign.json::<Value>().await.unwrap()["messageCode"], "request/foreign-page");
        let own = post(path, body.clone()).header(header::ORIGIN, app.url("")).send().await.unwrap();
        assert_eq!(own.status(), 204, "{path}");
        let mut statuses = Vec::new();
        for _ in 0..60 {
            statuses.push(post(path, body.clone()).send().await.unwrap().status().as_u16());
        }
        // The first of a minute was the page's own.
        assert_eq!((statuses[58], statuses[59]), (204, 429), "{path}: each call has its own count");
    }
});
