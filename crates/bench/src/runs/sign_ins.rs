//! Statuses while nobody signs in, and while sign-ins flood from many addresses: how soon a kitchen's word comes to those who
//! watch, in turn.

use std::time::Duration;

use super::statuses::{BenchKitchens, report};
use crate::{
    crowd::{Crowd, Dialect},
    flood::SignInFlood,
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    town,
    trouble::Trouble,
};

const WATCHERS: usize = 600;
const FAN: usize = 3;
/// How long the flood goes on before it is measured.
const RISES: Duration = Duration::from_secs(2);

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let node = session.node()?;
    let orders = town::register(&node, WATCHERS / FAN)?;
    let mut crowd = Crowd::new(Dialect::Live)?;
    crowd.open(node.address(), &orders, WATCHERS)?;
    crowd.settle(300_000, 5_000_000)?;
    let mut kitchens = BenchKitchens::open(&crowd, &node, orders.len())?;
    // The first statuses find nothing prepared.
    report(session, &node, &orders, &mut crowd, &mut kitchens)?;
    let [mut quiet, mut flooded, mut checked, mut turned_away, mut lost] = [const { Vec::new() }; 5];
    for _ in 0..session.times {
        let told = report(session, &node, &orders, &mut crowd, &mut kitchens)?;
        quiet.push(told.after_call.quantile(0.99) / 1000.0);
        let flood = SignInFlood::begin(node.address());
        std::thread::sleep(RISES);
        let before = flood.answers();
        let told = report(session, &node, &orders, &mut crowd, &mut kitchens)?;
        let after = flood.answers();
        drop(flood);
        flooded.push(told.after_call.quantile(0.99) / 1000.0);
        lost.push(told.lost + told.wrong);
        let [hashed, busy, other] = [0, 1, 2].map(|at| after[at] - before[at]);
        session.say(&format!("  meanwhile {hashed} passwords checked, {busy} tries turned away, {other} came to else"));
        if hashed == 0 || busy == 0 {
            session.warn("sign-ins: there was no flood.");
        }
        checked.push(hashed as f64);
        turned_away.push(busy as f64);
    }
    session.rows.extend([
        ReportRow::new("status: call to frame while sign-ins flood, p99, ms", flooded)
            .beside("quiet", quiet)
            .target(FigureTarget::RatioAtMost(1.5)),
        ReportRow::new("statuses lost, doubled or out of order meanwhile", lost).target(FigureTarget::AtMost(0.0)),
        ReportRow::new("passwords checked meanwhile", checked),
        ReportRow::new("sign-ins turned away meanwhile", turned_away),
    ]);
    Ok(())
}
