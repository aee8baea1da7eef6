//! Orders placed through HTTP, paid at the counter so that no provider has a part in it: as fast as they are answered, at
//! half that pace, with many orders stored; beside them the same rows written by hand.

use crate::{
    call::CallLines,
    child::Served,
    clock::now,
    copies::{fill_sqlite, postgres_by_hand, sqlite_by_hand},
    histogram::Histogram,
    poll::Poll,
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    sql::BenchDatabase,
    town::{call_with, refused},
    trouble::Trouble,
    usage::processor_micros,
};

/// Who calls at a time.
const CALLERS: usize = 64;
pub(super) const PATH: &str = "/api/commerce/v2/shoppingcart/order";
/// So many orders are stored at first, and at last.
const FEW: i64 = 1_000;
const MANY: i64 = 300_000;

/// What one database came to.
#[derive(Default)]
struct PlacingFigures {
    rate: Vec<f64>,
    /// At half the rate, 99 of 100 are answered within so many milliseconds.
    p99: Vec<f64>,
    by_hand: Vec<f64>,
}

/// People who order; nobody orders twice.
struct People {
    next: u64,
}

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let mut placed = PlacingFigures::default();
    for _ in 0..session.times {
        let database = session.new_database();
        let node = session.node_on(&database)?;
        measure(session, &node, &mut placed)?;
        drop(node);
        placed.by_hand.push(sqlite_by_hand(&database, session.seconds(4.0))?);
    }
    tell(session, "SQLite FULL", &placed);
    growth(session)?;
    let Some(server) = session.postgres.clone() else {
        session.warn("No PostgreSQL: orders placed there were not measured.");
        return Ok(());
    };
    let mut placed = PlacingFigures::default();
    for number in 0..session.times {
        let database = BenchDatabase::create(&server, number)?;
        let node = session.node_on(&database.url()?)?;
        measure(session, &node, &mut placed)?;
        drop(node);
        placed.by_hand.push(postgres_by_hand(&database.url()?, session.seconds(4.0))?);
    }
    tell(session, "PostgreSQL", &placed);
    Ok(())
}

fn measure(session: &BenchSession, node: &Served, placed: &mut PlacingFigures) -> Result<(), Trouble> {
    let mut people = People { next: 0 };
    // The first orders find nothing prepared.
    people.order(node, 0.3)?;
    let (rate, cpu) = people.order(node, session.seconds(4.0))?;
    let answers = people.order_at(node, rate / 2.0, session.seconds(4.0))?;
    let p99 = answers.quantile(0.99) / 1000.0;
    session.say(&format!("  {rate:.0} orders/s, {cpu:.0} µs CPU each; at half the rate p99 {p99:.1} ms"));
    placed.rate.push(rate);
    placed.p99.push(p99);
    Ok(())
}

fn tell(session: &mut BenchSession, database: &str, placed: &PlacingFigures) {
    let PlacingFigures { rate, p99, by_hand } = placed;
    session.rows.extend([
        ReportRow::new(format!("orders placed per second, {database}, 64 callers"), rate.clone())
            .target(FigureTarget::AtLeast(500.0)),
        ReportRow::new(format!("the same, {database}, beside its rows"), rate.clone())
            .beside("written by hand", by_hand.clone())
            .target(FigureTarget::RatioAtLeast(0.5)),
        ReportRow::new(format!("placing, {database}, at half that rate, p99, ms"), p99.clone())
            .target(FigureTarget::AtMost(50.0)),
    ]);
}

/// What an order costs with few and with many stored, in turn.
fn growth(session: &mut BenchSession) -> Result<(), Trouble> {
    let [mut few, mut many] = [const { Vec::new() }; 2];
    for _ in 0..session.times {
        for (stored, costs) in [(FEW, &mut few), (MANY, &mut many)] {
            let database = session.new_database();
            let mut people = People { next: 0 };
            people.order(&session.node_on(&database)?, 0.1)?;
            fill_sqlite(&database, stored)?;
            let node = session.node_on(&database)?;
            people.order(&node, 0.3)?;
            let (rate, cpu) = people.order(&node, session.seconds(3.0))?;
            session.say(&format!("  {stored} stored: {rate:.0} orders/s, {cpu:.0} µs CPU each"));
            costs.push(cpu);
        }
    }
    let row = ReportRow::new("CPU per placed order with 300,000 stored, µs", many);
    session.rows.push(row.beside("with 1,000", few).target(FigureTarget::RatioAtMost(1.2)));
    Ok(())
}

impl People {
    /// Places orders as fast as they are answered; how many a second, and what each took of the processor.
    fn order(&mut self, node: &Served, seconds: f64) -> Result<(f64, f64), Trouble> {
        let (before, until) = (processor_micros(node.pid())?, now() + (seconds * 1_000_000.0) as i64);
        let mut placed = 0_u64;
        let micros = call_with(
            CALLERS,
            node,
            |body| {
                self.write(body);
                (now() < until).then(|| (0, "POST", PATH.to_owned()))
            },
            |answer| {
                placed += 1;
                if answer.status == 201 { Ok(()) } else { Err(refused(&answer)) }
            },
        )?;
        let cpu = (processor_micros(node.pid())? - before) / placed.max(1) as f64;
        Ok((placed as f64 / micros as f64 * 1_000_000.0, cpu))
    }

    /// Places orders evenly; how long each took to be answered.
    fn order_at(&mut self, node: &Served, rate: f64, seconds: f64) -> Result<Histogram, Trouble> {
        let mut poll = Poll::new()?;
        let mut callers = CallLines::open(&poll, node.address(), CALLERS, 0)?;
        let (began, pause) = (now(), 1_000_000.0 / rate);
        let until = began + (seconds * 1_000_000.0) as i64;
        let (mut answers, mut asked, mut ready, mut body) = (Histogram::default(), 0_u64, Vec::new(), Vec::new());
        loop {
            let due = began + (asked as f64 * pause) as i64;
            if due >= until && callers.busy() == 0 {
                return Ok(answers);
            }
            if due < until && now() >= due && callers.has_idle() {
                body.clear();
                self.write(&mut body);
                callers.call(u64::try_from(due).unwrap_or(0), "POST", PATH, &body)?;
                asked += 1;
                continue;
            }
            let wait = if due < until && callers.has_idle() { due } else { now() + 1_000_000 };
            poll.wait(Some(wait), &mut ready)?;
            for number in &ready {
                let Some(answer) = callers.read(*number)? else { continue };
                if answer.status != 201 {
                    return Err(refused(&answer));
                }
                // From when it was due: who waits for a caller waits too.
                answers.count(answer.came - i64::try_from(answer.tag).unwrap_or(answer.sent));
            }
        }
    }

    fn write(&mut self, body: &mut Vec<u8>) {
        self.next += 1;
        write_order(body, self.next, "onsite");
    }
}

/// Writes an order of somebody's, to be fetched, paid by this method.
pub(super) fn write_order(body: &mut Vec<u8>, who: u64, method: &str) {
    let text = format!(
        r#"{{"shopId":"12","orderType":"pickup","paymentMethod":"{method}","orderItems":[
        {{"uuid":"a","productId":"3002","sizeId":"101","quantity":1}},
        {{"uuid":"b","productId":"3704","sizeId":"302","quantity":2}}],
        "deliveryContact":{{"firstName":"Aino Laine","phoneNumber":"+358 9 000 0001","email":"aino{who}@example.fi"}}}}"#
    );
    body.extend(text.as_bytes());
}
