//! The embedded stand-in: it says that it is one, and is nowhere else than on this machine.

use reqwest::{Method, StatusCode};
use testkit::{
    app::Setup,
    browser::{Browser, location_of},
    kitchen::Answer,
    store_contract,
};

use crate::identity::{LINK, path_of, said};

const EMBEDDED: &str = "--oidc-issuer=embedded";
const START: &str = "/api/users/identity/embedded/start";

/// What somebody says on its page, as a browser's form.
const FORM: &str = "email=aino%40ovelle.example&given_name=Aino&family_name=Aalto&verified=1&choice=agree";

async fn say(browser: &Browser, there: &str, form: &'static str) -> reqwest::Response {
    let call = browser.ask(Method::POST, &path_of(there), &serde_json::Value::Null);
    let call = call.header("content-type", "application/x-www-form-urlencoded").body(form);
    call.send().await.unwrap()
}

store_contract!(the_stand_in_says_so_and_is_an_honest_provider, |db| async move {
    let public = "--public-url=http://shop.example";
    let app = Setup::default().flag(EMBEDDED).flag(public).start(&db).await;
    let other = Setup::default().flag(EMBEDDED).flag(public).start(&db).await;
    let mut browser = Browser::new(&app);
    let there = location_of(&browser.get(START).await);
    assert!(there.starts_with("http://shop.example/api/dev/identity/authorize?"), "{there}");
    let page = browser.get(&path_of(&there)).await;
    assert_eq!(page.status(), StatusCode::OK);
    assert!(page.text().await.unwrap().contains("Kokeilukirjautuminen: ketään ei tunnisteta."));
    let evil = there.replace("shop.example%2Fapi%2Fusers", "evil.example%2Fapi%2Fusers");
    assert_ne!(evil, there);
    assert_eq!(browser.get(&path_of(&evil)).await.status(), StatusCode::BAD_REQUEST, "it sends nobody elsewhere");

    let mut elsewhere = browser.at(&other);
    let back = location_of(&say(&elsewhere, &there, FORM).await);
    assert!(back.starts_with("http://shop.example/api/users/identity/embedded/callback?code="), "{back}");
    let code = back.split("code=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    let location = location_of(&elsewhere.get(&path_of(&back)).await);
    assert_eq!(said(&location, "provider").as_deref(), Some("embedded"), "{location}");
    let body = serde_json::json!({ "providerToken": said(&location, "providerToken"), "provider": "embedded" });
    assert_eq!(elsewhere.post(LINK, &body).await.status, StatusCode::NOT_FOUND);

    let there = location_of(&browser.get(START).await);
    let state = there.split("state=").nth(1).unwrap().split('&').next().unwrap();
    let again = format!("/api/users/identity/embedded/callback?code={code}&state={state}");
    let again = location_of(&browser.get(&again).await);
    assert_eq!(again, "/kirjaudu#identity=missing-permissions", "a code is exchanged once, by whoever asked for it");
    let there = location_of(&browser.get(START).await);
    let back = location_of(&say(&browser, &there, "choice=decline").await);
    assert_eq!(location_of(&browser.get(&path_of(&back)).await), "/kirjaudu#identity=declined");
    let there = location_of(&browser.get(START).await);
    let unverified = "email=aino%40ovelle.example&choice=agree";
    let back = location_of(&say(&browser, &there, unverified).await);
    assert_eq!(location_of(&browser.get(&path_of(&back)).await), "/kirjaudu#identity=missing-permissions");
});

store_contract!(the_stand_in_is_refused_where_others_could_reach_it, |db| async move {
    for flags in [vec!["--listen=0.0.0.0:0"], vec!["--trusted-proxies=127.0.0.1"]] {
        let setup = flags.iter().fold(Setup::default().flag(EMBEDDED), |setup, flag| setup.flag(flag));
        let refused = setup.try_start(&db).await.err().expect("it does not start").to_string();
        assert!(refused.contains("OVELLE_OIDC_ISSUER=embedded checks nobody"), "{refused}");
    }
    for (flags, says) in [
        (vec!["--oidc-issuer=https://id.example"], "OVELLE_OIDC_CLIENT_ID"),
        (vec!["--oidc-issuer=http://id.example", "--oidc-client-id=a"], "OVELLE_OIDC_ISSUER"),
        (vec!["--oidc-issuer=id.example", "--oidc-client-id=a"], "OVELLE_OIDC_ISSUER"),
    ] {
        let setup = flags.iter().fold(Setup::default(), |setup, flag| setup.flag(flag));
        let refused = setup.try_start(&db).await.err().expect("it does not start").to_string();
        assert!(refused.contains(says), "{flags:?}: {refused}");
    }
    let app = Setup::default().start(&db).await;
    let mut browser = Browser::new(&app);
    let none = Answer::read(browser.get("/api/dev/identity/jwks").await).await;
    assert_eq!(none.status, StatusCode::NOT_FOUND, "it is not there unless it is asked for");
    let identity = Answer::read(browser.get("/api/users/identity").await).await;
    assert_eq!(identity.body["providers"], serde_json::json!([]));
});
