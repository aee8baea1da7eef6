//! 200 statuses a second through HTTP with 10,000 watchers: whether each comes to each of its watchers once and in order,
//! and how soon after the answer.

use std::collections::HashMap;

use crate::{
    call::CallLines,
    child::Served,
    clock::{Micros, now},
    crowd::{Crowd, CrowdOrder, Dialect},
    histogram::Histogram,
    ladder::{Ladder, LadderStep},
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    town::{self, refused},
    trouble::Trouble,
    usage::processor_micros,
};

const WATCHERS: usize = 10_000;
const FAN: usize = 3;
/// Statuses in a second.
const RATE: f64 = 200.0;
const CALLERS: usize = 16;
/// The callers' numbers in epoll.
const BASE: u64 = u64::MAX / 2;

/// A status as it was reported.
#[derive(Debug, Clone, Copy)]
pub(super) struct SentStatus {
    pub(super) step: LadderStep,
    pub(super) sent: Micros,
    pub(super) answered: Micros,
}

/// Kitchens that report at a rate.
pub(super) struct BenchKitchens {
    callers: CallLines,
    pub(super) ladder: Ladder,
    pub(super) reported: Vec<SentStatus>,
}

/// What a run came to.
#[derive(Default)]
pub(super) struct StatusFigures {
    due: f64,
    received: f64,
    pub(super) lost: f64,
    /// Doubled, out of order, or with one left out before it.
    pub(super) wrong: f64,
    cpu: f64,
    /// Those that came before the answer count as nothing.
    after_answer: Histogram,
    before_answer: f64,
    pub(super) after_call: Histogram,
}

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let node = session.node()?;
    let watchers = session.machine.most(WATCHERS);
    let orders = town::register(&node, watchers / FAN)?;
    let mut crowd = Crowd::new(Dialect::Live)?;
    crowd.open(node.address(), &orders, watchers)?;
    crowd.settle(300_000, 5_000_000)?;
    let mut kitchens = BenchKitchens::open(&crowd, &node, orders.len())?;
    let mut told = Vec::new();
    for _ in 0..session.times {
        told.push(report(session, &node, &orders, &mut crowd, &mut kitchens)?);
    }
    let of = |figure: fn(&StatusFigures) -> f64| told.iter().map(figure).collect::<Vec<_>>();
    session.rows.extend([
        ReportRow::new("statuses: deliveries due", of(|told| told.due)),
        ReportRow::new("statuses: deliveries received", of(|told| told.received)),
        ReportRow::new("statuses lost", of(|told| told.lost)).target(FigureTarget::AtMost(0.0)),
        ReportRow::new("statuses doubled or out of order", of(|told| told.wrong)).target(FigureTarget::AtMost(0.0)),
        ReportRow::new("status: answer to frame, p50, ms", of(|told| told.after_answer.quantile(0.5) / 1000.0))
            .target(FigureTarget::AtMost(1.0)),
        ReportRow::new("status: answer to frame, p99, ms", of(|told| told.after_answer.quantile(0.99) / 1000.0))
            .target(FigureTarget::AtMost(10.0)),
        ReportRow::new("status: frames that came before the answer, %", of(|told| told.before_answer)),
        ReportRow::new("status: call to frame, p50, ms", of(|told| told.after_call.quantile(0.5) / 1000.0)),
        ReportRow::new("status: call to frame, p99, ms", of(|told| told.after_call.quantile(0.99) / 1000.0)),
        ReportRow::new("status: call to frame, p99.9, ms", of(|told| told.after_call.quantile(0.999) / 1000.0)),
        ReportRow::new("CPU per delivered status, its commit among it, µs", of(|told| told.cpu)),
    ]);
    Ok(())
}

/// Reports for a while, and holds what the watchers saw against it.
pub(super) fn report(
    session: &BenchSession,
    node: &Served,
    orders: &[CrowdOrder],
    crowd: &mut Crowd,
    kitchens: &mut BenchKitchens,
) -> Result<StatusFigures, Trouble> {
    crowd.tally.restart();
    kitchens.reported.clear();
    let before = processor_micros(node.pid())?;
    kitchens.report_at(RATE, crowd, now() + (session.seconds(10.0) * 1_000_000.0) as Micros, orders)?;
    crowd.settle(100_000, 5_000_000)?;
    let used = processor_micros(node.pid())? - before;
    let told = compare(crowd, orders.len(), &kitchens.reported, used);
    session.say(&format!(
        "  {} statuses, {:.0} of {:.0} deliveries, p99 {:.0} µs after the answer",
        kitchens.reported.len(),
        told.received,
        told.due,
        told.after_answer.quantile(0.99)
    ));
    Ok(told)
}

/// Holds what the watchers saw against what was reported.
fn compare(crowd: &Crowd, orders: usize, reported: &[SentStatus], used: f64) -> StatusFigures {
    let by_step: HashMap<(usize, i64), &SentStatus> =
        reported.iter().map(|reported| ((reported.step.order, reported.step.seq), reported)).collect();
    let mut seen: HashMap<(usize, i64), usize> = HashMap::new();
    let mut told = StatusFigures::default();
    for status in &crowd.tally.statuses {
        let step = (usize::try_from(status.order).unwrap_or(usize::MAX), status.seq);
        *seen.entry(step).or_default() += 1;
        if let Some(reported) = by_step.get(&step) {
            told.after_answer.count(status.at - reported.answered);
            told.before_answer += f64::from(u8::from(status.at <= reported.answered));
            told.after_call.count(status.at - reported.sent);
        }
    }
    for step in by_step.keys() {
        // Watchers stand in turn, one of each order.
        let watchers = crowd.len() / orders + usize::from(step.0 < crowd.len() % orders);
        told.due += watchers as f64;
        told.lost += watchers.saturating_sub(seen.get(step).copied().unwrap_or(0)) as f64;
    }
    told.before_answer *= 100.0 / told.after_answer.total().max(1) as f64;
    told.received = crowd.tally.statuses.len() as f64;
    told.wrong = (crowd.tally.doubled + crowd.tally.misordered + crowd.tally.left_out) as f64;
    told.cpu = used / told.received.max(1.0);
    told
}

impl BenchKitchens {
    pub(super) fn open(crowd: &Crowd, node: &Served, orders: usize) -> Result<Self, Trouble> {
        let callers = CallLines::open(&crowd.poll, node.address(), CALLERS, BASE)?;
        Ok(Self { callers, ladder: Ladder::new(orders), reported: Vec::new() })
    }

    /// Reports statuses evenly until a moment, and waits for the answers.
    pub(super) fn report_at(
        &mut self,
        rate: f64,
        crowd: &mut Crowd,
        until: Micros,
        orders: &[CrowdOrder],
    ) -> Result<(), Trouble> {
        let pause = 1_000_000.0 / rate;
        let (began, mut said) = (now(), 0_u64);
        loop {
            let due = began + (said as f64 * pause) as Micros;
            if due >= until {
                break;
            }
            if now() >= due && self.callers.has_idle() {
                self.report(orders)?;
                said += 1;
                continue;
            }
            let wait = if self.callers.has_idle() { due } else { until };
            self.turn(crowd, wait)?;
        }
        self.finish(crowd)
    }

    /// Waits for the answers that have not come.
    pub(super) fn finish(&mut self, crowd: &mut Crowd) -> Result<(), Trouble> {
        while self.callers.busy() > 0 {
            self.turn(crowd, now() + 1_000_000)?;
        }
        Ok(())
    }

    /// Whether another status may be reported.
    pub(super) fn has_idle(&self) -> bool {
        self.callers.has_idle()
    }

    /// Hears what has come at this number; false where it is none of theirs.
    pub(super) fn hear(&mut self, number: u64) -> Result<bool, Trouble> {
        if number < BASE {
            return Ok(false);
        }
        let Some(answer) = self.callers.read(number)? else { return Ok(true) };
        let is_applied = answer.body.windows(14).any(|window| window == br#""applied":true"#);
        if answer.status != 200 || !is_applied {
            return Err(refused(&answer));
        }
        let reported = usize::try_from(answer.tag).ok().and_then(|place| self.reported.get_mut(place));
        if let Some(reported) = reported {
            (reported.sent, reported.answered) = (answer.sent, answer.came);
        }
        Ok(true)
    }

    fn turn(&mut self, crowd: &mut Crowd, until: Micros) -> Result<(), Trouble> {
        for number in crowd.turn(until)? {
            self.hear(*number)?;
        }
        Ok(())
    }

    /// Reports the next status.
    pub(super) fn report(&mut self, orders: &[CrowdOrder]) -> Result<(), Trouble> {
        let step = self.ladder.step();
        let path = format!("/api/dispatch/orders/{}/status", orders[step.order].id);
        let body = format!(r#"{{"status":{}}}"#, step.status);
        self.reported.push(SentStatus { step, sent: 0, answered: 0 });
        self.callers.call(self.reported.len() as u64 - 1, "POST", &path, body.as_bytes())
    }
}
