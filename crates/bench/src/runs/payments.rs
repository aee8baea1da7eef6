//! Payments that a provider confirms, each of an order on which somebody waits: signed notifications by the route that a
//! provider calls, evenly, and how soon after the answer the order comes to its watcher at status 0.

use std::fmt::Write;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::placing;
use crate::{
    call::CallLines,
    child::{PAYMENT_SECRET, Served},
    clock::{Micros, now},
    crowd::{Crowd, CrowdOrder, Dialect},
    frame::field,
    histogram::Histogram,
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    sql::BenchDatabase,
    town::{call_with, refused},
    trouble::{Trouble, Trying},
    usage::processor_micros,
};

/// Payments in a second.
const RATE: f64 = 200.0;
const SECONDS: f64 = 5.0;
const CALLERS: usize = 16;
/// The callers' numbers in epoll.
const BASE: u64 = u64::MAX / 2;
const NOTIFICATIONS: &str = "/api/payments/notifications/test";

/// What a provider knows of an order that waits for its money.
#[derive(Debug, Clone)]
struct Unpaid {
    session: String,
    /// In euros, as the order's placing wrote it.
    amount: String,
}

/// A notification as it was sent.
#[derive(Debug, Clone, Copy, Default)]
struct Confirmed {
    sent: Micros,
    answered: Micros,
}

/// What one database came to.
#[derive(Default)]
struct PaymentFigures {
    after_answer: [Vec<f64>; 2],
    after_call: Vec<f64>,
    before_answer: Vec<f64>,
    lost: Vec<f64>,
    doubled: Vec<f64>,
    cpu: Vec<f64>,
}

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let mut told = PaymentFigures::default();
    for _ in 0..session.times {
        let node = session.node()?;
        measure(session, &node, &mut told)?;
    }
    tell(session, "SQLite FULL", told);
    let Some(server) = session.postgres.clone() else {
        session.warn("No PostgreSQL: payments there were not measured.");
        return Ok(());
    };
    let mut told = PaymentFigures::default();
    for number in 0..session.times {
        let database = BenchDatabase::create(&server, number)?;
        let node = session.node_on(&database.url()?)?;
        measure(session, &node, &mut told)?;
    }
    tell(session, "PostgreSQL", told);
    Ok(())
}

fn measure(session: &BenchSession, node: &Served, told: &mut PaymentFigures) -> Result<(), Trouble> {
    let count = (session.seconds(SECONDS) * RATE) as usize;
    let (orders, unpaid) = place(node, count)?;
    let mut crowd = Crowd::new(Dialect::Live)?;
    crowd.open(node.address(), &orders, count)?;
    crowd.settle(300_000, 5_000_000)?;
    crowd.tally.restart();
    let before = processor_micros(node.pid())?;
    let confirmed = confirm(node, &mut crowd, &orders, &unpaid)?;
    crowd.settle(300_000, 5_000_000)?;
    let cpu = (processor_micros(node.pid())? - before) / count as f64;
    let (mut after_answer, mut after_call, mut early) = (Histogram::default(), Histogram::default(), 0.0);
    let mut seen = vec![0_u32; count];
    for status in &crowd.tally.statuses {
        let order = usize::try_from(status.order).trying("an order's number")?;
        seen[order] += 1;
        after_answer.count(status.at - confirmed[order].answered);
        after_call.count(status.at - confirmed[order].sent);
        early += f64::from(u8::from(status.at <= confirmed[order].answered));
    }
    let millis = |histogram: &Histogram, quantile| histogram.quantile(quantile) / 1000.0;
    session.say(&format!(
        "  {count} payments, {cpu:.0} µs CPU each; p99 {:.1} ms after the answer, {:.1} ms after the call",
        millis(&after_answer, 0.99),
        millis(&after_call, 0.99)
    ));
    told.after_answer[0].push(millis(&after_answer, 0.5));
    told.after_answer[1].push(millis(&after_answer, 0.99));
    told.after_call.push(millis(&after_call, 0.99));
    told.before_answer.push(early * 100.0 / after_answer.total().max(1) as f64);
    told.lost.push(seen.iter().filter(|times| **times == 0).count() as f64);
    told.doubled.push(seen.iter().filter(|times| **times > 1).count() as f64);
    told.cpu.push(cpu);
    Ok(())
}

fn tell(session: &mut BenchSession, database: &str, told: PaymentFigures) {
    let PaymentFigures { after_answer: [median, p99], after_call, before_answer, lost, doubled, cpu } = told;
    let row = |figure: &str, samples| ReportRow::new(format!("payment, {database}: {figure}"), samples);
    session.rows.extend([
        row("verified to status 0 at the watcher, p50, ms", median),
        row("verified to status 0 at the watcher, p99, ms", p99).target(FigureTarget::AtMost(50.0)),
        row("notification to status 0 at the watcher, p99, ms", after_call),
        row("frames that came before the answer, %", before_answer),
        row("watchers that were told nothing", lost).target(FigureTarget::AtMost(0.0)),
        row("watchers that were told twice", doubled).target(FigureTarget::AtMost(0.0)),
        row("CPU per paid order, its receipt among it, µs", cpu),
    ]);
}

/// Places so many orders that are to be paid at the provider's page.
fn place(node: &Served, count: usize) -> Result<(Vec<CrowdOrder>, Vec<Unpaid>), Trouble> {
    let (mut placed, mut next) = (vec![None; count], 0..count);
    call_with(
        CALLERS,
        node,
        |body| {
            let order = next.next()?;
            placing::write_order(body, order as u64, "scheme");
            Some((order as u64, "POST", placing::PATH.to_owned()))
        },
        |answer| {
            let text = |mark: &[u8], ends: &[u8]| {
                let found = field(&answer.body, mark, ends).map(|found| String::from_utf8_lossy(found).into_owned());
                found.ok_or_else(|| refused(&answer))
            };
            let order = CrowdOrder { id: text(br#""orderId":""#, b"\"")?, key: text(br#""orderKey":""#, b"\"")? };
            let page = text(br#""redirectUrl":""#, b"\"")?;
            let session =
                page.rsplit_once('/').map(|(_, session)| session.to_owned()).ok_or_else(|| refused(&answer))?;
            let unpaid = Unpaid { session, amount: text(br#""amount":"#, b",}")? };
            placed[usize::try_from(answer.tag).trying("a tag")?] = Some((order, unpaid));
            Ok(())
        },
    )?;
    let placed: Option<Vec<_>> = placed.into_iter().collect();
    Ok(placed.ok_or_else(|| Trouble::new("an order was not placed"))?.into_iter().unzip())
}

/// Confirms each payment, evenly; when each notification was sent and answered.
fn confirm(
    node: &Served,
    crowd: &mut Crowd,
    orders: &[CrowdOrder],
    unpaid: &[Unpaid],
) -> Result<Vec<Confirmed>, Trouble> {
    let mut callers = CallLines::open(&crowd.poll, node.address(), CALLERS, BASE)?;
    let mut confirmed = vec![Confirmed::default(); orders.len()];
    let (began, mut said) = (now(), 0_usize);
    while said < orders.len() || callers.busy() > 0 {
        let due = began + (said as f64 * 1_000_000.0 / RATE) as Micros;
        let is_next = said < orders.len() && callers.has_idle();
        if is_next && now() >= due {
            let body = notification(&orders[said], &unpaid[said]);
            let signature = format!("Ovelle-Signature: {}\r\n", signature(&body, now() / 1_000_000)?);
            callers.call_with(said as u64, "POST", NOTIFICATIONS, &signature, body.as_bytes())?;
            said += 1;
            continue;
        }
        let wait = if is_next { due } else { now() + 1_000_000 };
        for number in crowd.turn(wait)? {
            let Some(answer) = callers.read(*number)? else { continue };
            if answer.status != 200 || answer.body != br#"{"accepted":true}"# {
                return Err(refused(&answer));
            }
            confirmed[usize::try_from(answer.tag).trying("a tag")?] =
                Confirmed { sent: answer.sent, answered: answer.came };
        }
    }
    Ok(confirmed)
}

fn notification(order: &CrowdOrder, unpaid: &Unpaid) -> String {
    let (CrowdOrder { id, .. }, Unpaid { session, amount }) = (order, unpaid);
    format!(
        r#"{{"eventId":"bench-{session}","sessionId":"{session}","orderId":"{id}","status":"Authorised",
        "amount":{amount},"currency":"EUR"}}"#
    )
}

/// A notification's signature, as the contract has it.
fn signature(body: &str, second: i64) -> Result<String, Trouble> {
    let mut mac = Hmac::<Sha256>::new_from_slice(PAYMENT_SECRET.as_bytes()).trying("a secret")?;
    mac.update(format!("{second}.{body}").as_bytes());
    let mut text = format!("t={second},v1=");
    for byte in mac.finalize().into_bytes() {
        // Writing to memory does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    // printf '1795262400.{}' | openssl dgst -sha256 -hmac "$PAYMENT_SECRET"
    #[test]
    fn a_signature_is_the_contracts() {
        let by_hand = "a732ebbe4f07b932a7f154049b3aaaa6bbe0effadca8f746b4746c1533324545";
        assert_eq!(signature("{}", 1_795_262_400).unwrap(), format!("t=1795262400,v1={by_hand}"));
    }
}
