//! Two nodes on PostgreSQL and Redis: cars report to one, watchers are on the other. Beside the other's processor time for
//! each delivery stands that of a node which does both and is alone.

use crate::{
    child::Served,
    crowd::{Crowd, CrowdOrder, Dialect},
    drive::{BenchFleet, DrivePace, Driven},
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    sql::BenchDatabase,
    town,
    trouble::Trouble,
};

const WATCHERS: usize = 10_000;
const FAN: usize = 3;
const RATE: f64 = 6_000.0;

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let (Some(server), Some(redis)) = (session.postgres.clone(), session.redis.clone()) else {
        session.warn("No PostgreSQL or no Redis: two nodes were not measured.");
        return Ok(());
    };
    // A node without Redis takes the cars of others for silent, so it has a database of its own.
    let (of_one, of_two) = (BenchDatabase::create(&server, 100)?, BenchDatabase::create(&server, 101)?);
    let start = |database: &BenchDatabase, redis: Option<&str>| session.node_among(&database.url()?, redis);
    let alone = start(&of_one, None)?;
    let (told, receiving) = (start(&of_two, Some(&redis))?, start(&of_two, Some(&redis))?);
    let watchers = session.machine.most(WATCHERS);
    let on_the_road = |node: &Served| {
        let orders = town::register(node, watchers / FAN)?;
        town::put_on_road(node, &orders)?;
        Ok::<_, Trouble>(orders)
    };
    let (orders, orders_apart) = (on_the_road(&alone)?, on_the_road(&told)?);
    let (mut apart, mut together) = (Vec::new(), Vec::new());
    for _ in 0..session.times {
        together.push(turn(session, "one node alone", &alone, &alone, &orders, watchers)?);
        apart.push(turn(session, "through Redis", &told, &receiving, &orders_apart, watchers)?);
    }
    let of = |turns: &[Driven], figure: fn(&Driven) -> f64| turns.iter().map(figure).collect::<Vec<_>>();
    let pair = |name: &str, figure: fn(&Driven) -> f64| {
        ReportRow::new(name, of(&apart, figure)).beside("one node", of(&together, figure))
    };
    session.rows.extend([
        pair("two nodes: CPU per delivery of the receiving node at 6,000/s, µs", |driven| driven.cpu)
            .target(FigureTarget::RatioAtMost(1.25)),
        pair("two nodes: position in to frame out at 6,000/s, p99, µs", |driven| driven.p99),
    ]);
    Ok(())
}

fn turn(
    session: &mut BenchSession,
    name: &str,
    told: &Served,
    watched: &Served,
    orders: &[CrowdOrder],
    watchers: usize,
) -> Result<Driven, Trouble> {
    let mut crowd = Crowd::new(Dialect::Live)?;
    crowd.open(watched.address(), orders, watchers)?;
    let mut fleet = BenchFleet::open(&crowd, told, orders.len())?;
    fleet.warm_up(&mut crowd)?;
    let driven = fleet.drive(&mut crowd, watched, DrivePace::Deliveries(RATE), session.seconds(6.0))?;
    session.keep(&format!("positions at {RATE:.0}/s, {name}"), &driven, false);
    Ok(driven)
}
