//! The tables of the page are those of the domain.

use std::collections::BTreeMap;

use domain::{
    error::Code,
    order::{FulfilmentKind, OrderType, Status, may_follow},
};

use crate::page::{DISPATCH, table};

/// Codes that a dispatch call or frame can be answered with begin so, or are these.
const OF_DISPATCH: [&str; 12] = [
    "request/",
    "dispatch/",
    "status/",
    "batch/",
    "frame/",
    "service/",
    "restaurant/",
    "order/not-found",
    "product/not-found",
    "shop/not-found",
    "live/origin",
    "board/too-large",
];

/// Of those that begin so, what only calls of pages and shops are answered with.
const OF_PAGES: [&str; 3] = ["request/foreign-page", "request/idempotency-mismatch", "request/in-progress"];

#[test]
fn every_error_of_dispatch_stands_in_the_table_with_its_status() {
    let rows = table(DISPATCH.text, "Errors").into_iter().map(|row| {
        assert!(row.len() == 4 && row.iter().all(|cell| !cell.is_empty()), "{row:?}");
        (row[0].trim_matches('`').to_owned(), row[1].parse().unwrap())
    });
    let rows: BTreeMap<String, u16> = rows.collect();
    let codes = Code::ALL.iter().map(|code| (code.as_str(), server::error::status_of(*code).as_u16()));
    let is_of_dispatch =
        |code: &str| OF_DISPATCH.iter().any(|start| code.starts_with(start)) && !OF_PAGES.contains(&code);
    let of_dispatch = codes.filter(|(code, _)| is_of_dispatch(code));
    let expected: BTreeMap<String, u16> = of_dispatch.map(|(code, status)| (code.to_owned(), status)).collect();
    assert_eq!(rows, expected);
}

#[test]
fn every_status_stands_in_the_table_with_what_may_follow() {
    let rows = table(DISPATCH.text, "Statuses");
    let numbers: Vec<i64> = rows.iter().map(|row| number(row[0])).collect();
    assert_eq!(numbers, Status::ALL.map(|status| i64::from(status.number())));
    for row in rows {
        let from = Status::try_from(number(row[0])).unwrap();
        let follow = |order_type| {
            let fulfilment = FulfilmentKind { order_type, delivery_tracking: true };
            let all = Status::ALL.into_iter().filter(move |to| may_follow(fulfilment, from, *to));
            all.map(|to| i64::from(to.number())).collect::<Vec<_>>()
        };
        assert_eq!(numbers_of(row[2]), follow(OrderType::Delivery), "a delivery from {}", row[0]);
        for order_type in [OrderType::Pickup, OrderType::Eatin] {
            let is_on_the_way = follow(order_type).is_empty() || (Status::InBatch..=Status::Delivered).contains(&from);
            let expected = if is_on_the_way { Vec::new() } else { follow(order_type) };
            assert_eq!(numbers_of(row[3]), expected, "{order_type:?} from {}", row[0]);
        }
    }
}

/// A number as the page writes it, with a real minus.
fn number(text: &str) -> i64 {
    text.replace('−', "-").parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// `5, 7–11, 13`, or `–` for none.
fn numbers_of(cell: &str) -> Vec<i64> {
    let parts = cell.split(", ").filter(|part| *part != "–");
    let ranges = parts.map(|part| part.split_once('–').map_or((part, part), |(from, to)| (from, to)));
    ranges.flat_map(|(from, to)| number(from)..=number(to)).collect()
}
