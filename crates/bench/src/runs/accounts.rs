//! What people read of their own: with 1,000 accounts and 10,000 orders stored, and with a hundred times that. Each call waits
//! for the one before it, so that its time is what the server takes and the way there and back over loopback.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
};

use super::placing;
use crate::{
    account_rows::{AccountSize, OF_REGULAR, REGULAR, fill, token},
    call::whole,
    child::Served,
    clock::{Micros, now},
    frame::field,
    histogram::Histogram,
    report::{FigureTarget, ReportRow},
    session::BenchSession,
    sql::BenchDatabase,
    town::{call_with, refused},
    trouble::{Trouble, Trying},
    usage::private_kib,
};

const FEW: AccountSize = AccountSize { accounts: 1_000, orders: 10_000 };
const MANY: AccountSize = AccountSize { accounts: 100_000, orders: 1_000_000 };
/// Accounts that are asked for.
const ASKED: i64 = 200;
/// How often the regular is asked for in turn.
const REGULAR_ASKED: usize = 100;

const SESSION: &str = "/api/users/session";
const ADDRESSES: &str = "/api/users/me/addresses";
const HISTORY: &str = "/api/commerce/v2/customers/me/orders/details?limit=20";
const LATEST: &str = "/api/commerce/v2/customers/orders/latest?limit=10";
const ONE: &str = "/api/commerce/v2/customers/orders/";

/// The calls, in the order in which they are made.
const CALLS: [&str; 10] = [
    "session",
    "addresses",
    "history, newest 20",
    "latest orders",
    "one order",
    "session of who has 2,000 orders",
    "their history, newest 20",
    "their history, 1,000 deep",
    "their history, 1,900 deep",
    "their latest orders",
];

/// A node with so many accounts and orders.
struct Filled {
    node: Served,
    size: AccountSize,
    /// The order that the others are copies of.
    template: i64,
}

/// A connection that is kept.
struct Reader {
    stream: TcpStream,
    host: SocketAddr,
}

pub(super) fn run(session: &mut BenchSession) -> Result<(), Trouble> {
    let databases = [session.new_database(), session.new_database()];
    measure(session, "SQLite", &databases)?;
    let Some(server) = session.postgres.clone() else {
        session.warn("No PostgreSQL: accounts there were not measured.");
        return Ok(());
    };
    let made = [BenchDatabase::create(&server, 0)?, BenchDatabase::create(&server, 1)?];
    measure(session, "PostgreSQL", &[made[0].url()?, made[1].url()?])
}

fn measure(session: &mut BenchSession, database: &str, urls: &[String; 2]) -> Result<(), Trouble> {
    let few = filled(session, &urls[0], FEW)?;
    let many = filled(session, &urls[1], MANY)?;
    let [mut of_few, mut of_many] = [const { [const { Vec::new() }; CALLS.len()] }; 2];
    for filled in [&few, &many] {
        // The first calls find nothing prepared and nothing read.
        filled.read()?;
    }
    for _ in 0..session.times {
        for (filled, samples) in [(&few, &mut of_few), (&many, &mut of_many)] {
            let took = filled.read()?;
            for ((call, took), samples) in CALLS.iter().zip(&took).zip(samples) {
                let millis = |share| took.quantile(share) / 1000.0;
                session.say(&format!(
                    "  {database}, {} orders, {call}: p50 {:.2} ms, p99 {:.2} ms",
                    filled.size.orders,
                    millis(0.5),
                    millis(0.99)
                ));
                samples.push(millis(0.99));
            }
        }
    }
    let memory = |filled: &Filled| Ok::<_, Trouble>(vec![private_kib(filled.node.pid())? / 1024.0]);
    let memory = ReportRow::new(format!("memory after these calls, {database}, 1,000,000 orders, MiB"), memory(&many)?)
        .beside("10,000", memory(&few)?);
    let rows = CALLS.iter().zip(of_many.into_iter().zip(of_few)).map(|(call, (many, few))| {
        ReportRow::new(format!("{call}, {database}, 1,000,000 orders, p99, ms"), many)
            .beside("10,000", few)
            .target(FigureTarget::AtMost(5.0))
    });
    session.rows.extend(rows);
    session.rows.push(memory);
    Ok(())
}

/// Accounts that are asked for: those that have ordered something.
fn asked(size: AccountSize) -> Vec<i64> {
    let every = size.accounts / ASKED;
    (0..ASKED).map(|number| 2 + number * every).filter(|account| !AccountSize::has_none(*account)).collect()
}

/// Lets the product make its tables and an order, and fills them.
fn filled(session: &BenchSession, url: &str, size: AccountSize) -> Result<Filled, Trouble> {
    let node = session.node_on(url)?;
    let mut one = Some(());
    let write = |body: &mut Vec<u8>| {
        one.take()?;
        placing::write_order(body, 1, "onsite");
        Some((0, "POST", placing::PATH.to_owned()))
    };
    call_with(1, &node, write, |answer| if answer.status == 201 { Ok(()) } else { Err(refused(&answer)) })?;
    drop(node);
    let mut signed_in = asked(size);
    signed_in.push(REGULAR);
    let began = now();
    let template = fill(url, size, &signed_in)?;
    session.say(&format!(
        "  {} accounts, {} orders: filled in {} s",
        size.accounts,
        size.orders,
        (now() - began) / 1_000_000
    ));
    Ok(Filled { node: session.node_on(url)?, size, template })
}

impl Filled {
    /// Makes all calls in turn; how long each kind took.
    fn read(&self) -> Result<[Histogram; CALLS.len()], Trouble> {
        let mut reader = Reader::open(self.node.address())?;
        let mut took: [Histogram; CALLS.len()] = Default::default();
        for account in asked(self.size) {
            let token = token(account);
            for (call, path) in [SESSION, ADDRESSES, HISTORY, LATEST].into_iter().enumerate() {
                let (body, micros) = reader.get(path, &token)?;
                took[call].count(micros);
                if path == HISTORY {
                    let order = field(&body, br#""orderId":""#, b"\"")
                        .ok_or_else(|| Trouble::new("an account without orders"))?;
                    let path = format!("{ONE}{}", String::from_utf8_lossy(order));
                    took[4].count(reader.get(&path, &token)?.1);
                }
            }
        }
        let token = token(REGULAR);
        for _ in 0..REGULAR_ASKED {
            let calls =
                [SESSION.to_owned(), HISTORY.to_owned(), self.behind(1_000), self.behind(1_900), LATEST.to_owned()];
            for (call, path) in calls.iter().enumerate() {
                took[5 + call].count(reader.get(path, &token)?.1);
            }
        }
        Ok(took)
    }

    /// The history behind so many orders of the regular.
    fn behind(&self, orders: i64) -> String {
        format!("{HISTORY}&before={}", self.template + (OF_REGULAR - orders) * self.size.stride())
    }
}

impl Reader {
    fn open(host: SocketAddr) -> Result<Self, Trouble> {
        let stream = TcpStream::connect(host).trying("a connection")?;
        stream.set_nodelay(true).trying("TCP_NODELAY")?;
        Ok(Self { stream, host })
    }

    /// What is answered to whom a token signs in, and after how long.
    fn get(&mut self, path: &str, token: &str) -> Result<(Vec<u8>, Micros), Trouble> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\r\n", self.host);
        let (sent, mut came, mut piece) = (now(), Vec::new(), [0; 64 * 1024]);
        self.stream.write_all(request.as_bytes()).trying(path)?;
        loop {
            let length = self.stream.read(&mut piece).trying(path)?;
            came.extend(&piece[..length]);
            if let Some((head, body)) = whole(&came)? {
                if !head.starts_with(b"HTTP/1.1 200") {
                    return Err(Trouble::new(format!("{path}: {}", String::from_utf8_lossy(&came))));
                }
                return Ok((body.to_vec(), now() - sent));
            }
            if length == 0 {
                return Err(Trouble::new(format!("{path}: the server closed the connection")));
            }
        }
    }
}
