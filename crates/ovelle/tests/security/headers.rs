//! What every answer carries, of whatever kind it is, and what may be kept of it.

use reqwest::{Method, Response, header};
use serde_json::json;
use server::layers::script_hash;
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    board::{STAFF_FLAG, STAFF_TOKEN},
    kitchen::Registered,
    store_contract,
};

/// One answer of each kind: what it is, the status that it has, and how it is asked for.
struct Kind {
    what: &'static str,
    status: u16,
    method: Method,
    path: String,
    headers: Vec<(&'static str, String)>,
    body: String,
}

fn said<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

async fn page(app: &TestApp) -> String {
    app.http.get(app.url("/")).send().await.unwrap().text().await.unwrap()
}

/// What the policy may allow of scripts beside files of our own: the one that stands in the page, where it was built.
async fn own_script(app: &TestApp) -> Option<String> {
    let page = page(app).await;
    let inline: Vec<_> = page.split("<script>").skip(1).filter_map(|rest| rest.split_once("</script>")).collect();
    assert!(inline.len() <= 1, "{inline:?}");
    inline.first().map(|(text, _)| script_hash(text))
}

/// The files that a page loads; none where the server was built without its pages.
async fn files_of_the_page(app: &TestApp) -> Vec<String> {
    let page = page(app).await;
    let is_file = |part: &&str| part.starts_with("/assets/") || (part.starts_with('/') && part.ends_with(".svg"));
    let linked = page.split(['"', '\'']).filter(is_file);
    linked.map(str::to_owned).collect()
}

async fn kinds(app: &TestApp, order: &Registered) -> Vec<Kind> {
    let get = |what, status, path: &str| Kind {
        what,
        status,
        method: Method::GET,
        path: path.to_owned(),
        headers: Vec::new(),
        body: String::new(),
    };
    let tracking = format!("/api/commerce/v2/order-tracking/{}/{}", order.id, order.key);
    let tag = app.http.get(app.url(&tracking)).send().await.unwrap();
    let tag = said(&tag, "etag").to_owned();
    let dispatch = || vec![("authorization", format!("Bearer {CHAIN_KEY}"))];
    let post = |what, status, path: &str, headers, body: String| Kind {
        method: Method::POST,
        headers,
        body,
        ..get(what, status, path)
    };
    let orders = "/api/dispatch/orders";
    let mut kinds = vec![
        get("a page", 200, "/"),
        get("an order's page", 200, &format!("/tilaus/{}?orderKey={}", order.id, order.key)),
        get("the staff's page", 200, "/seuranta"),
        get("the cart", 200, "/ostoskori"),
        get("the door", 200, "/kirjaudu"),
        get("registering", 200, "/rekisteroidy"),
        get("a date of birth", 200, "/rekisteroidy/syntymaaika"),
        get("a forgotten password", 200, "/unohditko-salasanasi"),
        get("another password", 200, "/vaihda-salasana?passwordResetToken=x&expiresAt=1"),
        get("another e-mail", 200, "/vahvista-sahkoposti?token=x"),
        get("the terms", 200, "/hyvaksy-kayttoehdot"),
        get("an account", 200, "/asiakastili"),
        get("one's own codes", 200, "/asiakastili/etukoodini"),
        get("one's own data", 200, "/asiakastili/omat-tiedot"),
        get("one's own addresses", 200, "/asiakastili/osoitteet"),
        get("one's own payment methods", 200, "/asiakastili/maksutavat"),
        get("one's own orders", 200, "/asiakastili/tilaushistoria"),
        get("the work places", 200, "/tyo"),
        get("a second factor", 200, "/tyo/vahvistuskoodi"),
        get("the menu", 200, "/menu"),
        get("a product", 200, "/menu/perfetta"),
        get("a product alone", 200, "/menu/perfetta/standAlone"),
        get("a combo", 200, "/menu/kaveripaketti"),
        get("what was ordered before", 200, "/menu/tilaa-uudelleen"),
        get("no product", 404, "/menu/olematon"),
        get("no product alone", 404, "/menu/olematon/standAlone"),
        get("the restaurants", 200, "/ravintolat"),
        get("a restaurant", 200, "/ravintolat/ovelle-kaisaniemi"),
        get("no restaurant", 404, "/ravintolat/olematon"),
        get("the ingredients", 200, "/raaka-aineet"),
        get("two for one", 200, "/osta2maksa1"),
        get("the offers", 200, "/tarjoukset"),
        get("how to reach us", 200, "/ota-yhteytta"),
        get("the loyalty programme", 200, "/kotijoukot"),
        get("a member's card", 200, "/minun-kotijoukot"),
        get("the coupons", 200, "/kupongit"),
        get("a survey", 200, "/kysely"),
        get("an order's survey", 200, "/kysely/10001?orderKey=x"),
        get("our own survey", 200, "/kysely/vastaa?orderId=10001"),
        get("what editors wrote", 200, "/vastuullisuus"),
        get("what came of a payment", 200, "/tilaus/tulos"),
        get("no page", 404, "/olematon"),
        get("the page of no page", 404, "/404"),
        get("no asset", 404, "/assets/olematon.js"),
        get("an answer", 200, "/api/commerce/v2/shops"),
        get("an order", 200, &tracking),
        Kind { headers: vec![("if-none-match", tag)], ..get("an order that has not changed", 304, &tracking) },
        get("no order", 404, "/api/commerce/v2/order-tracking/1/x"),
        get("no route", 404, "/api/olematon"),
        get("no socket", 400, "/api/tracking/live"),
        Kind {
            headers: vec![("origin", "https://evil.example".to_owned())],
            ..get("a foreign page", 403, "/api/tracking/live")
        },
        get("nobody", 401, "/api/staff/orders"),
        get("no key", 401, "/api/dispatch/orders/1"),
        Kind { method: Method::DELETE, ..get("no method", 405, orders) },
        post("no JSON", 400, orders, dispatch(), "{".to_owned()),
        post("a misfit", 422, orders, dispatch(), "{}".to_owned()),
        post("too much", 413, orders, dispatch(), " ".repeat(256 * 1024 + 1)),
        Kind { headers: dispatch(), ..get("a kitchen's order", 200, &format!("{orders}/{}", order.id)) },
        Kind {
            headers: vec![("authorization", format!("Bearer {STAFF_TOKEN}"))],
            ..get("the staff's order", 200, &format!("/api/staff/orders/{}", order.id))
        },
        get("the document", 200, "/api/openapi.json"),
        get("health", 200, "/healthz"),
        get("what robots may", 200, "/robots.txt"),
        get("the sitemap", 200, "/sitemap.xml"),
        Kind {
            headers: vec![("user-agent", "Googlebot/2.1".to_owned())],
            ..get("a bot's page", 200, "/menu/perfetta")
        },
        get("figures", 200, "/metrics"),
        Kind { method: Method::HEAD, ..get("a head", 200, "/") },
    ];
    kinds.extend(files_of_the_page(app).await.iter().map(|path| get("a file", 200, path)));
    kinds
}

impl Kind {
    async fn ask(&self, app: &TestApp) -> Response {
        let mut call = app.http.request(self.method.clone(), app.url(&self.path));
        for (name, value) in &self.headers {
            call = call.header(*name, value);
        }
        let response = call.body(self.body.clone()).send().await.expect("the server answers");
        assert_eq!(response.status().as_u16(), self.status, "{}", self.what);
        response
    }
}

/// What a policy allows under a name; what it is silent about falls back to `default-src`.
fn allowed<'a>(policy: &'a str, name: &str) -> Vec<&'a str> {
    let mut parts = policy.split(';').map(str::split_whitespace);
    parts.find_map(|mut words| (words.next() == Some(name)).then(|| words.collect())).unwrap_or_default()
}

store_contract!(every_kind_of_answer_is_guarded, |db| async move {
    for (url, is_https) in [("http://ovelle.example", false), ("https://ovelle.example", true)] {
        let app = Setup::default().flag(&format!("--public-url={url}")).flag(STAFF_FLAG).start(&db).await;
        let order = app.kitchen().register(&json!({})).await;
        let script = own_script(&app).await;
        let scripts: Vec<&str> = script.iter().flat_map(|hash| ["'self'", hash]).collect();
        for kind in kinds(&app, &order).await {
            let (response, what) = (kind.ask(&app).await, kind.what);
            assert_eq!(said(&response, "x-content-type-options"), "nosniff", "{what}");
            assert_eq!(said(&response, "referrer-policy"), "no-referrer", "{what}");
            assert_eq!(said(&response, "cross-origin-opener-policy"), "same-origin", "{what}");
            let hsts = if is_https { "max-age=31536000; includeSubDomains" } else { "" };
            assert_eq!(said(&response, "strict-transport-security"), hsts, "{what} at {url}");
            let policy = said(&response, "content-security-policy");
            for (name, expected) in [
                ("default-src", vec!["'self'"]),
                ("script-src", scripts.clone()),
                ("object-src", vec!["'none'"]),
                ("base-uri", vec!["'none'"]),
                ("frame-ancestors", vec!["'none'"]),
                ("form-action", vec!["'self'"]),
                ("connect-src", vec!["'self'", if is_https { "wss://ovelle.example" } else { "ws://ovelle.example" }]),
                ("img-src", vec!["'self'", "data:"]),
            ] {
                assert_eq!(allowed(policy, name), expected, "{name} of {what}: {policy}");
            }
            let names: Vec<&str> = response.headers().keys().map(header::HeaderName::as_str).collect();
            assert!(!names.contains(&"server") && !names.contains(&"x-powered-by"), "{what}: {names:?}");
            assert!(!names.contains(&"access-control-allow-origin"), "{what}: no foreign page reads it");
        }
    }
});

store_contract!(what_is_somebodys_own_is_kept_by_nobody, |db| async move {
    let app = Setup::default().flag(STAFF_FLAG).start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    for kind in kinds(&app, &order).await {
        let (response, what) = (kind.ask(&app).await, kind.what);
        let expected = match what {
            // The page's address holds the key.
            "an order's page" => "no-store",
            // So may theirs hold a secret.
            "the door" | "another password" | "another e-mail" => "no-store",
            // Of restaurants, for everybody: kept, and asked for again each time.
            "an answer" => "no-cache",
            // By contract: kept by the page alone, and asked for again each time.
            "an order" | "an order that has not changed" => "private, no-cache",
            "a file" if kind.path.starts_with("/assets/") => "public, max-age=31536000, immutable",
            _ if kind.path.starts_with("/api") || kind.path.starts_with("/assets/") => "no-store",
            _ => continue,
        };
        assert_eq!(said(&response, "cache-control"), expected, "{what}");
    }
    // However the page is asked for.
    let page = format!("/tilaus/{}?orderKey={}", order.id, order.key);
    let first = app.http.get(app.url(&page)).send().await.unwrap();
    let tag = said(&first, "etag").to_owned();
    let again = app.http.get(app.url(&page)).header("if-none-match", &tag).send().await.unwrap();
    let head = app.http.head(app.url(&page)).send().await.unwrap();
    let slash = app.http.get(app.url(&format!("/tilaus/{}/?orderKey={}", order.id, order.key))).send().await.unwrap();
    for response in [first, again, head, slash] {
        assert_eq!(said(&response, "cache-control"), "no-store", "{}", response.status());
        assert_eq!(said(&response, "referrer-policy"), "no-referrer");
    }
});

store_contract!(editors_code_runs_where_editors_pages_are, |db| async move {
    let hosts = ["--cms-script-hosts=cdn.example", "--cms-frame-hosts=player.example"];
    let app = hosts.iter().fold(Setup::default(), |setup, flag| setup.flag(flag)).start(&db).await;
    for (path, expected) in [
        ("/sivut/lounas", (true, true)),
        ("/franchise/yrittajaksi", (true, true)),
        ("/", (false, true)),
        ("/lounas", (false, true)),
        ("/menu", (false, true)),
        ("/ostoskori", (false, false)),
        ("/Ostoskori", (false, false)),
        ("/%6Fstoskori", (false, false)),
        ("/tilaus", (false, false)),
        ("/tilaus/tulos", (false, false)),
        ("/tilaus/10001?orderKey=x", (false, false)),
        ("/kirjaudu", (false, false)),
        ("/rekisteroidy/syntymaaika", (false, false)),
        ("/vaihda-salasana?passwordResetToken=x", (false, false)),
        ("/vahvista-sahkoposti?token=x", (false, false)),
        ("/asiakastili/omat-tiedot", (false, false)),
        ("/kysely/10001?orderKey=x", (false, false)),
        ("/kotijoukot", (false, true)),
        ("/minun-kotijoukot", (false, false)),
    ] {
        let response = app.http.get(app.url(path)).send().await.unwrap();
        let policy = said(&response, "content-security-policy");
        let found = (policy.contains("https://cdn.example"), policy.contains("https://player.example"));
        assert_eq!(found, expected, "scripts and frames of {path}: {policy}");
        assert_eq!(allowed(policy, "default-src"), ["'self'"], "{path}");
    }
});
