//! docs/privacy.md, held against the tables of a migrated database, an erased account and an export.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testkit::{db::DumpedRow, store_contract};

use crate::scene::{EXPORT, said, somebody};

const PAGE: &str = include_str!("../../../../docs/privacy.md");

/// What becomes of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Becomes {
    Gone,
    Emptied,
    Kept,
    NoPerson,
}

/// A column of the page.
struct Ruled {
    becomes: Becomes,
    /// Where an export has it.
    exported: Option<&'static str>,
}

/// The page's rows, by `table.column`.
fn rules() -> BTreeMap<String, Ruled> {
    let mut rules = BTreeMap::new();
    let rows = PAGE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Table"));
    for row in rows {
        let cells: Vec<&'static str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [table, columns, becomes, exported] = cells[..] else { panic!("{row}") };
        let becomes = match becomes {
            "gone" => Becomes::Gone,
            "emptied" => Becomes::Emptied,
            why if why.strip_prefix("kept because ").is_some_and(|why| !why.is_empty()) => Becomes::Kept,
            whose if whose.strip_prefix("no person: ").is_some_and(|whose| !whose.is_empty()) => Becomes::NoPerson,
            _ => panic!("{row}"),
        };
        for column in columns.split(", ") {
            let exported = Some(exported).filter(|path| *path != "-");
            let twice = rules.insert(format!("{table}.{column}"), Ruled { becomes, exported });
            assert!(twice.is_none(), "{table}.{column} stands twice");
        }
    }
    rules
}

store_contract!(each_column_has_a_row_and_each_row_a_column, |db| async move {
    let columns: BTreeSet<String> = db.columns().await.into_iter().collect();
    let ruled: BTreeSet<String> = rules().into_keys().collect();
    assert!(columns.len() > 200, "{columns:?}");
    let missing: Vec<_> = columns.difference(&ruled).collect();
    assert!(missing.is_empty(), "docs/privacy.md says nothing of {missing:?}");
    let foreign: Vec<_> = ruled.difference(&columns).collect();
    assert!(foreign.is_empty(), "no table has {foreign:?}");
});

/// Columns that are kept, and yet say something new once somebody is erased.
const MOVING: [&str; 6] = [
    "customers.erased_at",
    "orders.rev",
    "orders.changed_at",
    "orders.expires_at",
    "orders.anonymised_at",
    "loyalty_benefits.voided_at",
];

/// Whether a row is of an account, or of one of its orders.
fn is_theirs(row: &DumpedRow, account: i64, orders: &[i64]) -> bool {
    let number = |column: &str| row.columns.get(column).and_then(Value::as_i64);
    match row.table.as_str() {
        "customers" => number("id") == Some(account),
        "orders" | "checkouts" => number("id").is_some_and(|id| orders.contains(&id)),
        _ => number("customer_id") == Some(account) || number("order_id").is_some_and(|id| orders.contains(&id)),
    }
}

fn is_nothing(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false))
        || *value == json!(0)
        || *value == json!("")
        || *value == json!("\\x")
}

/// What tells a row of a table from its others.
fn key_of(row: &DumpedRow) -> String {
    let names = ["id", "customer_id", "order_id", "session_id", "seq", "number", "code", "fact"];
    let parts = names.map(|name| row.columns.get(name).map_or_else(String::new, Value::to_string));
    format!("{} {}", row.table, parts.join(" "))
}

store_contract!(an_erased_account_is_what_the_page_says, |db| async move {
    let (_shop, _app, zyx) = somebody(&db).await;
    let account: i64 = zyx.person.id.parse().unwrap();
    let orders = [&zyx.brought, &zyx.unpaid].map(|order| order.id.parse().unwrap());
    let rules = rules();
    let theirs = |rows: Vec<DumpedRow>| -> Vec<DumpedRow> {
        rows.into_iter().filter(|row| is_theirs(row, account, &orders)).collect()
    };
    let before = theirs(db.dump().await);
    assert_eq!(said(&zyx.erase("erasure-of-zyx").await), (204, ""));
    let after: BTreeMap<String, DumpedRow> =
        theirs(db.dump().await).into_iter().map(|row| (key_of(&row), row)).collect();

    let mut seen = BTreeSet::new();
    for row in &before {
        let is = after.get(&key_of(row));
        for (column, was) in &row.columns {
            let name = format!("{}.{column}", row.table);
            match (rules[&name].becomes, is) {
                (Becomes::Gone, is) => assert!(is.is_none(), "{name} is not gone"),
                (Becomes::Emptied, Some(is)) => assert!(is_nothing(&is.columns[column]), "{name} is not emptied"),
                (Becomes::Kept, Some(is)) if !MOVING.contains(&name.as_str()) => {
                    assert_eq!(is.columns[column], *was, "{name} is not kept");
                }
                (Becomes::Kept, Some(_)) => {}
                (becomes, _) => {
                    panic!("{name}: {becomes:?}, but its row is {}", if is.is_some() { "there" } else { "gone" })
                }
            }
            seen.insert(row.table.as_str());
        }
    }
    for table in [
        "customers",
        "customer_addresses",
        "customer_consents",
        "customer_sessions",
        "customer_tokens",
        "sign_in_emails",
        "idempotency_keys",
        "orders",
        "order_events",
        "order_search",
        "checkouts",
        "ledger",
        "gift_card_holds",
        "loyalty_rows",
        "loyalty_benefits",
        "loyalty_members",
        "wheel_seeds",
        "wheel_spins",
    ] {
        assert!(seen.contains(table), "the person has left nothing in {table}");
    }
});

/// Every path of an export down to its lists and plain values, without the numbers of lists.
fn paths(prefix: &str, value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                paths(&path, value, into);
            }
        }
        Value::Array(list) => {
            into.insert(prefix.to_owned());
            list.iter().for_each(|value| paths(prefix, value, into));
        }
        _ => drop(into.insert(prefix.to_owned())),
    }
}

/// Parts of an export that stand in no column: counts, copies, and what there is nothing of yet.
const MADE: [&str; 17] = [
    "exportedAt",
    "user.addresses",
    "user.primaryAddress",
    "user.socialLoginLinked",
    "user.hasPassword",
    "user.acceptedTerms",
    "user.acceptedLoyaltyTerms",
    "user.birthDateSet",
    "user.customerSegment",
    "user.preferredPaymentMethod",
    "user.loyalty",
    "user.unusedBenefits",
    "user.activeOrders",
    "orders.restaurant",
    "lunchLinked",
    "notes.orderId",
    "attribution.orderId",
];
const NOTHING_YET: [&str; 3] = ["pushSubscriptions", "compensations", "staffViews"];

store_contract!(an_export_has_what_the_page_says_and_nothing_else, |db| async move {
    let (_shop, _app, zyx) = somebody(&db).await;
    let export = zyx.person.post(EXPORT, &json!({ "currentPassword": zyx.person.password })).await;
    assert_eq!(export.status, 200, "{}", export.body);
    let mut exported = BTreeSet::new();
    paths("", &export.body, &mut exported);
    let named: BTreeSet<&str> = rules().into_values().filter_map(|rule| rule.exported).collect();
    for path in &exported {
        let within = |of: &str| path == of || path.strip_prefix(of).is_some_and(|rest| rest.starts_with('.'));
        let is_known = named.iter().chain(&MADE).chain(&NOTHING_YET).any(|of| within(of));
        assert!(is_known, "docs/privacy.md names no column that is exported as {path}");
    }
    for name in named {
        let is_there = exported.iter().any(|path| path == name || path.starts_with(&format!("{name}.")));
        assert!(is_there, "the export has no {name}: {exported:?}");
    }
});
