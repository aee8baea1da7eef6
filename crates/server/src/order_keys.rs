//! Whose order a key opens (docs/decisions/013-order-keys.md). Wrong keys of an address are counted, whichever call or
//! connection they come by.

use std::{hash::Hash, net::IpAddr, sync::Arc, time::Duration};

use deps::Deps;
use domain::{error::Code, ids::OrderId, key::Salt};
use jiff::SignedDuration;
use store::StoreError;
use tokio::sync::Semaphore;

use crate::{
    ApiError,
    address::limit_unit,
    rate_limits::{NamedLimit, RateLimits},
    wrong_keys::{Transport, WrongKeys},
};

/// Wrong order keys and tokens by one address; how many, says [`KeyLimits`].
const WRONG_KEYS: NamedLimit = NamedLimit { name: "wrong keys", most: 0, window: SignedDuration::from_mins(1) };

/// The bounds of looking keys up.
#[derive(Debug, Clone, Copy)]
pub struct KeyLimits {
    /// Orders looked up at a time for their keys alone.
    pub reads: usize,
    /// Wrong keys by one address in a minute.
    pub wrong_per_minute: u32,
}

/// Opens orders by their keys. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct OrderKeys(Arc<OrderKeysInner>);

struct OrderKeysInner {
    deps: Deps,
    rate_limits: RateLimits,
    limits: KeyLimits,
    reads: Semaphore,
    wrong_keys: WrongKeys,
}

/// Why a key opens nothing.
#[derive(Debug)]
pub enum KeyRefused {
    /// No order has it.
    Wrong,
    /// Too many wrong ones came from where it comes from; how long until one more may.
    TooMany(SignedDuration),
    /// The database cannot be reached.
    Unavailable(StoreError),
}

impl From<KeyRefused> for ApiError {
    fn from(refused: KeyRefused) -> Self {
        match refused {
            KeyRefused::Wrong => Self::new(Code::OrderNotFound),
            KeyRefused::TooMany(wait) => {
                Self::new(Code::TooMany).retry_after(Duration::try_from(wait).unwrap_or_default())
            }
            KeyRefused::Unavailable(error) => error.into(),
        }
    }
}

impl OrderKeys {
    /// The keys of the orders in a store.
    #[must_use]
    pub fn new(deps: Deps, rate_limits: RateLimits, limits: KeyLimits) -> Self {
        let (reads, wrong_keys) = (Semaphore::new(limits.reads), WrongKeys::default());
        Self(Arc::new(OrderKeysInner { deps, rate_limits, limits, reads, wrong_keys }))
    }

    /// The order that a call's key opens.
    ///
    /// # Errors
    /// 404 for a wrong key as for no order, 429 for too many of them.
    pub async fn order_of_key(&self, order_id: &str, order_key: &str, caller: IpAddr) -> Result<OrderId, ApiError> {
        Ok(self.open(order_id, order_key, caller, Transport::Call, |_| None).await?)
    }

    /// The order whose key this is; `warm`: what its key is made of, where that is in memory. An order that is not there
    /// takes the same time and answer as a wrong key.
    ///
    /// # Errors
    /// [`KeyRefused`] says why it opens nothing.
    pub async fn open(
        &self,
        order_id: &str,
        key: &str,
        caller: IpAddr,
        transport: Transport,
        warm: impl Fn(OrderId) -> Option<(u32, Salt)>,
    ) -> Result<OrderId, KeyRefused> {
        let Deps { store, secrets, .. } = &self.0.deps;
        // No order has the number 0, so what is no number at all takes the same way.
        let order = order_id.parse().unwrap_or(OrderId(0));
        let opens =
            |row: Option<(u32, Salt)>| secrets.opens(key, order, row.as_ref().map(|(version, salt)| (*version, salt)));
        let opens_warm = || warm(order).is_some_and(|row| opens(Some(row)));
        if opens_warm() {
            return Ok(order);
        }
        // A storm waits here, not for the database's connections: who waits there is refused in the end,
        // and reports with it. Meanwhile somebody else may have read the order.
        let permit = self.0.reads.acquire().await;
        if opens_warm() {
            return Ok(order);
        }
        // Also where it was read: its key may have been made anew since.
        let seed = store.checkouts().key_seed(order).await.map_err(KeyRefused::Unavailable)?;
        drop(permit);
        if opens(seed.map(|seed| (seed.version, seed.salt))) {
            return Ok(order);
        }
        Err(self.wrong(caller, transport, (order_id, key)).await)
    }

    /// Counts a wrong key or token: what it is answered with. While the database does not answer, each node counts for
    /// itself.
    pub async fn wrong(&self, caller: IpAddr, transport: Transport, guess: impl Hash) -> KeyRefused {
        let OrderKeysInner { rate_limits, limits, wrong_keys, .. } = &*self.0;
        let Some(counted) = wrong_keys.note(caller, transport, guess) else { return KeyRefused::Wrong };
        let limit = NamedLimit { most: limits.wrong_per_minute, ..WRONG_KEYS };
        let taken = rate_limits.take(limit, &limit_unit(caller).to_string()).await;
        let taken = taken.unwrap_or_else(|_| {
            let most = rate_limits.limit(limit).map_or(u32::MAX, |limit| limit.most);
            if wrong_keys.of(counted) > most { Err(limit.window) } else { Ok(()) }
        });
        match taken {
            Ok(()) => KeyRefused::Wrong,
            Err(wait) => {
                wrong_keys.take_back(counted);
                KeyRefused::TooMany(wait)
            }
        }
    }
}
