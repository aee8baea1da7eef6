//! Stories, as pages ask for them and editors look at drafts.

use jiff::SignedDuration;
use reqwest::header;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    process::NodeSetup,
    store_contract,
};

store_contract!(everybody_reads_stories_and_asks_for_them_anew, |db| async move {
    let app = TestApp::start(&db).await;
    for slug in [
        "homepage",
        "footer",
        "ota-yhteytta",
        "address-selection",
        "menu/menuPage",
        "menu%2FmenuPage",
        "product-page/productPage",
        "sivut/vastuullisuus",
        "franchise/yrittajaksi",
    ] {
        let answer = app.http.get(app.url(&format!("/api/cms/stories/{slug}"))).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{slug}");
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-cache");
        let tag = answer.headers()[header::ETAG].clone();
        let story: Value = answer.json().await.unwrap();
        assert_eq!((&story["slug"], &story["version"]), (&slug.replace("%2F", "/").into(), &"published".into()));
        assert!(story["content"].is_object() && story["updatedAt"].is_string(), "{story}");
        let again = app.http.get(app.url(&format!("/api/cms/stories/{slug}"))).header(header::IF_NONE_MATCH, tag);
        let again = again.send().await.unwrap();
        assert_eq!(
            (again.status(), &again.headers()[header::CACHE_CONTROL]),
            (reqwest::StatusCode::NOT_MODIFIED, &"no-cache".parse().unwrap())
        );
    }
    for none in ["olematon", "menu/olematon", "menu/..%2Fmenu", "a.draft", &"a".repeat(121)] {
        let answer = app.http.get(app.url(&format!("/api/cms/stories/{none}"))).send().await.unwrap();
        assert_eq!(answer.status(), 404, "{none}");
        assert_eq!(answer.json::<Value>().await.unwrap()["messageCode"], "cms/not-found", "{none}");
    }
});

store_contract!(the_rules_of_the_draw_are_made_of_the_wheel, |db| async move {
    let app = Setup::default().flag("--wheel-age=16").start(&db).await;
    let answer = app.http.get(app.url("/api/cms/stories/ehdot/pizzapyora")).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let story: Value = answer.json().await.unwrap();
    let text = story["content"]["blocks"][0]["text"].as_str().unwrap();
    for said in ["täyttänyt 16 vuotta", "tässä kuussa jäljellä 1\u{a0}200 / 1\u{a0}200", "Arvonnan järjestää Ovelle Oy"]
    {
        assert!(text.contains(said), "{said}\n{text}");
    }
});

store_contract!(drafts_need_the_token, |db| async move {
    let app = Setup::default().flag("--cms-preview-token=s3cret").start(&db).await;
    let ask = |token: &'static str| {
        app.http.get(app.url("/api/cms/stories/homepage")).header("x-ovelle-preview", token).send()
    };
    let shown = ask("s3cret").await.unwrap();
    assert_eq!(
        (shown.status().as_u16(), &shown.headers()[header::CACHE_CONTROL]),
        (200, &"private, no-store".parse().unwrap())
    );
    for wrong in ["", "s3cre", "s3cret2"] {
        let refused = ask(wrong).await.unwrap();
        assert_eq!(refused.status(), 403, "{wrong}");
        assert_eq!(refused.json::<Value>().await.unwrap()["messageCode"], "cms/preview-forbidden");
    }
    let unset = TestApp::start(&db).await;
    let refused =
        unset.http.get(unset.url("/api/cms/stories/homepage")).header("x-ovelle-preview", "").send().await.unwrap();
    assert_eq!(refused.status(), 403);
});

store_contract!(whoever_guesses_the_token_waits, |db| async move {
    let flags = ["--cms-preview-token=s3cret", "--rate-factor=1"];
    let app = flags.iter().fold(Setup::default(), |setup, flag| setup.flag(flag)).start(&db).await;
    let ask = |token: &'static str| {
        app.http.get(app.url("/api/cms/stories/homepage")).header("x-ovelle-preview", token).send()
    };
    for _ in 0..10 {
        assert_eq!(ask("guess").await.unwrap().status(), 403);
    }
    let refused = ask("guess").await.unwrap();
    assert_eq!(
        (refused.status(), refused.headers().contains_key(header::RETRY_AFTER)),
        (429.try_into().unwrap(), true)
    );
    assert_eq!(ask("s3cret").await.unwrap().status(), 200, "an editor is none of them");
    app.clock.turn(SignedDuration::from_secs(61));
    assert_eq!(ask("guess").await.unwrap().status(), 403);
});

store_contract!(the_cms_is_believed_by_its_signature, |db| async move {
    let app = Setup::default().flag("--cms-webhook-secret=Jefe").start(&db).await;
    let tell = |signature: &'static str| {
        let call = app.http.post(app.url("/api/cms/webhook")).header("webhook-signature", signature);
        call.body("what do ya want for nothing?").send()
    };
    assert_eq!(tell("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79").await.unwrap().status(), 204);
    for wrong in ["", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c78"] {
        let refused = tell(wrong).await.unwrap();
        assert_eq!(refused.status(), 401, "{wrong}");
        assert_eq!(refused.json::<Value>().await.unwrap()["messageCode"], "cms/signature");
    }
    let unset = TestApp::start(&db).await;
    let refused = unset.http.post(unset.url("/api/cms/webhook")).body("{}").send().await.unwrap();
    assert_eq!(refused.status(), 401, "nobody is believed without a secret");
});

// spec: CT-25
store_contract!(a_search_among_the_questions_is_a_line_of_the_log_without_whoever_searched, |db| async move {
    let mut node = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url()).start().await;
    let http = reqwest::Client::new();
    for (term, status) in [("  lounas  espoossa", 204), ("ei", 422), ("olo", 204), (&"ä".repeat(120), 204)] {
        let body = json!({ "term": term, "results": 2 }).to_string();
        let url = format!("http://{}/api/cms/faq-searches", node.address());
        let sent = http.post(url).header(header::CONTENT_TYPE, "application/json").body(body).send().await.unwrap();
        assert_eq!(sent.status(), status, "{term}");
    }
    node.signal("TERM");
    assert!(node.ended().await.success());
    let log = node.log();
    let said: Vec<_> = log.lines().filter(|line| line.contains("searched the questions")).collect();
    assert_eq!(said.len(), 3, "{log}");
    assert!(said[0].contains("lounas espoossa") && said[1].contains("olo"), "{log}");
    assert_eq!(said[2].matches('ä').count(), 100, "{}", said[2]);
});

store_contract!(what_people_look_for_among_the_questions_is_heard, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let search = |body: Value| app.http.post(app.url("/api/cms/faq-searches")).body(body.to_string()).send();
    let found = search(json!({ "term": "lounas", "results": 2 })).await.unwrap();
    assert_eq!((found.status().as_u16(), found.text().await.unwrap().as_str()), (204, ""));
    for (body, field) in [
        (json!({ "term": " ei ", "results": 0 }), "term"),
        (json!({ "results": 0 }), "term"),
        (json!({ "term": "lounas", "results": -1 }), "results"),
    ] {
        let refused = search(body.clone()).await.unwrap();
        assert_eq!(refused.status(), 422, "{body}");
        assert_eq!(refused.json::<Value>().await.unwrap()["metadata"]["field"], field, "{body}");
    }
    let other = Setup::default().flag("--rate-factor=1").clock(&app.clock).start(&db).await;
    let mut last = search(json!({ "term": "lounas", "results": 2 })).await.unwrap();
    for n in 0..60 {
        let at = if n % 2 == 0 { &other } else { &app };
        let body = json!({ "term": "lounas", "results": 2 }).to_string();
        last = at.http.post(at.url("/api/cms/faq-searches")).body(body).send().await.unwrap();
    }
    assert_eq!(last.status(), 429, "of both nodes together");
    assert!(last.headers().contains_key(header::RETRY_AFTER));
});
