//! Who views which orders (decision 016). Each node keeps its viewers in two Redis sets of its own, which expire unless
//! it refreshes them, and reads those of the other nodes.

use std::{fmt::Display, iter::once};

use deps::Chance;
use domain::{ids::OrderId, staff::Email};
use redis::{Pipeline, RedisResult, Script, Value, aio::MultiplexedConnection, from_redis_value};

use super::connection::{CommandConnection, answer};
use crate::{LogThrottle, Presences, Viewers};

/// What the log says that Redis did not answer.
const ASKED: &str = "who views which orders";
/// Members in one command.
const CHUNK: usize = 500;
/// Seconds after which a node's viewers expire; it refreshes them every ten.
const FORGOTTEN: i64 = 25;
/// Seconds for which a node's name is kept.
const NAMED: i64 = 60;

/// Refreshes a node's name in the installation's list, by Redis' own clock, and drops the names of nodes that have
/// gone.
const NAME: &str = "
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[2])";

/// The viewers of this node and of the others.
pub(super) struct SharedViewers {
    /// The prefix of the installation's keys.
    prefix: String,
    /// This node's name.
    me: String,
    name: Script,
    failures: LogThrottle,
}

impl SharedViewers {
    pub(super) fn new(prefix: &str) -> Self {
        // Two nodes must never have the same name, even if a test seeds their randomness.
        let me = format!("{:016x}", u64::from_ne_bytes(Chance::from_system().bytes()));
        Self { prefix: prefix.to_owned(), me, name: Script::new(NAME), failures: LogThrottle::default() }
    }

    /// Adds and removes viewers; returns whether Redis has taken all of it.
    pub(super) async fn change(&self, commands: &CommandConnection, begun: &Viewers, ended: &Viewers) -> bool {
        let Some(mut connection) = commands.connection() else { return false };
        let [watched, opened] = [self.watched(&self.me), self.opened(&self.me)];
        let changes = [
            ("SADD", &watched, orders(begun)),
            ("SADD", &opened, openers(begun)),
            ("SREM", &watched, orders(ended)),
            ("SREM", &opened, openers(ended)),
        ];
        for (command, key, members) in changes {
            for chunk in members.chunks(CHUNK) {
                let mut pipe = redis::pipe();
                pipe.cmd(command).arg(key).arg(chunk).ignore();
                pipe.cmd("EXPIRE").arg(key).arg(FORGOTTEN).ignore();
                if !self.send(&pipe, &mut connection).await {
                    return false;
                }
            }
        }
        true
    }

    /// Replaces all viewers of this node, each set in one step for concurrent readers; returns whether Redis has taken
    /// it.
    pub(super) async fn replace(&self, commands: &CommandConnection, all: &Viewers) -> bool {
        let Some(mut connection) = commands.connection() else { return false };
        let sets = [(self.watched(&self.me), orders(all)), (self.opened(&self.me), openers(all))];
        for (key, members) in sets {
            let next = format!("{key}:next");
            let mut start = redis::pipe();
            start.cmd("DEL").arg(&next).ignore();
            let chunks = members.chunks(CHUNK).map(|chunk| {
                let mut pipe = redis::pipe();
                pipe.cmd("SADD").arg(&next).arg(chunk).ignore();
                pipe.cmd("EXPIRE").arg(&next).arg(FORGOTTEN).ignore();
                pipe
            });
            let mut end = redis::pipe();
            match members.is_empty() {
                true => end.cmd("DEL").arg(&key).ignore(),
                false => end.cmd("RENAME").arg(&next).arg(&key).ignore(),
            };
            for pipe in once(start).chain(chunks).chain(once(end)) {
                if !self.send(&pipe, &mut connection).await {
                    return false;
                }
            }
        }
        let mut name = self.name.key(self.nodes());
        name.arg(&self.me).arg(NAMED);
        answer(name.invoke_async::<()>(&mut connection), &self.failures, ASKED).await.is_some()
    }

    /// Who views these orders through other nodes; nobody if Redis does not answer in time.
    pub(super) async fn on_other_nodes(&self, commands: &CommandConnection, orders: &[OrderId]) -> Presences {
        let Some(mut connection) = commands.connection().filter(|_| !orders.is_empty()) else {
            return Presences::new();
        };
        answer(self.read_others(&mut connection, orders), &self.failures, ASKED).await.unwrap_or_default()
    }

    async fn read_others(&self, connection: &mut MultiplexedConnection, orders: &[OrderId]) -> RedisResult<Presences> {
        let mut names = redis::cmd("ZRANGE");
        let names: Vec<String> = names.arg(self.nodes()).arg(0).arg(-1).query_async(connection).await?;
        let others: Vec<_> = names.iter().filter(|name| **name != self.me).collect();
        let mut presences = Presences::new();
        if others.is_empty() {
            return Ok(presences);
        }
        let numbers: Vec<i64> = orders.iter().map(|order| order.0).collect();
        let mut pipe = redis::pipe();
        for name in others {
            pipe.cmd("SMISMEMBER").arg(self.watched(name)).arg(&numbers);
            pipe.cmd("SMEMBERS").arg(self.opened(name));
        }
        let answers: Vec<Value> = pipe.query_async(connection).await?;
        let wanted = orders.iter().copied().collect();
        let mut answers = answers.into_iter();
        while let (Some(watched), Some(opened)) = (answers.next(), answers.next()) {
            let watched: Vec<bool> = from_redis_value(watched)?;
            let watched = orders.iter().zip(watched).filter_map(|(order, is_watched)| is_watched.then_some(*order));
            let opened: Vec<String> = from_redis_value(opened)?;
            let opened = opened.iter().filter_map(|member| opener(member));
            Viewers { watched: watched.collect(), opened: opened.collect() }.add_to(&wanted, &mut presences);
        }
        Ok(presences)
    }

    async fn send(&self, pipe: &Pipeline, connection: &mut MultiplexedConnection) -> bool {
        answer(pipe.exec_async(connection), &self.failures, ASKED).await.is_some()
    }

    fn nodes(&self) -> String {
        format!("{}nodes", self.prefix)
    }

    fn watched(&self, node: impl Display) -> String {
        format!("{}watched:{node}", self.prefix)
    }

    fn opened(&self, node: impl Display) -> String {
        format!("{}opened:{node}", self.prefix)
    }
}

fn orders(viewers: &Viewers) -> Vec<String> {
    viewers.watched.iter().map(ToString::to_string).collect()
}

fn openers(viewers: &Viewers) -> Vec<String> {
    viewers.opened.iter().map(|(order, email)| format!("{order} {email}")).collect()
}

fn opener(member: &str) -> Option<(OrderId, Email)> {
    let (order, email) = member.split_once(' ')?;
    Some((order.parse().ok()?, email.parse().ok()?))
}
