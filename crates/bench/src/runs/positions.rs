//! From a car's position on the dispatch line to all its watchers, in turn with the bare server: 10,000 watchers on a third
//! as many orders.

use crate::{
    child::Served,
    crowd::{Crowd, CrowdOrder, Dialect},
    drive::{BenchFleet, DrivePace, Driven},
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    town,
    trouble::Trouble,
};

const WATCHERS: usize = 10_000;
/// Watchers of each order.
const FAN: usize = 3;
/// Deliveries in a second at the fixed rate.
const RATE: f64 = 6_000.0;

/// Saturated, the two are driven in turn so often, each time for a short while: what else goes on in the machine changes
/// from one moment to the next, and is the same for neighbours.
const PAIRS: usize = 3;
/// For so many seconds: within them a node does once all that it does from time to time, the reading of what cars carry among it.
const PIECE: f64 = 4.0;

/// What one of the two came to while both stood.
#[derive(Default)]
struct PositionRounds {
    fixed: Vec<Driven>,
    saturated: Vec<Driven>,
}

/// A crowd before one of the two, and its cars.
struct Side<'a> {
    server: &'a Served,
    crowd: Crowd,
    fleet: BenchFleet,
    turns: &'a mut PositionRounds,
}

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    // Both crowds stand at the same time.
    let watchers = session.machine.most(2 * WATCHERS) / 2;
    let node = session.node()?;
    let orders = town::register(&node, watchers / FAN)?;
    town::put_on_road(&node, &orders)?;
    let (mut product, mut bare) = (PositionRounds::default(), PositionRounds::default());
    for time in 0..session.times {
        let server = Served::bare(&session.machine)?;
        let product = (Dialect::Live, &node, &mut product);
        let bare = (Dialect::Bare, &server, &mut bare);
        // Whoever comes first may find memory that the machine's host has yet to give.
        let (first, second) = if time % 2 == 0 { (product, bare) } else { (bare, product) };
        let mut first = Side::open(session, first, &orders, watchers)?;
        first.drive_fixed(session)?;
        let mut second = Side::open(session, second, &orders, watchers)?;
        for pair in 0..PAIRS {
            let pair = if pair % 2 == 0 { [&mut first, &mut second] } else { [&mut second, &mut first] };
            for side in pair {
                side.drive_saturated(session)?;
            }
        }
        // The fixed rate is for one alone: signs of life to the other's crowd would be heard in its latency.
        drop(first);
        second.drive_fixed(session)?;
    }
    tell(session, &product, &bare);
    Ok(())
}

impl<'a> Side<'a> {
    /// A crowd comes, and each car reports once.
    fn open(
        session: &BenchSession,
        (dialect, server, turns): (Dialect, &'a Served, &'a mut PositionRounds),
        orders: &[CrowdOrder],
        watchers: usize,
    ) -> Result<Self, Trouble> {
        let mut crowd = Crowd::new(dialect)?;
        crowd.open(server.address(), orders, watchers)?;
        let mut fleet = BenchFleet::open(&crowd, server, orders.len())?;
        fleet.warm_up(&mut crowd)?;
        session.keep_awake(&mut crowd);
        Ok(Self { server, crowd, fleet, turns })
    }

    fn name(&self) -> &'static str {
        if self.crowd.dialect() == Dialect::Live { "product" } else { "bare" }
    }

    fn drive_fixed(&mut self, session: &mut BenchSession) -> Result<(), Trouble> {
        let fixed =
            self.fleet.drive(&mut self.crowd, self.server, DrivePace::Deliveries(RATE), session.seconds(8.0))?;
        session.keep(&format!("positions at {RATE:.0}/s, {}", self.name()), &fixed, false);
        self.turns.fixed.push(fixed);
        Ok(())
    }

    fn drive_saturated(&mut self, session: &mut BenchSession) -> Result<(), Trouble> {
        let saturated = self.fleet.drive(&mut self.crowd, self.server, DrivePace::Saturated, session.seconds(PIECE))?;
        session.keep(&format!("positions saturated, {}", self.name()), &saturated, true);
        self.turns.saturated.push(saturated);
        Ok(())
    }
}

fn tell(session: &mut BenchSession, product: &PositionRounds, bare: &PositionRounds) {
    let of = |turns: &[Driven], figure: fn(&Driven) -> f64| turns.iter().map(figure).collect::<Vec<_>>();
    let fixed = |name: &str, figure: fn(&Driven) -> f64| {
        ReportRow::new(name, of(&product.fixed, figure)).beside("bare", of(&bare.fixed, figure))
    };
    let saturated = |name: &str, figure: fn(&Driven) -> f64| {
        ReportRow::new(name, of(&product.saturated, figure)).beside("bare", of(&bare.saturated, figure))
    };
    let all: Vec<Driven> = product.fixed.iter().chain(&product.saturated).copied().collect();
    session.rows.extend([
        saturated("CPU per delivery, saturated, µs", |driven| driven.cpu).target(FigureTarget::RatioAtMost(1.15)),
        fixed("CPU per delivery at 6,000/s, µs", |driven| driven.cpu).target(FigureTarget::RatioAtMost(1.2)),
        fixed("latency at 6,000/s, p99, µs", |driven| driven.p99).target(FigureTarget::RatioAtMost(1.6)),
        fixed("latency at 6,000/s, p50, µs", |driven| driven.p50),
        fixed("latency at 6,000/s, p99.9, µs", |driven| driven.p999),
        fixed("answer to the position at 6,000/s, p99, µs", |driven| driven.answer_p99),
        saturated("deliveries per second, saturated", |driven| driven.per_second),
        fixed("position frame, bytes of text", |driven| driven.bytes),
        fixed("positions skipped at 6,000/s", |driven| driven.due - driven.received),
        ReportRow::new("positions doubled or out of order", of(&all, |driven| driven.doubled + driven.misordered))
            .target(FigureTarget::AtMost(0.0)),
    ]);
}
