//! `ovelle refund …` and `ovelle ledger --csv`, as an operator calls them beside a running node.

use std::collections::HashMap;

use deps::{Clock, SystemClock};
use jiff::SignedDuration;
use serde_json::json;
use testkit::{book, store_contract};

use crate::{
    money::{folder, paid, pickup, started},
    staff_process::{ovelle, printed, refusal},
};

/// All days that there are.
const ALWAYS: [&str; 6] = ["ledger", "--csv", "--from", "2020-01-01", "--to", "2099-12-31"];

/// The sums of the columns of a CSV, by their names.
fn sums(csv: &str) -> HashMap<String, f64> {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().expect("names").split(',').collect();
    assert_eq!(names[..2], ["date", "restaurantId"]);
    let mut sums: HashMap<String, f64> = HashMap::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), names.len(), "{line}");
        assert_eq!(cells[1], "12", "{line}");
        for (name, cell) in names.iter().zip(&cells).skip(2) {
            assert!(cell.split_once('.').is_some_and(|(_, cents)| cents.len() == 2), "{line}");
            *sums.entry((*name).to_owned()).or_default() += cell.parse::<f64>().expect("euros");
        }
    }
    sums
}

store_contract!(an_operator_gives_money_back_and_reads_the_book, |db| async move {
    let folder = folder();
    let app = started(&db, &folder).await;
    let order = paid(&app, &pickup("04010", &json!({}))).await;
    let refund = |args: &[&str]| ovelle(db.url(), &[&["refund"], args].concat(), &[]);

    // The command goes by this machine's time; the node that tells the provider catches up with it.
    let catch_up = async || {
        let now = app.clock.now().max(SystemClock.now());
        app.clock.turn_to(now + SignedDuration::from_secs(61));
        book::settles(db.url(), 20).await;
    };

    let part = printed(&refund(&[&order.id, "--amount", "2.9", "--reason", "Pizza oli kylmä."]));
    assert_eq!(part, format!("{}: 2.90 € go back, 2.90 € in all", order.id));
    catch_up().await;
    let of_day = printed(&ovelle(db.url(), &["ledger", "--csv", "--from", "2026-11-24", "--to", "2026-11-24"], &[]));
    assert!(of_day.lines().nth(1).is_some_and(|line| line.starts_with("2026-11-24,12,12.90,0.00,")), "{of_day}");
    let read = |csv: &str, name: &str| sums(csv)[name];
    let book_now = printed(&ovelle(db.url(), &ALWAYS, &[]));
    assert_eq!(["gross", "paid", "refunded"].map(|name| read(&book_now, name)), [12.9, 12.9, 2.9], "{book_now}");
    let elsewhere = printed(&ovelle(db.url(), &[&ALWAYS[..], &["--restaurant", "14"]].concat(), &[]));
    assert_eq!(elsewhere.lines().count(), 1, "{elsewhere}");

    for (args, why) in [
        (vec![order.id.as_str(), "--amount", "10.01", "--reason", "x"], "it is more than is left of what was paid"),
        (vec!["99999", "--reason", "x"], "the order is not known"),
        (vec![order.id.as_str(), "--amount", "0", "--reason", "x"], "nothing is no amount"),
        (vec![order.id.as_str(), "--amount", "1.234", "--reason", "x"], "--amount"),
        (vec![order.id.as_str()], "--reason"),
    ] {
        let said = refusal(&refund(&args));
        assert!(said.contains(why), "{args:?}: {said}");
    }
    assert!(refusal(&ovelle(db.url(), &["ledger"], &[])).contains("--csv"));

    let rest = printed(&refund(&[&order.id, "--reason", "Kaikki meni pieleen."]));
    assert_eq!(rest, format!("{}: 10.00 € go back, 12.90 € in all", order.id));
    catch_up().await;
    assert_eq!(app.mails_of("order-refund", 2).await.len(), 2);
    let book_now = printed(&ovelle(db.url(), &ALWAYS, &[]));
    assert_eq!(["paid", "refunded"].map(|name| read(&book_now, name)), [12.9, 12.9], "{book_now}");
});
