//! The shop's calls beside a bare route: a cart of ten priced, a menu that has not changed, a menu that a page has not.

use std::path::PathBuf;

use crate::{
    bare_route::VERSION,
    call::{CallLines, header},
    child::Served,
    clock::now,
    fetch::fetch,
    poll::Poll,
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    town::{call_with, refused},
    trouble::{Trouble, Trying},
    usage::processor_micros,
};

/// Who calls at a time.
const CALLERS: usize = 16;
/// A cart of ten lines of the built-in chain: two custom ones with eight toppings each, a combo, a code.
const CART: &str = include_str!("cart_of_ten.json");
const PRICE: &str = "/api/pricing/pricing/customer/cart";
const MENU: &str = "/api/commerce/v2/shops/12/menu?orderType=delivery";

/// Calls in a second, and what one took of the server's processor, in microseconds.
#[derive(Default)]
struct CallRate {
    rates: Vec<f64>,
    cpu: Vec<f64>,
}

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let node = session.node()?;
    let priced = fetch(&node, &format!("POST {PRICE}"), "", CART.as_bytes())?;
    if !priced.body_text().contains(r#""isValid":true"#) {
        return Err(Trouble::new(format!("the cart of ten is refused: {}", priced.body_text())));
    }
    let bare = Served::bare_route(&session.machine, &keep(session, &priced.body)?)?;
    let version = menu_sizes(session, &node)?;
    let [mut own, mut beside, mut menu, mut unchanged]: [CallRate; 4] = Default::default();
    for _ in 0..session.times {
        price(session, &node, PRICE, &mut own)?;
        price(session, &bare, "/", &mut beside)?;
        ask(session, &node, MENU, &version, &mut menu)?;
        ask(session, &bare, "/", VERSION, &mut unchanged)?;
        let last = |pace: &CallRate| pace.rates.last().copied().unwrap_or(0.0);
        session.say(&format!(
            "  carts {:.0}/s beside {:.0}; menus unchanged {:.0}/s beside {:.0}",
            last(&own),
            last(&beside),
            last(&menu),
            last(&unchanged)
        ));
    }
    session.rows.extend([
        ReportRow::new("carts of ten priced over HTTP per second", own.rates)
            .beside("bare route", beside.rates)
            .target(FigureTarget::RatioAtLeast(0.5)),
        ReportRow::new("CPU per cart of ten priced over HTTP, µs", own.cpu).beside("bare route", beside.cpu),
        ReportRow::new("unchanged menus (304) per second", menu.rates)
            .beside("bare 304", unchanged.rates)
            .target(FigureTarget::RatioAtLeast(0.8)),
        ReportRow::new("CPU per unchanged menu (304), µs", menu.cpu).beside("bare 304", unchanged.cpu),
    ]);
    Ok(())
}

/// How large a menu is, and how soon it comes: asked for the first time, and again. Answers its version.
fn menu_sizes(session: &mut BenchSession, node: &Served) -> Result<String, Trouble> {
    let timed = |encoding: &str| {
        let began = now();
        let answer = fetch(node, &format!("GET {MENU}"), &format!("Accept-Encoding: {encoding}\r\n"), b"")?;
        Ok::<_, Trouble>(((now() - began) as f64 / 1000.0, answer))
    };
    let (first, answer) = timed("gzip")?;
    // Brotli is made behind the first answer.
    let until = now() + 10_000_000;
    let packed = loop {
        let (_, answer) = timed("br")?;
        if header(&answer.head, "content-encoding") == Some("br") || now() >= until {
            break answer;
        }
    };
    let again = timed("br")?.0;
    session.rows.extend([
        ReportRow::new("menu of one restaurant, brotli, KB", vec![packed.body.len() as f64 / 1000.0])
            .target(FigureTarget::AtMost(60.0)),
        ReportRow::new("menu asked for the first time, ms", vec![first]),
        ReportRow::new("menu asked again on a connection of its own, ms", vec![again])
            .target(FigureTarget::AtMost(1.0)),
    ]);
    header(&answer.head, "etag").map(str::to_owned).ok_or_else(|| Trouble::new("a menu without a version"))
}

/// Prices the cart as fast as it is answered.
fn price(session: &BenchSession, server: &Served, path: &str, pace: &mut CallRate) -> Result<(), Trouble> {
    let (before, until) = (processor_micros(server.pid())?, now() + (session.seconds(4.0) * 1_000_000.0) as i64);
    let mut answered = 0_u64;
    let micros = call_with(
        CALLERS,
        server,
        |body| {
            body.extend(CART.as_bytes());
            (now() < until).then(|| (0, "POST", path.to_owned()))
        },
        |answer| {
            answered += 1;
            if answer.status == 200 { Ok(()) } else { Err(refused(&answer)) }
        },
    )?;
    pace.take(answered, micros, processor_micros(server.pid())? - before);
    Ok(())
}

/// Asks for what the callers have already, as fast as it is answered.
fn ask(session: &BenchSession, server: &Served, path: &str, version: &str, pace: &mut CallRate) -> Result<(), Trouble> {
    let mut poll = Poll::new()?;
    let mut callers = CallLines::each(server.address(), 0);
    for _ in 0..CALLERS {
        callers.add(&poll)?;
    }
    let (before, began) = (processor_micros(server.pid())?, now());
    let until = began + (session.seconds(4.0) * 1_000_000.0) as i64;
    let (mut ready, mut answered) = (Vec::new(), 0_u64);
    for caller in 0..callers.len() {
        callers.ask(caller, path, version)?;
    }
    while now() < until {
        poll.wait(Some(until), &mut ready)?;
        for number in &ready {
            let Some(answer) = callers.read(*number)? else { continue };
            if answer.status != 304 {
                return Err(refused(&answer));
            }
            answered += 1;
            callers.ask(usize::try_from(answer.tag).trying("a tag")?, path, version)?;
        }
    }
    pace.take(answered, now() - began, processor_micros(server.pid())? - before);
    Ok(())
}

impl CallRate {
    fn take(&mut self, answered: u64, micros: i64, used: f64) {
        self.rates.push(answered as f64 / micros as f64 * 1_000_000.0);
        self.cpu.push(used / answered.max(1) as f64);
    }
}

/// Keeps an answer for the bare route.
fn keep(session: &BenchSession, reply: &[u8]) -> Result<PathBuf, Trouble> {
    let file = session.path_of("reply.json");
    std::fs::write(&file, reply).trying("the reply's file")?;
    Ok(file)
}
