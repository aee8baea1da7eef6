//! Positions taken in on the dispatch line: 1,000 cars with an order each that nobody watches, 10 positions a frame.

use crate::{
    crowd::{Crowd, Dialect},
    drive::BenchFleet,
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    town,
    trouble::Trouble,
};

const CARS: usize = 1_000;
const AT_ONCE: usize = 10;

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let node = session.node()?;
    let orders = town::register(&node, CARS)?;
    town::put_on_road(&node, &orders)?;
    let mut nobody = Crowd::new(Dialect::Live)?;
    let mut fleet = BenchFleet::open(&nobody, &node, orders.len())?;
    fleet.warm_up(&mut nobody)?;
    session.keep_awake(&mut nobody);
    let [mut rates, mut cpu, mut answers] = [const { Vec::new() }; 3];
    for _ in 0..session.times {
        let taken = fleet.report(&mut nobody, &node, AT_ONCE, session.seconds(5.0))?;
        session.say(&format!(
            "  {:.0} positions/s, {:.2} µs CPU each; load server {:.2}, generator {:.2}",
            taken.per_second, taken.cpu, taken.server_load, taken.generator_load
        ));
        if taken.server_load < 0.9 {
            session.warn(format!("intake: the server used only {:.0} % of its core", taken.server_load * 100.0));
        }
        rates.push(taken.per_second);
        cpu.push(taken.cpu);
        answers.push(taken.answer_p99 / 1000.0);
    }
    session.rows.extend([
        ReportRow::new("positions taken in per second, 10 a frame", rates).target(FigureTarget::AtLeast(50_000.0)),
        ReportRow::new("CPU per position taken in, 10 a frame, µs", cpu),
        ReportRow::new("answer to a frame of 10 positions, saturated, p99, ms", answers),
    ]);
    Ok(())
}
