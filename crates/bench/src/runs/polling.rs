//! The same 10,000 watchers by push and by polling every 30 s, at one status a minute for each order.

use std::{collections::HashMap, time::Duration};

use super::statuses::{BenchKitchens, SentStatus};
use crate::{
    call::{CallLines, header},
    child::Served,
    clock::{Micros, now},
    crowd::{Crowd, CrowdOrder, Dialect},
    frame::number,
    histogram::Histogram,
    ladder::Ladder,
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    town::{self, refused},
    trouble::{Trouble, Trying},
    usage::processor_micros,
};

const WATCHERS: usize = 10_000;
const FAN: usize = 3;
/// How often a page asks that has no line (docs/spec/hub.md, "The client's duty").
const EVERY: Duration = Duration::from_secs(30);
/// Statuses of each order in a second.
const RATE: f64 = 1.0 / 60.0;

/// What one way came to: processor time of the server in a second, and how old a status was when it was seen.
struct PollingFigures {
    cpu: f64,
    staleness: Histogram,
}

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let watchers = session.machine.most(WATCHERS);
    let node = session.node()?;
    let orders = town::register(&node, watchers / FAN)?;
    let mut nobody = Crowd::new(Dialect::Live)?;
    let mut kitchens = BenchKitchens::open(&nobody, &node, orders.len())?;
    // Once more than a page waits, and as long again, so that what was reported first is seen by all.
    let every = EVERY.as_micros() as Micros;
    let (pushing, polling) = ((session.seconds(20.0) * 1_000_000.0) as Micros, every + every / 2);
    let unwatched = report(&mut kitchens, &mut nobody, &node, &orders, pushing / 2)?;
    let polled = poll(&mut kitchens, nobody, &node, &orders, watchers, polling)?;
    let pushed = push(&node, &orders, kitchens.ladder, watchers, pushing)?;
    session.say(&format!(
        "  CPU ms/s: nobody watches {:.1}, polling {:.1}, push {:.1}; staleness {:.0} ms and {:.3} ms",
        unwatched,
        polled.cpu,
        pushed.cpu,
        polled.staleness.mean() / 1000.0,
        pushed.staleness.mean() / 1000.0
    ));
    session.rows.extend([
        ReportRow::new("10,000 watchers by push: server CPU, ms in a second", vec![pushed.cpu])
            .beside("polling", vec![polled.cpu])
            .target(FigureTarget::RatioAtMost(0.25)),
        ReportRow::new("the same less what the commits alone cost", vec![pushed.cpu - unwatched])
            .beside("polling", vec![polled.cpu - unwatched]),
        ReportRow::new("mean staleness of a status by push, ms", vec![pushed.staleness.mean() / 1000.0])
            .beside("polling", vec![polled.staleness.mean() / 1000.0])
            .target(FigureTarget::RatioAtMost(0.001)),
    ]);
    Ok(())
}

/// Reports without anybody who watches; processor time of the server, milliseconds in a second.
fn report(
    kitchens: &mut BenchKitchens,
    nobody: &mut Crowd,
    node: &Served,
    orders: &[CrowdOrder],
    micros: Micros,
) -> Result<f64, Trouble> {
    let before = processor_micros(node.pid())?;
    kitchens.report_at(RATE * orders.len() as f64, nobody, now() + micros, orders)?;
    Ok((processor_micros(node.pid())? - before) / micros as f64 * 1000.0)
}

/// Lets the crowd watch while kitchens report.
fn push(
    node: &Served,
    orders: &[CrowdOrder],
    ladder: Ladder,
    watchers: usize,
    micros: Micros,
) -> Result<PollingFigures, Trouble> {
    let mut crowd = Crowd::new(Dialect::Live)?;
    crowd.open(node.address(), orders, watchers)?;
    crowd.settle(300_000, 5_000_000)?;
    crowd.tally.restart();
    let mut kitchens = BenchKitchens::open(&crowd, node, orders.len())?;
    kitchens.ladder = ladder;
    let cpu = report(&mut kitchens, &mut crowd, node, orders, micros)?;
    crowd.settle(100_000, 5_000_000)?;
    let seen = crowd.tally.statuses.iter().map(|status| (status.order as usize, status.seq, status.at));
    Ok(PollingFigures { cpu, staleness: staleness(&kitchens.reported, seen, Micros::MAX) })
}

/// Lets as many pages poll, evenly over the time that each waits, while kitchens report.
fn poll(
    kitchens: &mut BenchKitchens,
    mut crowd: Crowd,
    node: &Served,
    orders: &[CrowdOrder],
    watchers: usize,
    micros: Micros,
) -> Result<PollingFigures, Trouble> {
    let mut pages = PolledPages::open(&mut crowd, node, orders, watchers)?;
    kitchens.reported.clear();
    let (began, before) = (now(), processor_micros(node.pid())?);
    let every = EVERY.as_micros() as f64;
    let (pause, reports) = (every / watchers as f64, 1_000_000.0 / (RATE * orders.len() as f64));
    let (mut asked, mut reported) = (0_usize, 0_u64);
    while now() < began + micros {
        let ask = began + (asked as f64 * pause) as Micros;
        let report = began + (reported as f64 * reports) as Micros;
        if now() >= ask {
            pages.ask(asked % watchers, orders)?;
            asked += 1;
        } else if now() >= report && kitchens.has_idle() {
            kitchens.report(orders)?;
            reported += 1;
        } else {
            let numbers = crowd.turn(if kitchens.has_idle() { ask.min(report) } else { ask })?.to_vec();
            for number in numbers {
                if !kitchens.hear(number)? {
                    pages.hear(number)?;
                }
            }
        }
    }
    let cpu = (processor_micros(node.pid())? - before) / micros as f64 * 1000.0;
    kitchens.finish(&mut crowd)?;
    let seen = pages.seen.iter().copied();
    // What was reported later some pages have not asked for yet.
    Ok(PollingFigures { cpu, staleness: staleness(&kitchens.reported, seen, began + micros - every as Micros) })
}

/// How old each status was when it was seen; of those that were reported before a moment.
fn staleness(reported: &[SentStatus], seen: impl Iterator<Item = (usize, i64, Micros)>, before: Micros) -> Histogram {
    let reported = reported.iter().filter(|reported| reported.sent < before);
    let sent: HashMap<_, _> =
        reported.map(|reported| ((reported.step.order, reported.step.seq), reported.sent)).collect();
    let mut staleness = Histogram::default();
    for (order, seq, at) in seen {
        if let Some(sent) = sent.get(&(order, seq)) {
            staleness.count(at - sent);
        }
    }
    staleness
}

/// Pages that poll, each on a connection that it keeps.
struct PolledPages {
    callers: CallLines,
    pages: Vec<PolledPage>,
    /// What each page has seen: which order, the status' number, when.
    seen: Vec<(usize, i64, Micros)>,
}

struct PolledPage {
    order: usize,
    /// The last ETag.
    known: String,
    /// The last status' number.
    seq: i64,
}

impl PolledPages {
    /// Opens them, as many at a time as may be: a connection on which nothing is asked is closed.
    fn open(crowd: &mut Crowd, node: &Served, orders: &[CrowdOrder], count: usize) -> Result<Self, Trouble> {
        const AT_ONCE: usize = 250;
        let mut pages =
            Self { callers: CallLines::each(node.address(), 0), pages: Vec::with_capacity(count), seen: Vec::new() };
        for first in (0..count).step_by(AT_ONCE) {
            for index in first..count.min(first + AT_ONCE) {
                pages.callers.add(&crowd.poll)?;
                pages.pages.push(PolledPage { order: index % orders.len(), known: String::new(), seq: -1 });
                pages.ask(index, orders)?;
            }
            let end = now() + 10_000_000;
            while pages.pages[first..].iter().any(|page| page.seq < 0) {
                for number in crowd.turn(end)?.to_vec() {
                    pages.hear(number)?;
                }
                if now() >= end {
                    return Err(Trouble::new("pages were not answered within 10 s"));
                }
            }
        }
        pages.seen.clear();
        Ok(pages)
    }

    fn ask(&mut self, index: usize, orders: &[CrowdOrder]) -> Result<(), Trouble> {
        let page = &self.pages[index];
        let CrowdOrder { id, key } = &orders[page.order];
        let path = format!("/api/commerce/v2/order-tracking/{id}/{key}");
        self.callers.ask(index, &path, &page.known).map(drop)
    }

    fn hear(&mut self, number: u64) -> Result<(), Trouble> {
        let Some(answer) = self.callers.read(number)? else { return Ok(()) };
        let index = usize::try_from(answer.tag).trying("a tag")?;
        let page = &mut self.pages[index];
        match answer.status {
            304 => Ok(()),
            200 => {
                page.known = header(&answer.head, "etag").unwrap_or_default().to_owned();
                let seq = newest(&answer.body).ok_or_else(|| refused(&answer))?;
                self.seen.extend((page.seq + 1..=seq).map(|seq| (page.order, seq, answer.came)));
                page.seq = seq;
                Ok(())
            }
            _ => Err(refused(&answer)),
        }
    }
}

/// The greatest `seq` of a payload: its history has those of all its statuses.
fn newest(body: &[u8]) -> Option<i64> {
    let mark = br#""seq":"#;
    let places = body.windows(mark.len()).enumerate().filter(|(_, window)| window == mark).map(|(place, _)| place);
    places.filter_map(|place| number(&body[place..], mark)).max()
}
