//! What a page's head says, and how it may be kept.

use std::io::Read;

use serde_json::json;
use testkit::{app::TestApp, db, db::DatabaseKind};

use crate::{
    chain_folder::{BASE, ChainFolder, HOSTILE, menu},
    reading::{ask, page},
};

#[test]
fn each_page_has_its_title_and_its_place() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = ChainFolder::new().serve(&db).await;
        for (path, status, title, canonical) in [
            ("/", 200, "Etusivu", Some("/")),
            ("/menu", 200, "Ruokalista", Some("/menu")),
            ("/menu/?rajaus=Vegan", 200, "Ruokalista", Some("/menu")),
            ("/menu/hunajapesa", 200, "Hunajapesä", Some("/menu/hunajapesa")),
            ("/menu/3001", 200, "Hunajapesä", Some("/menu/hunajapesa")),
            ("/menu/hunajapesa/standAlone", 200, "Hunajapesä", Some("/menu/hunajapesa")),
            ("/menu/tilaa-uudelleen", 200, "Tilaa uudelleen", Some("/menu")),
            ("/ravintolat", 200, "Ravintolat", Some("/ravintolat")),
            ("/ravintolat/ovelle-kaisaniemi", 200, "Ovelle Kaisaniemi", Some("/ravintolat/ovelle-kaisaniemi")),
            ("/raaka-aineet", 200, "Raaka-aineet", Some("/raaka-aineet")),
            ("/ota-yhteytta", 200, "Ota yhteyttä", Some("/ota-yhteytta")),
            ("/kotijoukot", 200, "Kotijoukot", Some("/kotijoukot")),
            ("/kupongit", 200, "Kupongit", Some("/kupongit")),
            ("/minun-kotijoukot", 200, "Minun kotijoukot", None),
            ("/ostoskori", 200, "Ostoskori", None),
            ("/tilaus/1?orderKey=avain", 200, "Missä pizzani on?", None),
            ("/kysely", 200, "Palautekysely", None),
            ("/kysely/1?orderKey=avain", 200, "Palautekysely", None),
            ("/kysely/vastaa?orderId=1", 200, "Kerro, miten meni", None),
            ("/seuranta", 200, "Seuranta", None),
            ("/menu/olematon", 404, "Tuotetta ei löydy", None),
            ("/menu/olematon/standAlone", 404, "Tuotetta ei löydy", None),
            ("/menu/poissa", 404, "Tuotetta ei löydy", None),
            ("/ravintolat/ovelle-piilo", 404, "Sivua ei löydy", None),
            ("/index.html", 404, "Sivua ei löydy", None),
            ("/.vite/manifest.json", 404, "Sivua ei löydy", None),
            ("/olematon", 404, "Sivua ei löydy", None),
        ] {
            let answer = page(&app, path).await;
            assert_eq!((answer.status, answer.title()), (status, &*format!("{title} · Ovelle")), "{path}");
            assert_eq!(answer.canonical(), canonical.map(|path| format!("{BASE}{path}")).as_deref(), "{path}");
            assert_eq!(answer.meta("robots").is_some(), canonical.is_none() || title == "Tilaa uudelleen", "{path}");
            assert!(answer.header("content-type").starts_with("text/html"), "{path}");
            assert!(!answer.text.contains("avain"), "{path}: a key stays in its address");
        }
    });
}

// spec: CT-02, CT-03
#[test]
fn what_editors_wrote_has_a_page() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let folder = ChainFolder::new();
        let story = |title: &str| json!({ "content": { "title": title, "blocks": [] } });
        folder.write("stories/sivut/lounas.json", &story("Lounas"));
        folder.write("stories/franchise/yrittajaksi.json", &story("Yrittäjäksi"));
        folder.write("stories/sivut/menu.json", &story("Toinen ruokalista"));
        folder.write("stories/piilossa.json", &story("Muualla"));
        let app = folder.serve(&db).await;
        for (path, status, title, canonical) in [
            ("/lounas", 200, "Lounas", Some("/lounas")),
            ("/sivut/lounas", 200, "Lounas", Some("/lounas")),
            ("/franchise/yrittajaksi", 200, "Yrittäjäksi", Some("/franchise/yrittajaksi")),
            ("/menu", 200, "Ruokalista", Some("/menu")),
            ("/sivut/menu", 200, "Toinen ruokalista", Some("/sivut/menu")),
            ("/piilossa", 404, "Sivua ei löydy", None),
            ("/sivut/olematon", 404, "Sivua ei löydy", None),
        ] {
            let answer = page(&app, path).await;
            assert_eq!((answer.status, answer.title()), (status, &*format!("{title} · Ovelle")), "{path}");
            assert_eq!(answer.canonical(), canonical.map(|path| format!("{BASE}{path}")).as_deref(), "{path}");
        }
    });
}

// spec: PD-13
#[test]
fn a_products_link_says_what_it_is_and_costs() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let folder = ChainFolder::new();
        let app = folder.serve(&db).await;
        let answer = page(&app, "/menu/hunajapesa").await;
        assert_eq!(answer.meta("description"), Some("Sinihomejuustoa ja hunajaa."));
        assert_eq!(answer.meta("og:description"), Some("Alkaen 14,40\u{a0}€. Sinihomejuustoa ja hunajaa."));
        let said = ["og:type", "og:title", "og:url", "product:price:amount", "product:price:currency"]
            .map(|name| answer.meta(name));
        let expected = ["product", "Hunajapesä", "https://ovelle.example/menu/hunajapesa", "14.40", "EUR"];
        assert_eq!(said, expected.map(Some));
        let product = answer.data("Product").unwrap();
        assert_eq!((&product["name"], &product["category"]), (&json!("Hunajapesä"), &json!("Pizzat")));
        let offers = &product["offers"];
        assert_eq!(
            (&offers["lowPrice"], &offers["highPrice"], &offers["offerCount"]),
            (&json!("14.40"), &json!("23.40"), &json!(2))
        );
        assert_eq!((&offers["offers"][0]["name"], &offers["offers"][0]["price"]), (&json!("Perhe"), &json!("23.40")));
        // What only grown-ups may have says no more than its name.
        let beer = page(&app, "/menu/olut").await;
        assert_eq!(
            (beer.title(), beer.data("Product"), beer.meta("product:price:amount")),
            ("Olut · Ovelle", None, None)
        );

        let whole = "ä".repeat(170);
        folder.write("menu.json", &menu(&whole));
        app.node().content().reload().await.unwrap();
        assert_eq!(page(&app, "/menu/hunajapesa").await.meta("description"), Some(&*whole));

        let long = "ä".repeat(171);
        folder.write("menu.json", &menu(&long));
        app.node().content().reload().await.unwrap();
        let answer = page(&app, "/menu/hunajapesa").await;
        assert_eq!(answer.meta("description"), Some(&*format!("{}…", "ä".repeat(163))));
        assert_eq!(answer.data("Product").unwrap()["description"], json!(long));
    });
}

#[test]
fn a_name_never_becomes_markup() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = ChainFolder::new().serve(&db).await;
        let answer = page(&app, "/menu/paha").await;
        let escaped = "&lt;/script&gt;&lt;b a=&quot;&#39;&quot;&gt;&amp;";
        assert_eq!((answer.title(), answer.meta("og:title")), (&*format!("{escaped} · Ovelle"), Some(escaped)));
        let product = answer.data("Product").unwrap();
        assert_eq!((&product["name"], &product["offers"]["price"]), (&json!(HOSTILE), &json!("12.50")));
        assert!(
            answer.text.contains(r#"\u003c/script>\u003cb a=\"'\">&"#),
            "data is written so that it cannot end its element"
        );
        for path in ["/menu/paha", "/menu", "/ravintolat/ovelle-kaisaniemi"] {
            for agent in ["Firefox", "Googlebot"] {
                let html = ask(&app, path, agent, &[]).await.text;
                assert!(!html.contains("<b ") && !html.contains("<A>"), "{agent} at {path}: {html}");
            }
        }
    });
}

#[test]
fn restaurants_and_the_menu_describe_themselves() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = ChainFolder::new().serve(&db).await;
        let restaurant = page(&app, "/ravintolat/ovelle-kaisaniemi").await.data("Restaurant").unwrap();
        assert_eq!(restaurant["address"]["streetAddress"], json!("Liisankatu 1 <A>"));
        assert_eq!(
            (&restaurant["geo"]["latitude"], &restaurant["telephone"]),
            (&json!(60.17), &json!("+358 9 000 0000"))
        );
        let hours = restaurant["openingHoursSpecification"].as_array().unwrap();
        let hours: Vec<_> = hours.iter().map(|day| [&day["dayOfWeek"], &day["opens"], &day["closes"]]).collect();
        assert_eq!((hours.len(), hours[0]), (5, [&json!("Monday"), &json!("10:30"), &json!("02:00")]));
        assert_eq!(hours[1], [&json!("Tuesday"), &json!("00:00"), &json!("23:59")]);
        let menu = page(&app, "/menu").await;
        let sections = menu.data("Menu").unwrap()["hasMenuSection"].clone();
        assert_eq!((sections.as_array().unwrap().len(), &sections[0]["name"]), (1, &json!("Pizzat")));
        assert!(menu.data("BreadcrumbList").is_some());
        let home = page(&app, "/").await;
        assert!(home.data("Organization").is_some() && home.data("WebSite").is_some());
        assert_eq!(home.meta("og:title"), Some("Uunista ovelle"));
    });
}

#[test]
fn who_has_a_page_is_told_so_until_the_content_changes() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let folder = ChainFolder::new();
        let app = folder.serve(&db).await;
        let first = page(&app, "/menu/hunajapesa").await;
        let tag = first.header("etag").to_owned();
        let again = |path: &'static str| {
            let (app, tag) = (&app, tag.clone());
            async move { ask(app, path, "Firefox", &[("if-none-match", tag.as_str())]).await }
        };
        let known = again("/menu/hunajapesa").await;
        assert_eq!((known.status, known.header("etag"), known.text.len()), (304, &*tag, 0));
        for answer in [&first, &known] {
            assert_eq!(
                (answer.header("cache-control"), answer.header("vary")),
                ("no-cache", "accept-encoding, user-agent")
            );
        }
        assert_eq!(again("/menu").await.status, 200, "another page");
        let missing = page(&app, "/olematon").await.header("etag").to_owned();
        let missing = ask(&app, "/olematon", "Firefox", &[("if-none-match", missing.as_str())]).await;
        assert_eq!(missing.status, 404, "its absence is said each time");
        for path in ["/tilaus/1?orderKey=k", "/kysely/1?orderKey=k"] {
            assert_eq!(page(&app, path).await.header("cache-control"), "no-store", "{path}");
        }
        folder.write("menu.json", &menu("Uusi."));
        app.node().content().reload().await.unwrap();
        let changed = again("/menu/hunajapesa").await;
        assert_eq!((changed.status, changed.meta("description")), (200, Some("Uusi.")));
    });
}

#[test]
fn a_page_travels_packed() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = ChainFolder::new().serve(&db).await;
        let plain = page(&app, "/menu/hunajapesa").await;
        assert_eq!(plain.header("content-encoding"), "");
        let packed = app.http.get(app.url("/menu/hunajapesa")).header("accept-encoding", "gzip").send().await.unwrap();
        assert_eq!(packed.headers()["content-encoding"], "gzip");
        assert_eq!(packed.headers()["vary"], "accept-encoding, user-agent");
        let (bytes, mut unpacked) = (packed.bytes().await.unwrap(), String::new());
        flate2::read::GzDecoder::new(&*bytes).read_to_string(&mut unpacked).unwrap();
        assert!(unpacked == plain.text && bytes.len() * 2 < unpacked.len(), "{} of {}", bytes.len(), unpacked.len());
        let head = app.http.head(app.url("/menu/hunajapesa")).send().await.unwrap();
        assert_eq!((head.status().as_u16(), head.headers()["etag"].to_str().unwrap()), (200, plain.header("etag")));
    });
}

// spec: SH-18
#[test]
fn a_page_knows_the_version_that_the_server_says() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = TestApp::start(&db).await;
        let version = ask(&app, "/version", "Firefox", &[]).await;
        assert!(version.header("content-type").starts_with("text/plain"));
        // A server without its pages has none to tell apart.
        let page = page(&app, "/").await;
        assert_eq!(page.meta("ovelle-version"), Some(&*version.text));
        assert!(version.text.starts_with(concat!(env!("CARGO_PKG_VERSION"), "+")), "{}", version.text);
    });
}
