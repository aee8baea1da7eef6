//! 10,000 open carts and menus of 40 restaurants, of which one after the other runs out of something: how soon each of
//! their watchers knows, and what a watcher costs while nothing happens.

use crate::{
    call::CallLines,
    child::Served,
    clock::{Micros, now},
    crowd::{Crowd, CrowdOrder, Dialect},
    fetch::fetch,
    histogram::Histogram,
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    town::refused,
    trouble::Trouble,
    usage::{private_kib, processor_micros},
};

const WATCHERS: usize = 10_000;
const RESTAURANTS: usize = 40;
/// What runs out, one after the other, so that each word is news.
const ARTICLES: [&str; 4] = ["3002", "3003", "3005", "3018"];
/// Words in a second.
const RATE: f64 = 20.0;
/// The callers' numbers in epoll.
const BASE: u64 = u64::MAX / 2;
/// After so long nothing is kept warm any more for lines that have joined.
const IDLE: Micros = 13_000_000;

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let watchers = session.machine.most(WATCHERS);
    let node = session.node()?;
    let restaurants = restaurants(&node)?;
    let none = private_kib(node.pid())?;
    let mut crowd = Crowd::new(Dialect::Shop)?;
    crowd.open(node.address(), &restaurants, watchers)?;
    let until = now() + IDLE;
    while now() < until {
        crowd.turn(until)?;
    }
    let kib = (private_kib(node.pid())? - none) / watchers as f64;
    crowd.tally.restart();
    let before = processor_micros(node.pid())?;
    let (told, due) = run_out(&node, &restaurants, &mut crowd)?;
    let cpu = (processor_micros(node.pid())? - before) / told.total().max(1) as f64;
    let lost = due.saturating_sub(told.total()) as f64;
    session.say(&format!(
        "  {kib:.2} KiB a watcher; {} of {due} told, p50 {:.1} ms, p99 {:.1} ms, {cpu:.1} µs CPU each",
        told.total(),
        told.quantile(0.5) / 1000.0,
        told.quantile(0.99) / 1000.0
    ));
    session.rows.extend([
        ReportRow::new("KiB per watcher of a restaurant, 10,000 of 40", vec![kib]).target(FigureTarget::AtMost(2.0)),
        ReportRow::new("call to shop frame, 10,000 watchers, p50, ms", vec![told.quantile(0.5) / 1000.0]),
        ReportRow::new("call to shop frame, 10,000 watchers, p99, ms", vec![told.quantile(0.99) / 1000.0])
            .target(FigureTarget::AtMost(1000.0)),
        ReportRow::new("shop frames lost", vec![lost]).target(FigureTarget::AtMost(0.0)),
        ReportRow::new(
            "shop frames doubled or out of order",
            vec![(crowd.tally.doubled + crowd.tally.misordered) as f64],
        )
        .target(FigureTarget::AtMost(0.0)),
        ReportRow::new("CPU per shop frame, its commit among it, µs", vec![cpu]),
    ]);
    Ok(())
}

/// The restaurants that are watched, by their numbers.
fn restaurants(node: &Served) -> Result<Vec<CrowdOrder>, Trouble> {
    let shops = fetch(node, "GET /api/commerce/v2/shops", "", b"")?;
    let shops: Vec<serde_json::Value> =
        serde_json::from_slice(&shops.body).map_err(|error| Trouble::new(format!("the shops: {error}")))?;
    let ids = shops.iter().filter_map(|shop| Some(shop.get("restaurantId")?.as_str()?.to_owned()));
    Ok(ids.take(RESTAURANTS).map(|id| CrowdOrder { id, key: String::new() }).collect())
}

/// Lets each restaurant run out of each article; from each call to each watcher's frame, and how many are due.
fn run_out(node: &Served, restaurants: &[CrowdOrder], crowd: &mut Crowd) -> Result<(Histogram, u64), Trouble> {
    let mut callers = CallLines::open(&crowd.poll, node.address(), 8, BASE)?;
    let words: Vec<(usize, &str)> =
        ARTICLES.iter().flat_map(|article| (0..restaurants.len()).map(move |place| (place, *article))).collect();
    let mut sent: Vec<Vec<Micros>> = vec![Vec::new(); restaurants.len()];
    let (began, mut said) = (now(), 0_usize);
    while said < words.len() || callers.busy() > 0 {
        let due = began + (said as f64 * 1_000_000.0 / RATE) as Micros;
        if said < words.len() && now() >= due && callers.has_idle() {
            let (place, article) = words[said];
            let path = format!("/api/dispatch/restaurants/{}/out/product/{article}", restaurants[place].id);
            sent[place].push(now());
            callers.call(said as u64, "PUT", &path, b"{}")?;
            said += 1;
            continue;
        }
        let wait = if said < words.len() { due } else { now() + 1_000_000 };
        for number in crowd.turn(wait)? {
            match callers.read(*number)? {
                Some(answer) if answer.status != 200 => return Err(refused(&answer)),
                _ => {}
            }
        }
    }
    crowd.settle(300_000, 5_000_000)?;
    let mut told = Histogram::default();
    for seen in &crowd.tally.statuses {
        let words = sent.get(usize::try_from(seen.order).unwrap_or(usize::MAX));
        // A restaurant's words lie seconds apart: the last one before the frame is the one that it tells of.
        if let Some(sent) = words.and_then(|words| words.iter().rev().find(|sent| **sent <= seen.at)) {
            told.count(seen.at - sent);
        }
    }
    let of = |place: usize| crowd.len() / restaurants.len() + usize::from(place < crowd.len() % restaurants.len());
    Ok((told, words.iter().map(|(place, _)| of(*place) as u64).sum()))
}
