//! What search engines and previewers of links get.

use serde_json::json;
use testkit::{db, db::DatabaseKind};

use crate::{
    chain_folder::{BASE, ChainFolder},
    reading::{GOOGLE, ask, page},
};

// spec: MN-23
#[test]
fn a_bot_gets_the_product_alone_without_the_menu() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = ChainFolder::new().serve(&db).await;
        let answer = ask(&app, "/menu/hunajapesa", GOOGLE, &[]).await;
        assert_eq!((answer.status, answer.title()), (200, "Hunajapesä · Ovelle"));
        assert_eq!(answer.header("vary"), "accept-encoding, user-agent");
        for part in [
            "<h1>Hunajapesä</h1>",
            "<p>Sinihomejuustoa ja hunajaa.</p>",
            "<li>Normaali 14,40\u{a0}€</li>",
            "<p>Pizzapohja</p>",
            "<a href=\"/menu\">",
        ] {
            assert!(answer.text.contains(part), "{part} in {}", answer.text);
        }
        assert!(!answer.text.contains("paha"), "no other product");
        assert_eq!(answer.text.matches("<script").count(), 1, "its data alone");
        assert_eq!(answer.data("Product").unwrap()["offers"]["lowPrice"], json!("14.40"));
        let person = page(&app, "/menu/hunajapesa").await;
        assert!(!person.text.contains("<li>") && person.header("etag") != answer.header("etag"));
        assert_eq!(ask(&app, "/menu/olematon", GOOGLE, &[]).await.status, 404);
    });
}

// spec: SH-26
#[test]
fn a_previewer_of_links_gets_the_same() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = ChainFolder::new().serve(&db).await;
        for agent in [
            "facebookexternalhit/1.1",
            "Facebot/1.0",
            "meta-externalagent/1.1",
            "Twitterbot/1.0",
            "WhatsApp/2.23.20.0",
            "TelegramBot 1.0",
            "Slackbot-LinkExpanding 1.0",
            "Slack-ImgProxy 0.19",
            "Discordbot/2.0",
            "LinkedInBot/1.0",
            "Pinterestbot/1.0",
            "SkypeUriPreview Preview/0.5",
            "redditbot/1.0",
            "Mastodon/4.2.0",
            "Bluesky Cardyb/1.1",
            "Viber/20.1",
            "Embedly/0.2",
            GOOGLE,
        ] {
            let answer = ask(&app, "/menu/hunajapesa", agent, &[]).await;
            // What a person's page is drawn with, a bot's has in words.
            assert!(answer.text.contains("<li>Normaali 14,40\u{a0}€</li>"), "{agent}");
        }
    });
}

#[test]
fn a_bot_reads_the_menu_and_the_restaurants() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = ChainFolder::new().serve(&db).await;
        let menu = ask(&app, "/menu", GOOGLE, &[]).await;
        assert!(menu.text.contains("<section id=\"pizzat\"><h2>Pizzat</h2>"), "{}", menu.text);
        assert!(menu.text.contains("<a href=\"/menu/hunajapesa\">Hunajapesä</a> alkaen 14,40\u{a0}€"), "{}", menu.text);
        assert!(!menu.text.contains("Poissa") && !menu.text.contains("Olut"), "{}", menu.text);
        let section = &menu.data("Menu").unwrap()["hasMenuSection"][0];
        assert_eq!(section["hasMenuItem"][0]["name"], json!("Hunajapesä"));
        let restaurants = ask(&app, "/ravintolat", GOOGLE, &[]).await.text;
        assert!(
            restaurants.contains("<a href=\"/ravintolat/ovelle-kaisaniemi\">Ovelle Kaisaniemi</a>"),
            "{restaurants}"
        );
        assert!(!restaurants.contains("Piilo"), "{restaurants}");
        let restaurant = ask(&app, "/ravintolat/ovelle-kaisaniemi", GOOGLE, &[]).await.text;
        for part in ["<a href=\"tel:+35890000000\">", "<li>Maanantai 10.30–02.00</li>", "<li>Keskiviikko suljettu</li>"]
        {
            assert!(restaurant.contains(part), "{part} in {restaurant}");
        }
    });
}

#[test]
fn search_engines_learn_where_to_look() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = ChainFolder::new().serve(&db).await;
        let robots = page(&app, "/robots.txt").await;
        assert!(robots.header("content-type").starts_with("text/plain"));
        for line in ["Disallow: /ostoskori", "Disallow: /tilaus", &*format!("Sitemap: {BASE}/sitemap.xml")] {
            assert!(robots.text.lines().any(|one| one == line), "{line} in {}", robots.text);
        }
        let sitemap = page(&app, "/sitemap.xml").await;
        assert_eq!((sitemap.status, sitemap.header("content-type")), (200, "application/xml"));
        let listed: Vec<_> =
            sitemap.text.split("<loc>").skip(1).map(|rest| rest.split_once("</loc>").unwrap().0).collect();
        let expected = [
            "/",
            "/menu",
            "/ravintolat",
            "/raaka-aineet",
            "/ota-yhteytta",
            "/kotijoukot",
            "/kupongit",
            "/menu/hunajapesa",
            "/menu/paha",
            "/ravintolat/ovelle-kaisaniemi",
        ];
        assert_eq!(listed, expected.map(|path| format!("{BASE}{path}")));
    });
}
