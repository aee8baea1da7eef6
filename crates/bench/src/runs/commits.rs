//! Statuses committed through HTTP: 64 callers with one call each, the bulk call, and beside them the same transactions
//! without the product.

use crate::{
    call::CallAnswer,
    child::Served,
    clock::now,
    crowd::CrowdOrder,
    histogram::Histogram,
    ladder::Ladder,
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    sql::{BenchDatabase, bare_postgres, bare_sqlite},
    town::{self, call_with, refused},
    trouble::Trouble,
};

/// Orders that are reported in turn.
const ORDERS: usize = 4_000;
/// Who calls at a time.
const CALLERS: usize = 64;
/// Statuses of one bulk call (docs/spec/hub.md, "Reporting a status").
const BULK: usize = 500;

/// What one database came to.
#[derive(Default)]
struct Committed {
    single: Vec<f64>,
    p99: Vec<f64>,
    bulk: Vec<f64>,
    bare: Vec<f64>,
}

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let mut committed = Committed::default();
    for _ in 0..session.times {
        let database = session.new_database();
        let node = session.node_on(&database)?;
        measure(session, &node, &mut committed)?;
        // Orders that nobody has reported, in a file that nobody else has open.
        town::register(&node, ORDERS)?;
        drop(node);
        committed.bare.push(bare_sqlite(&database, session.seconds(4.0))?);
    }
    tell(session, "SQLite FULL", &committed, ("loop without group commit", 1.0));
    let Some(server) = session.postgres.clone() else {
        session.warn("No PostgreSQL: its commits were not measured.");
        return Ok(());
    };
    let (mut committed, mut syncs) = (Committed::default(), false);
    for number in 0..session.times {
        let database = BenchDatabase::create(&server, number)?;
        syncs = database.syncs()?;
        let node = session.node_on(&database.url()?)?;
        measure(session, &node, &mut committed)?;
        town::register(&node, ORDERS)?;
        drop(node);
        committed.bare.push(bare_postgres(&database.url()?, session.seconds(4.0))?);
    }
    if !syncs {
        session.warn("This PostgreSQL does not wait for the disk at a commit (fsync or synchronous_commit is off).");
    }
    tell(session, "PostgreSQL", &committed, ("64 bare writers", 0.5));
    Ok(())
}

fn measure(session: &BenchSession, node: &Served, committed: &mut Committed) -> Result<(), Trouble> {
    let orders = town::register(node, ORDERS)?;
    let mut ladder = Ladder::new(orders.len());
    let seconds = session.seconds(4.0);
    let (rate, answers) = single(node, &orders, &mut ladder, seconds)?;
    committed.single.push(rate);
    committed.p99.push(answers.quantile(0.99) / 1000.0);
    let bulk = bulk(node, &orders, &mut ladder, seconds)?;
    committed.bulk.push(bulk);
    session.say(&format!("  {rate:.0} statuses/s, p99 {:.1} ms; bulk {bulk:.0}/s", answers.quantile(0.99) / 1000.0));
    Ok(())
}

/// Statuses per second by single calls, and how long each took.
fn single(
    node: &Served,
    orders: &[CrowdOrder],
    ladder: &mut Ladder,
    seconds: f64,
) -> Result<(f64, Histogram), Trouble> {
    let (until, mut answers) = (now() + (seconds * 1_000_000.0) as i64, Histogram::default());
    let micros = call_with(
        CALLERS,
        node,
        |body| {
            if now() >= until {
                return None;
            }
            let step = ladder.step();
            body.extend(format!(r#"{{"status":{}}}"#, step.status).as_bytes());
            Some((0, "POST", format!("/api/dispatch/orders/{}/status", orders[step.order].id)))
        },
        |answer| {
            answers.count(answer.came - answer.sent);
            if applied(&answer) == 1 { Ok(()) } else { Err(refused(&answer)) }
        },
    )?;
    Ok((answers.total() as f64 / micros as f64 * 1_000_000.0, answers))
}

/// Statuses per second by bulk calls. At no time are two under way that name the same order.
fn bulk(node: &Served, orders: &[CrowdOrder], ladder: &mut Ladder, seconds: f64) -> Result<f64, Trouble> {
    let until = now() + (seconds * 1_000_000.0) as i64;
    let (mut written, mut micros, mut turns) = (0_u64, 0, 0);
    while now() < until || turns == 0 {
        turns += 1;
        let mut parts = orders.chunks(BULK).enumerate();
        micros += call_with(
            CALLERS,
            node,
            |body| {
                let (part, orders) = parts.next()?;
                let items = orders.iter().enumerate().map(|(place, order)| {
                    let step = ladder.step_of(part * BULK + place);
                    format!(r#"{{"orderId":"{}","status":{}}}"#, order.id, step.status)
                });
                body.extend(format!("[{}]", items.collect::<Vec<_>>().join(",")).as_bytes());
                Some((0, "POST", "/api/dispatch/status".to_owned()))
            },
            |answer| {
                let count = applied(&answer);
                written += count as u64;
                if count > 0 { Ok(()) } else { Err(refused(&answer)) }
            },
        )?;
    }
    Ok(written as f64 / micros as f64 * 1_000_000.0)
}

/// How many statuses an answer says were applied.
fn applied(answer: &CallAnswer) -> usize {
    answer.body.windows(14).filter(|window| window == br#""applied":true"#).count()
}

fn tell(session: &mut BenchSession, database: &str, committed: &Committed, (beside, bound): (&'static str, f64)) {
    let Committed { single, p99, bulk, bare } = committed;
    session.rows.extend([
        ReportRow::new(format!("statuses committed per second, {database}, 64 callers"), single.clone())
            .beside(beside, bare.clone())
            .target(FigureTarget::RatioAtLeast(bound)),
        ReportRow::new(format!("status call, {database}, 64 callers, p99, ms"), p99.clone())
            .target(FigureTarget::AtMost(50.0)),
        ReportRow::new(format!("statuses committed per second, {database}, bulk of {BULK}"), bulk.clone())
            .beside("single calls", single.clone())
            .target(FigureTarget::RatioAtLeast(4.0)),
    ]);
}
