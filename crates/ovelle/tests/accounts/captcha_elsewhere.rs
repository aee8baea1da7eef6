//! A captcha that another judges: tokens for a named action, once, and only while its judge answers (LG-32).

use reqwest::{Method, StatusCode};
use serde_json::json;
use testkit::{
    app::{Setup, TestApp},
    captcha_server::{CAPTCHA_KEYS, CaptchaServer},
    customer::CustomerPerson,
    db::TestDb,
    kitchen::Answer,
    store_contract,
};

use crate::brief;

const REGISTER: &str = "/api/users/register";

async fn start(db: &TestDb, judge: &CaptchaServer) -> TestApp {
    judge.flags().iter().fold(Setup::default(), |setup, flag| setup.flag(flag)).start(db).await
}

async fn register(person: &CustomerPerson, token: Option<String>) -> Answer {
    let mut body = person.registration();
    body["googleRecaptchaToken"] = token.into();
    Answer::read(person.ask(Method::POST, REGISTER, &body).send().await.unwrap()).await
}

store_contract!(tokens_come_for_a_named_action_and_count_once, |db| async move {
    let judge = CaptchaServer::start().await;
    let app = start(&db, &judge).await;
    let aino = CustomerPerson::stranger(&app, "aino");
    let asked = aino.get("/api/users/identity").await.body;
    let captcha = json!({ "provider": "recaptcha", "siteKey": CAPTCHA_KEYS.0, "minTokenLength": 250 });
    assert_eq!(asked["captcha"], captcha);
    let made = aino.post("/api/users/captcha", &json!({ "action": "register" })).await;
    assert_eq!(brief(&made), (404, "request/not-found"), "its own script makes them");

    assert_eq!(register(&aino, None).await.body["metadata"]["field"], "googleRecaptchaToken");
    for (why, token) in [
        ("short", "x".repeat(250)),
        ("made up", "x".repeat(300)),
        ("of another action", judge.token("login", 0.9)),
        ("likely a machine's", judge.token("register", 0.1)),
    ] {
        assert_eq!(brief(&register(&aino, Some(token)).await), (403, "captcha/failed"), "{why}");
    }
    assert!(judge.asked_from().len() == 3 && judge.asked_from().iter().all(|from| from == "127.0.0.1"));

    let token = judge.token("register", 0.9);
    judge.be_away(true);
    assert_eq!(brief(&register(&aino, Some(token.clone())).await), (503, "service/unavailable"));
    judge.be_away(false);
    assert_eq!(register(&aino, Some(token.clone())).await.status, StatusCode::CREATED);
    let eino = CustomerPerson::stranger(&app, "eino");
    assert_eq!(brief(&register(&eino, Some(token)).await), (403, "captcha/failed"), "spent");
});

store_contract!(its_script_may_run_on_the_sign_in_pages_alone, |db| async move {
    let judge = CaptchaServer::start().await;
    let app = start(&db, &judge).await;
    for (path, has_script) in [
        ("/kirjaudu", true),
        ("/kirjaudu?callback=%2Fmenu", true),
        ("/Kirjaudu", true),
        ("/rekisteroidy", true),
        ("/", false),
        ("/menu", false),
        ("/ostoskori", false),
        ("/tilaus", false),
        ("/asiakastili", false),
        ("/vaihda-salasana?passwordResetToken=x", false),
    ] {
        let page = app.http.get(app.url(path)).send().await.unwrap();
        let policy = page.headers()["content-security-policy"].to_str().unwrap();
        for name in ["script-src", "frame-src", "connect-src"] {
            let sources = policy.split("; ").find_map(|part| part.strip_prefix(name)).unwrap_or_default();
            let hosts = ["https://www.google.com", "https://www.gstatic.com"].map(|host| sources.contains(host));
            assert_eq!(hosts, [has_script; 2], "{name} of {path}: {policy}");
        }
    }
});
