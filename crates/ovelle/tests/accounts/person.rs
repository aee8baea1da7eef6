//! `ovelle person …` and `ovelle erase --replay`, as an operator calls them.

use std::process::{Command, Output};

use deps::{Clock, SystemClock};
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{app::TestApp, customer::CustomerPerson, db::TestDb, staff::StaffClient, store_contract};

use crate::scene::{ME, TRACES, somebody, traces};

/// Calls the binary on a database, with the mails of a node.
fn ovelle(db: &TestDb, app: &TestApp, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ovelle"));
    command.args(args).env("DATABASE_URL", db.url()).env("RUST_LOG", "warn").env("OVELLE_MAIL_DIR", app.mail_folder());
    command.output().expect("the binary starts")
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap().trim_end().to_owned()
}

fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).unwrap()
}

store_contract!(who_writes_or_calls_has_the_same_rights, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    // The command goes by this machine's time.
    app.clock.turn_to(app.clock.now().max(SystemClock.now()));
    let person = |args: &[&str]| ovelle(&db, &app, &[&["person"], args].concat());
    let export: Value =
        serde_json::from_str(&printed(&person(&["export", "--email", "Zyxteria@ovelle.example"]))).unwrap();
    assert_eq!((&export["user"]["firstName"], &export["orders"].as_array().unwrap().len()), (&json!("Zyxteria"), &2));
    let of_order: Value = serde_json::from_str(&printed(&person(&["export", "--order", &zyx.brought.id]))).unwrap();
    assert_eq!(of_order["contact"]["phone"], "040 765 4321");

    let forgotten = person(&["erase", "--order", &zyx.brought.id]);
    assert_eq!(printed(&forgotten), format!("whoever placed order {} is forgotten", zyx.brought.id));
    assert!(refusal(&person(&["export", "--order", &zyx.brought.id])).contains("nothing of whoever placed the order"));
    let erased = person(&["erase", "--email", "zyxteria@ovelle.example"]);
    assert_eq!(printed(&erased), format!("account {} is erased", zyx.person.id));
    let told = String::from_utf8(erased.stderr).unwrap();
    let line = format!(r#"kind="erasure" who="command line" address="-" subject="customer:{}""#, zyx.person.id);
    let each = format!("erasures: erased subject=\"customer:{}\"", zyx.person.id);
    assert!(told.contains(&line) && told.contains(&each) && TRACES.iter().all(|trace| !told.contains(trace)), "{told}");
    assert_eq!(traces(&db.dump().await), []);
    assert_eq!(zyx.person.get(ME).await.status, StatusCode::UNAUTHORIZED);

    let _kaisa = StaffClient::let_in(&app, "kaisa@ovelle.example", &[]).await;
    for email in ["zyxteria@ovelle.example", "kaisa@ovelle.example", "nobody@ovelle.example"] {
        for action in ["export", "erase"] {
            assert!(refusal(&person(&[action, "--email", email])).contains("there is no account"), "{action} {email}");
        }
    }
    assert!(refusal(&person(&["erase", "--order", "99999"])).contains("there is no such order"));
    assert!(refusal(&person(&["erase"])).contains("--email"));
});

store_contract!(a_date_of_birth_is_put_right_and_told, |db| async move {
    let app = TestApp::start(&db).await;
    let aino = CustomerPerson::register(&app, "aino").await;
    aino.is_born("1990-05-17").await;
    let birth_date = |date: &str| {
        ovelle(&db, &app, &["person", "birth-date", "aino@ovelle.example", date, "--reason", "kirjoitti väärin"])
    };
    let set = birth_date("1991-05-17");
    assert_eq!(printed(&set), format!("the date of birth of account {} is set", aino.id));
    let told = String::from_utf8(set.stderr).unwrap();
    assert!(
        told.contains(r#"kind="birth_date""#) && told.contains("kirjoitti väärin") && !told.contains("aino@"),
        "{told}"
    );
    assert_eq!(aino.get(ME).await.body["birthDate"], "1991-05-17");
    app.clock.turn_to(app.clock.now().max(SystemClock.now()));
    assert_eq!(app.mails_of("birth-date-changed", 1).await[0]["to"], "aino@ovelle.example");
    assert!(refusal(&birth_date("2999-01-01")).contains("no date of birth"));
    assert!(refusal(&birth_date("1991-02-30")).contains("1991-02-30"));
});

store_contract!(erasures_since_a_restored_backup_are_repeated, |db| async move {
    let (_shop, app, zyx) = somebody(&db).await;
    let eino = CustomerPerson::register(&app, "eino").await;
    let line = |at: &str, subject: &str, target: &str| format!("{at}  WARN {target}: erased subject=\"{subject}\"\n");
    let (later, before) = ("2199-01-01T00:00:00Z", "2000-01-01T00:00:00Z");
    let log = [
        line(later, &format!("customer:{}", zyx.person.id), "erasures"),
        // Made after the backup, by a number that was another's before.
        line(before, &format!("customer:{}", eino.id), "erasures"),
        line(later, &format!("customer:{}", eino.id), "security"),
        line(later, "customer:99999", "erasures"),
        line(later, "order:99999", "erasures"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("node.log");
    std::fs::write(&file, log.concat()).unwrap();
    let file = file.to_str().unwrap();
    let done = printed(&ovelle(&db, &app, &["erase", "--replay", file]));
    assert_eq!(done, "erased again: 1 accounts, the people of 0 orders");
    assert_eq!(traces(&db.dump().await), []);
    assert_eq!(eino.get(ME).await.status, StatusCode::OK, "whoever has the number now is somebody else");
    assert_eq!(app.mails("account-erased").len(), 0, "nobody is told twice");
    let again = printed(&ovelle(&db, &app, &["erase", "--replay", file]));
    assert_eq!(again, "erased again: 0 accounts, the people of 0 orders");
});
