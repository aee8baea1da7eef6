//! Where cars were last seen, as this process keeps it.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::{
    car::{SHOWN_FOR, Sighting},
    ids::CarId,
};
use fastpath::{
    CarMap, Shrink,
    prefetch::{prefetch, touch},
};
use tokio::time::Instant;

/// For how long a sighting is kept.
const KEPT: Duration = Duration::from_secs(SHOWN_FOR.as_secs().unsigned_abs());

/// The newest sighting of each car, in this process.
#[derive(Debug, Default)]
pub struct Sightings(Mutex<SightingMap>);

type SightingMap = CarMap<ExpiringSighting>;

/// A sighting, and until when it is shown.
#[derive(Debug)]
struct ExpiringSighting {
    newest: Arc<Sighting>,
    until: Instant,
}

impl Sightings {
    fn lock(&self) -> MutexGuard<'_, SightingMap> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a sighting unless one as new is known. What may no longer be shown is forgotten.
    pub(crate) fn keep(&self, sighting: &Arc<Sighting>, now: Instant) -> bool {
        let mut all = self.lock();
        match all.get_mut(&sighting.car) {
            Some(kept) if kept.newest.version() >= sighting.version() => return false,
            Some(kept) => kept.renew(Arc::clone(sighting), now),
            None => Self::insert(&mut all, sighting, now),
        }
        true
    }

    /// Touches the memory of these cars' sightings; see [`fastpath::prefetch`].
    pub fn touch_cars<'a>(&self, cars: impl Iterator<Item = &'a CarId>) {
        let all = self.lock();
        let kept = cars.filter_map(|car| all.get(car));
        prefetch(kept.map(ExpiringSighting::touch));
    }

    /// Replaces a car's sighting by what `next` makes of the one shown, if it makes one.
    pub fn renew(
        &self,
        car: &CarId,
        now: Instant,
        next: impl FnOnce(Option<&Sighting>) -> Option<Sighting>,
    ) -> Option<Arc<Sighting>> {
        let mut all = self.lock();
        if let Some(kept) = all.get_mut(car) {
            let newest = Arc::new(next(kept.shown(now))?);
            kept.renew(Arc::clone(&newest), now);
            return Some(newest);
        }
        let newest = Arc::new(next(None)?);
        Self::insert(&mut all, &newest, now);
        Some(newest)
    }

    fn insert(all: &mut SightingMap, newest: &Arc<Sighting>, now: Instant) {
        all.retain(|_, kept| now < kept.until);
        all.shrink_if_sparse();
        all.insert(newest.car.clone(), ExpiringSighting::new(newest, now));
    }

    /// The newest sighting of a car.
    pub(crate) fn newest(&self, car: &CarId, now: Instant) -> Option<Arc<Sighting>> {
        let all = self.lock();
        all.get(car).filter(|kept| now < kept.until).map(|kept| Arc::clone(&kept.newest))
    }
}

impl ExpiringSighting {
    fn new(newest: &Arc<Sighting>, now: Instant) -> Self {
        Self { newest: Arc::clone(newest), until: now + KEPT }
    }

    /// Takes the next; one that has seen the car nowhere else lasts no longer.
    fn renew(&mut self, newest: Arc<Sighting>, now: Instant) {
        if newest.position.at != self.newest.position.at {
            self.until = now + KEPT;
        }
        self.newest = newest;
    }

    /// Touches all of it, because the next sighting soon replaces it.
    fn touch(&self) -> usize {
        let Sighting { car, position, before, trail, visits, doubted } = &*self.newest;
        let figures = [position.heading_deg, position.accuracy_m].map(|figure| usize::from(figure.is_some()));
        let rest = [visits.is_empty(), before.is_some(), doubted.is_some()].map(usize::from).iter().sum::<usize>();
        touch(&self.newest) + car.as_str().len() + figures.iter().sum::<usize>() + trail.len() + rest
    }

    /// The sighting, if it may still be shown.
    fn shown(&self, now: Instant) -> Option<&Sighting> {
        (now < self.until).then_some(&*self.newest)
    }
}
