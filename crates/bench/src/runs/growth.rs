//! How the cost grows with the number of watchers: processor time for each delivery at one rate, memory for each line.

use crate::{
    clock::now,
    crowd::{Crowd, Dialect},
    drive::{BenchFleet, DrivePace},
    report::ReportRow,
    session::BenchSession,
    town,
    trouble::Trouble,
    usage::private_kib,
};

const STEPS: [usize; 4] = [100, 1_000, 10_000, 19_000];
const FAN: usize = 3;
const RATE: f64 = 6_000.0;
/// After so long nothing is kept warm any more for lines that have joined.
const IDLE: i64 = 13_000_000;

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    for watchers in STEPS {
        let watchers = session.machine.most(watchers);
        let database = session.new_database();
        let orders = {
            let node = session.node_on(&database)?;
            let orders = town::register(&node, watchers / FAN)?;
            town::put_on_road(&node, &orders)?;
            orders
        };
        // A new process: what registering left free in the old one would be used again, and not be counted.
        let node = session.node_on(&database)?;
        let without = private_kib(node.pid())?;
        let mut crowd = Crowd::new(Dialect::Live)?;
        crowd.open(node.address(), &orders, watchers)?;
        let until = now() + IDLE;
        while now() < until {
            crowd.turn(until)?;
        }
        let kib = (private_kib(node.pid())? - without) / watchers as f64;
        let mut fleet = BenchFleet::open(&crowd, &node, orders.len())?;
        fleet.warm_up(&mut crowd)?;
        session.keep_awake(&mut crowd);
        let [mut fixed, mut saturated, mut p99] = [const { Vec::new() }; 3];
        for _ in 0..session.times.min(2) {
            let driven = fleet.drive(&mut crowd, &node, DrivePace::Deliveries(RATE), session.seconds(4.0))?;
            session.keep(&format!("growth, {watchers} watchers at {RATE:.0}/s"), &driven, false);
            fixed.push(driven.cpu);
            p99.push(driven.p99);
            let driven = fleet.drive(&mut crowd, &node, DrivePace::Saturated, session.seconds(3.0))?;
            session.keep(&format!("growth, {watchers} watchers saturated"), &driven, true);
            saturated.push(driven.cpu);
        }
        session.rows.extend([
            ReportRow::new(format!("growth: {watchers} watchers, CPU per delivery at 6,000/s, µs"), fixed),
            ReportRow::new(format!("growth: {watchers} watchers, CPU per delivery, saturated, µs"), saturated),
            ReportRow::new(format!("growth: {watchers} watchers, p99 at 6,000/s, µs"), p99),
            ReportRow::new(format!("growth: {watchers} watchers on a third as many orders, KiB per line"), vec![kib]),
        ]);
    }
    Ok(())
}
