//! Where each car was last seen: in Redis for all nodes, and in this process while Redis is away.

use std::sync::Arc;

use domain::{
    car::{SHOWN_FOR, Sighting},
    ids::CarId,
};
use redis::Script;
use tokio::time::Instant;

use super::connection::{CommandConnection, answer};
use crate::{BusMessage, LogThrottle, Sightings};

/// Keeps and publishes a sighting in one step, so that two nodes cannot overtake each other. It is stored behind the times
/// of its version in microseconds, which Lua's numbers hold exactly. One that has seen the car nowhere else is not published,
/// and lasts no longer.
const KEEP: &str = "
local kept = redis.call('GET', KEYS[1])
local at, doubted, life = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[4]
local is_news = true
if kept then
  local kept_at, kept_doubted = string.match(kept, '^(%-?%d+) (%-?%d+) ')
  kept_at = tonumber(kept_at or string.match(kept, '^%-?%d+'))
  kept_doubted = tonumber(kept_doubted or ARGV[2])
  if kept_at > at or (kept_at == at and kept_doubted >= doubted) then return 0 end
  is_news = kept_at < at
  if not is_news then life = math.max(redis.call('PTTL', KEYS[1]), 1) end
end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2] .. ' ' .. ARGV[3], 'PX', life)
if is_news then redis.call('PUBLISH', KEYS[1], ARGV[3]) end
return 1";
/// What the log says that Redis did not answer.
const ASKED: &str = "a call about a car's position";
/// Stands where nothing is doubted: before all times.
const NO_TIME: i64 = -(1 << 53);

/// The newest sightings.
pub(super) struct SharedSightings {
    /// This node's own sightings. They outlive Redis, so one that is newer than Redis' is not lost.
    own: Sightings,
    keep: Script,
    failures: LogThrottle,
}

impl Default for SharedSightings {
    fn default() -> Self {
        Self { own: Sightings::default(), keep: Script::new(KEEP), failures: LogThrottle::default() }
    }
}

impl SharedSightings {
    /// Keeps a sighting unless one as new is known, and publishes it on the key's channel. If Redis does not answer in
    /// time only this node knows it; an answer that comes late has not replaced a newer one.
    pub(super) async fn keep(&self, commands: &CommandConnection, key: &str, sighting: &Sighting) -> bool {
        if !self.own.keep(&Arc::new(sighting.clone()), Instant::now()) {
            return false;
        }
        let Some(mut connection) = commands.connection() else { return true };
        let message = serde_json::to_string(&BusMessage::Car(sighting.clone())).expect("a sighting is plain data");
        let mut call = self.keep.key(key);
        let (at, doubted) = sighting.version();
        let doubted = doubted.map_or(NO_TIME, jiff::Timestamp::as_microsecond);
        call.arg(at.as_microsecond()).arg(doubted).arg(message).arg(SHOWN_FOR.as_millis());
        answer(call.invoke_async(&mut connection), &self.failures, ASKED).await.unwrap_or(true)
    }

    /// The newest sighting of each of these cars (whose keys are `keys`) known to Redis or to this node.
    pub(super) async fn newest(
        &self,
        commands: &CommandConnection,
        keys: Vec<String>,
        cars: &[CarId],
    ) -> Vec<Sighting> {
        let (shared, now) = (self.shared(commands, keys).await, Instant::now());
        let own = |car: &CarId| self.own.newest(car, now).map(Arc::unwrap_or_clone);
        let newest = cars.iter().enumerate().map(|(index, car)| {
            let shared = shared.get(index).and_then(Option::as_deref).and_then(read);
            shared.into_iter().chain(own(car)).max_by_key(Sighting::version)
        });
        newest.flatten().collect()
    }

    /// The values of these keys in their order; empty if Redis does not answer.
    async fn shared(&self, commands: &CommandConnection, keys: Vec<String>) -> Vec<Option<String>> {
        let Some(mut connection) = commands.connection().filter(|_| !keys.is_empty()) else { return Vec::new() };
        let mut get = redis::cmd("MGET");
        get.arg(keys);
        answer(get.query_async(&mut connection), &self.failures, ASKED).await.unwrap_or_default()
    }
}

/// Parses a sighting as Redis stores it.
fn read(kept: &str) -> Option<Sighting> {
    let message = kept.splitn(3, ' ').nth(2).map(serde_json::from_str);
    match message {
        Some(Ok(BusMessage::Car(sighting))) => Some(sighting),
        _ => {
            tracing::warn!("what Redis keeps of a car was not understood");
            None
        }
    }
}
