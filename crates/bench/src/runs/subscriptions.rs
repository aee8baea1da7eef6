//! Connections and subscriptions accepted: first of orders that the node knows nothing of, then of orders that are watched
//! already.

use crate::{
    crowd::{Crowd, Dialect, Opened},
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    town,
    trouble::Trouble,
    usage::processor_micros,
};

const WATCHERS: usize = 10_000;
const FAN: usize = 3;
const READS: &str = "ovelle_snapshot_reads_total";

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let [mut connections, mut cold, mut warm, mut reads, mut cpu] = [const { Vec::new() }; 5];
    for _ in 0..session.times {
        let node = session.node()?;
        let watchers = session.machine.most(WATCHERS);
        let orders = town::register(&node, watchers / FAN)?;
        let mut crowd = Crowd::new(Dialect::Live)?;
        let rate = |count: usize, micros: i64| count as f64 / micros as f64 * 1_000_000.0;
        let first = crowd.open(node.address(), &orders, orders.len())?;
        let before = processor_micros(node.pid())?;
        let rest = watchers - orders.len();
        let second = crowd.open(node.address(), &orders, rest)?;
        cpu.push((processor_micros(node.pid())? - before) / rest as f64);
        let connecting = rate(watchers, first.connecting + second.connecting);
        let Opened { subscribing, .. } = first;
        connections.push(connecting);
        cold.push(rate(orders.len(), subscribing));
        warm.push(rate(rest, second.subscribing));
        reads.push(node.figure(READS)? / orders.len() as f64);
        session.say(&format!(
            "  {connecting:.0} connections/s; subscriptions/s: {:.0} cold, {:.0} warm",
            rate(orders.len(), subscribing),
            rate(rest, second.subscribing)
        ));
    }
    session.rows.extend([
        ReportRow::new("connections opened and greeted per second", connections),
        ReportRow::new("subscriptions per second, order not known to the node", cold),
        ReportRow::new("subscriptions per second, order watched already", warm).target(FigureTarget::AtLeast(8_000.0)),
        ReportRow::new("database reads of an order for its 3 watchers", reads).target(FigureTarget::AtMost(1.0)),
        ReportRow::new("CPU to open a line and subscribe, order watched already, µs", cpu),
    ]);
    Ok(())
}
