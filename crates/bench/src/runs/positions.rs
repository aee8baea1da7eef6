//! From a car's position on the dispatch line to all its watchers, in turn with the bare server: 10,000 watchers on a third
//! as many orders.

use crate::{
    child::Served,
    crowd::{Crowd, Dialect, Order},
    drive::{Driven, Fleet, Pace},
    report::{Row, Target},
    session::Session,
    town,
    trouble::Trouble,
};

const WATCHERS: usize = 10_000;
/// Watchers of each order.
const FAN: usize = 3;
/// Deliveries in a second at the fixed rate.
const RATE: f64 = 6_000.0;

/// One turn: a crowd comes, is driven at both paces, and leaves.
struct Turn {
    fixed: Driven,
    saturated: Driven,
}

pub(super) fn run(session: &mut Session) -> Result<(), Trouble> {
    let watchers = session.machine.most(WATCHERS);
    let node = session.node()?;
    let orders = town::register(&node, watchers / FAN)?;
    town::put_on_road(&node, &orders)?;
    let (mut product, mut bare) = (Vec::new(), Vec::new());
    for time in 0..session.times {
        // Whoever comes first may find memory that the machine's host has yet to give.
        let turns = if time % 2 == 0 { [Dialect::Live, Dialect::Bare] } else { [Dialect::Bare, Dialect::Live] };
        for dialect in turns {
            match dialect {
                Dialect::Live => product.push(turn(session, &node, dialect, &orders, watchers)?),
                Dialect::Bare => {
                    let server = Served::bare(&session.machine)?;
                    bare.push(turn(session, &server, dialect, &orders, watchers)?);
                }
            }
        }
    }
    tell(session, &product, &bare);
    Ok(())
}

fn turn(
    session: &mut Session,
    server: &Served,
    dialect: Dialect,
    orders: &[Order],
    watchers: usize,
) -> Result<Turn, Trouble> {
    let name = if dialect == Dialect::Live { "product" } else { "bare" };
    let mut crowd = Crowd::new(dialect)?;
    crowd.open(server.address(), orders, watchers)?;
    let mut fleet = Fleet::open(&crowd, server, orders.len())?;
    fleet.warm_up(&mut crowd)?;
    session.keep_awake(&mut crowd);
    let fixed = fleet.drive(&mut crowd, server, Pace::Deliveries(RATE), session.seconds(8.0))?;
    session.keep(&format!("positions at {RATE:.0}/s, {name}"), &fixed, false);
    let saturated = fleet.drive(&mut crowd, server, Pace::Saturated, session.seconds(6.0))?;
    session.keep(&format!("positions saturated, {name}"), &saturated, true);
    Ok(Turn { fixed, saturated })
}

fn tell(session: &mut Session, product: &[Turn], bare: &[Turn]) {
    let of = |turns: &[Turn], figure: fn(&Turn) -> f64| turns.iter().map(figure).collect::<Vec<_>>();
    let pair =
        |name: &str, figure: fn(&Turn) -> f64| Row::new(name, of(product, figure)).beside("bare", of(bare, figure));
    session.rows.extend([
        pair("CPU per delivery, saturated, µs", |turn| turn.saturated.cpu).target(Target::RatioAtMost(1.15)),
        pair("CPU per delivery at 6,000/s, µs", |turn| turn.fixed.cpu).target(Target::RatioAtMost(1.2)),
        pair("latency at 6,000/s, p99, µs", |turn| turn.fixed.p99).target(Target::RatioAtMost(1.6)),
        pair("latency at 6,000/s, p50, µs", |turn| turn.fixed.p50),
        pair("latency at 6,000/s, p99.9, µs", |turn| turn.fixed.p999),
        pair("answer to the position at 6,000/s, p99, µs", |turn| turn.fixed.answer_p99),
        pair("deliveries per second, saturated", |turn| turn.saturated.per_second),
        pair("position frame, bytes of text", |turn| turn.fixed.bytes),
        pair("positions skipped at 6,000/s", |turn| turn.fixed.due - turn.fixed.received),
        Row::new(
            "positions doubled or out of order",
            of(product, |turn| {
                [turn.fixed, turn.saturated].iter().map(|driven| driven.doubled + driven.misordered).sum()
            }),
        )
        .target(Target::AtMost(0.0)),
    ]);
}
