//! Memory of idle lines: what the process has with them less what it had without, for many watchers of each order and for
//! one. The kernel's own memory for sockets is not in it.

use crate::{
    clock::now,
    crowd::{Crowd, CrowdOrder, Dialect},
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    town,
    trouble::Trouble,
    usage::private_kib,
};

const STEPS: [usize; 2] = [10_000, 19_000];
/// Watchers of each order where there are many.
const MANY: usize = 40;
/// After so long nothing is kept warm any more for lines that have joined.
const IDLE: i64 = 13_000_000;

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let database = session.new_database();
    let orders = town::register(&session.node_on(&database)?, session.machine.most(STEPS[STEPS.len() - 1]))?;
    let mut kib = [vec![Vec::new(); STEPS.len()], vec![Vec::new(); STEPS.len()]];
    for _ in 0..session.times.min(2) {
        for (kib, fan) in kib.iter_mut().zip([MANY, 1]) {
            for (kib, sample) in kib.iter_mut().zip(grow(session, &database, &orders, fan)?) {
                kib.push(sample);
            }
        }
    }
    let [many, one] = kib;
    for (place, lines) in STEPS.into_iter().enumerate() {
        let row = ReportRow::new(format!("KiB per idle line, {lines} lines, {MANY} an order"), many[place].clone());
        session.rows.push(if lines >= 10_000 { row.target(FigureTarget::AtMost(2.0)) } else { row });
        let name = format!("KiB per idle line with an order of its own, {lines} lines");
        session.rows.push(ReportRow::new(name, one[place].clone()));
    }
    let last = STEPS.len() - 1;
    let share = 1.0 - 1.0 / MANY as f64;
    let orders = one[last].iter().zip(&many[last]).map(|(one, many)| (one - many) / share).collect();
    session
        .rows
        .push(ReportRow::new("KiB per watched order apart from its line", orders).target(FigureTarget::AtMost(4.0)));
    Ok(())
}

/// KiB per line at each step, where so many lines watch each order.
fn grow(session: &BenchSession, database: &str, orders: &[CrowdOrder], fan: usize) -> Result<Vec<f64>, Trouble> {
    let orders = &orders[..orders.len().div_ceil(fan)];
    // A new process: what registering left free in the old one would be used again, and not be counted.
    let node = session.node_on(database)?;
    let mut crowd = Crowd::new(Dialect::Live)?;
    let none = private_kib(node.pid())?;
    let mut samples = Vec::new();
    for lines in STEPS {
        let lines = session.machine.most(lines);
        crowd.open(node.address(), orders, lines - crowd.len())?;
        let until = now() + IDLE;
        while now() < until {
            crowd.turn(until)?;
        }
        let sample = (private_kib(node.pid())? - none) / lines as f64;
        session.say(&format!("  {lines} lines, {fan} an order: {sample:.2} KiB each"));
        samples.push(sample);
    }
    Ok(samples)
}
