//! Where each car was last seen: one for all nodes in Redis, and what this node saw itself for as
//! long as Redis is away.

use std::sync::Arc;

use domain::{
    car::{SHOWN_FOR, Sighting},
    ids::CarId,
};
use redis::{RedisError, Script};
use tokio::time::{Instant, timeout};

use super::{
    COMMAND,
    connection::{Speaker, reason},
};
use crate::{LogThrottle, Message, Sightings};

/// Keeps a sighting and tells of it in one step, so that two nodes cannot overtake each other. It is
/// kept with its time before it: microseconds, which the script's numbers hold exactly.
const KEEP: &str = "
local kept = redis.call('GET', KEYS[1])
if kept and tonumber(string.match(kept, '^%-?%d+')) >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'PX', ARGV[3])
redis.call('PUBLISH', KEYS[1], ARGV[2])
return 1";

/// The newest sightings.
pub(super) struct SharedSightings {
    /// What this node saw. It outlives Redis, and keeps what is newer than Redis' from being lost.
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
    /// Keeps a sighting unless one as new is known, and tells the nodes that listen to the key's
    /// channel. Where Redis does not answer in time this node alone knows of it; should it answer
    /// later, it has not been kept in the place of a newer one.
    pub(super) async fn keep(&self, speaker: &Speaker, key: &str, sighting: &Sighting) -> bool {
        if !self.own.keep(&Arc::new(sighting.clone()), Instant::now()) {
            return false;
        }
        let Some(mut connection) = speaker.connection() else { return true };
        let message = serde_json::to_string(&Message::Car(sighting.clone())).expect("a sighting is plain data");
        let mut call = self.keep.key(key);
        call.arg(sighting.position.at.as_microsecond()).arg(message).arg(SHOWN_FOR.as_millis());
        self.answer(call.invoke_async(&mut connection)).await.unwrap_or(true)
    }

    /// The newest sightings of these cars, with their keys, that are known to Redis or to this node.
    pub(super) async fn newest(&self, speaker: &Speaker, keys: Vec<String>, cars: &[CarId]) -> Vec<Sighting> {
        let (shared, now) = (self.shared(speaker, keys).await, Instant::now());
        let own = |car: &CarId| self.own.newest(car, now).map(Arc::unwrap_or_clone);
        let newest = cars.iter().enumerate().map(|(index, car)| {
            let shared = shared.get(index).and_then(Option::as_deref).and_then(read);
            shared.into_iter().chain(own(car)).max_by_key(|sighting| sighting.position.at)
        });
        newest.flatten().collect()
    }

    /// What Redis keeps at these keys, in their order; nothing where it does not answer.
    async fn shared(&self, speaker: &Speaker, keys: Vec<String>) -> Vec<Option<String>> {
        let Some(mut connection) = speaker.connection().filter(|_| !keys.is_empty()) else { return Vec::new() };
        let mut get = redis::cmd("MGET");
        get.arg(keys);
        self.answer(get.query_async(&mut connection)).await.unwrap_or_default()
    }

    /// What a command answers; none where it fails, or takes too long.
    async fn answer<T>(&self, command: impl Future<Output = Result<T, RedisError>>) -> Option<T> {
        let reason = match timeout(COMMAND, command).await {
            Ok(Ok(answer)) => return Some(answer),
            Ok(Err(error)) => reason(&error),
            Err(_) => format!("no answer within {} ms", COMMAND.as_millis()),
        };
        if self.failures.is_due() {
            tracing::warn!(reason, "Redis was not asked for a car's position with success");
        }
        None
    }
}

/// A sighting as Redis keeps it.
fn read(kept: &str) -> Option<Sighting> {
    let message = kept.split_once(' ').map(|(_, message)| serde_json::from_str(message));
    match message {
        Some(Ok(Message::Car(sighting))) => Some(sighting),
        _ => {
            tracing::warn!("what Redis keeps of a car was not understood");
            None
        }
    }
}
