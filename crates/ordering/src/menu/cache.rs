//! Menus that were built already, each for its situation.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use chain::Chain;
use server::{ApiError, document::Document, packed::PackedDocument};
use tokio::sync::{OnceCell, Semaphore};

use super::{
    listing::{MenuListing, listing},
    situation::Situation,
};

/// What all kept menus may take together, in bytes.
const BOUND: usize = 64 * 1024 * 1024;
/// Menus that are built at once, so that whoever asks for many of them leaves threads to the rest.
const BUILT_AT_ONCE: usize = 4;
/// What a menu takes beside its bytes: its situation and its place.
const PLACE: usize = 4096;

/// A menu in a situation, as it goes out and as marks are laid over it.
#[derive(Debug)]
pub struct BuiltMenu {
    pub listing: MenuListing,
    pub packed: PackedDocument,
}

impl BuiltMenu {
    fn new(chain: &Chain, situation: &Situation) -> Result<Self, ApiError> {
        let listing = listing(chain, situation);
        let packed = PackedDocument::new(Document::new(&listing)?);
        Ok(Self { listing, packed })
    }

    /// What it takes, with room for what is packed later: the value is about as large as its JSON.
    fn weight(&self) -> usize {
        let (plain, gzip, _) = self.packed.sizes();
        PLACE + 2 * (plain + gzip)
    }
}

/// Menus that were built already. Clones share them; what was not asked for the longest goes first.
#[derive(Debug, Clone)]
pub struct MenuCache {
    kept: Arc<Mutex<CachedMenus>>,
    bound: usize,
    builders: Arc<Semaphore>,
    /// One at a time packs harder.
    packers: Arc<Semaphore>,
}

#[derive(Debug, Default)]
struct CachedMenus {
    content_version: String,
    menus: HashMap<Situation, MenuEntry>,
    /// Counts questions: who was asked for last has the highest.
    questions: u64,
    weight: usize,
}

#[derive(Debug, Default)]
struct MenuEntry {
    menu: Arc<OnceCell<Arc<BuiltMenu>>>,
    asked_at: u64,
    weight: usize,
}

impl Default for MenuCache {
    fn default() -> Self {
        Self::with_bound(BOUND)
    }
}

impl MenuCache {
    /// A cache whose menus take so many bytes at most.
    #[must_use]
    pub fn with_bound(bound: usize) -> Self {
        let builders = Arc::new(Semaphore::new(BUILT_AT_ONCE));
        Self { kept: Arc::default(), bound, builders, packers: Arc::new(Semaphore::new(1)) }
    }

    /// The menu of a situation. The first who asks builds it, off the runtime's threads, and whoever asks meanwhile waits
    /// for it; it is packed harder behind the answer.
    ///
    /// # Errors
    /// 500 where it cannot be written.
    pub async fn menu(&self, chain: &Arc<Chain>, situation: Situation) -> Result<Arc<BuiltMenu>, ApiError> {
        let place = self.place(chain.content_version(), &situation);
        if let Some(menu) = place.get() {
            return Ok(Arc::clone(menu));
        }
        let built = place.get_or_try_init(|| async {
            let (chain, of) = (Arc::clone(chain), situation.clone());
            let menu = Arc::new(self.build(move || BuiltMenu::new(&chain, &of)).await??);
            self.weigh(&situation, &place, menu.weight());
            tokio::spawn(pack_harder(Arc::clone(&self.packers), Arc::downgrade(&menu)));
            Ok(menu)
        });
        built.await.map(Arc::clone)
    }

    /// Does what takes a while off the runtime's threads, a little of it at once; the rest waits.
    ///
    /// # Errors
    /// 500 where it breaks off.
    pub async fn build<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
        let builders = Arc::clone(&self.builders);
        let builder = builders.acquire_owned().await.map_err(|closed| ApiError::internal(&closed))?;
        let working = tokio::task::spawn_blocking(move || {
            // Until the work is done, whether or not somebody still waits for it.
            let _builder = builder;
            work()
        });
        working.await.map_err(|error| ApiError::internal(&error))
    }

    /// How many menus are kept, and what they take.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        (kept.menus.len(), kept.weight)
    }

    fn place(&self, content_version: &str, situation: &Situation) -> Arc<OnceCell<Arc<BuiltMenu>>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.content_version != content_version {
            // Of other files, whose menus nobody asks for any more.
            *kept = CachedMenus { content_version: content_version.to_owned(), ..CachedMenus::default() };
        }
        kept.questions += 1;
        let asked_at = kept.questions;
        if let Some(entry) = kept.menus.get_mut(situation) {
            entry.asked_at = asked_at;
            return Arc::clone(&entry.menu);
        }
        let entry = MenuEntry { asked_at, weight: PLACE, ..MenuEntry::default() };
        let place = Arc::clone(&entry.menu);
        kept.weight += entry.weight;
        kept.menus.insert(situation.clone(), entry);
        kept.shrink(self.bound);
        place
    }

    /// Counts what a menu takes, now that it is built; one that has gone meanwhile counts nothing.
    fn weigh(&self, situation: &Situation, place: &Arc<OnceCell<Arc<BuiltMenu>>>, weight: usize) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = kept.menus.get_mut(situation).filter(|entry| Arc::ptr_eq(&entry.menu, place)) {
            let more = weight - entry.weight.min(weight);
            entry.weight += more;
            kept.weight += more;
        }
        kept.shrink(self.bound);
    }
}

/// Packs a menu harder, one after the other. One that was dropped before its turn is not packed.
async fn pack_harder(packers: Arc<Semaphore>, menu: Weak<BuiltMenu>) {
    let Ok(packer) = packers.acquire_owned().await else { return };
    let Some(menu) = menu.upgrade() else { return };
    tokio::task::spawn_blocking(move || {
        let _packer = packer;
        menu.packed.pack_harder();
    });
}

impl CachedMenus {
    fn shrink(&mut self, bound: usize) {
        while self.weight > bound {
            let oldest = self.menus.iter().min_by_key(|(_, entry)| entry.asked_at);
            let Some(situation) = oldest.map(|(situation, _)| situation.clone()) else { return };
            let gone = self.menus.remove(&situation);
            self.weight -= gone.map_or(0, |entry| entry.weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use chain::Chain;
    use domain::{ids::RestaurantId, order::OrderType};

    use super::*;

    fn in_shop(id: u32) -> Situation {
        let id = RestaurantId(id.into());
        Situation { shop: Some(id), kitchen: Some(id), order_type: Some(OrderType::Pickup), ..Situation::default() }
    }

    #[tokio::test]
    async fn a_menu_is_built_once_and_again_when_its_situation_or_the_files_change() {
        let (cache, chain) = (MenuCache::default(), Arc::new(Chain::built_in()));
        let first = cache.menu(&chain, in_shop(12)).await.unwrap();
        let (again, meanwhile) = tokio::join!(cache.menu(&chain, in_shop(12)), cache.menu(&chain, in_shop(12)));
        assert!(Arc::ptr_eq(&first, &again.unwrap()) && Arc::ptr_eq(&first, &meanwhile.unwrap()));
        let mut out = in_shop(12);
        out.stock.add_product("3001".into(), None);
        assert!(!Arc::ptr_eq(&first, &cache.menu(&chain, out).await.unwrap()));
        assert_eq!(cache.size().0, 2);
        let other = Arc::new(Chain::of_texts(&[("restaurants.json", "[]")]).unwrap());
        cache.menu(&other, in_shop(12)).await.unwrap();
        assert_eq!(cache.size().0, 1, "those of other files are gone");
    }

    #[test]
    fn the_menu_of_a_restaurant_travels_light() {
        let chain = Chain::built_in();
        let menu = BuiltMenu::new(&chain, &in_shop(12)).unwrap();
        menu.packed.pack_harder();
        let (plain, gzip, brotli) = menu.packed.sizes();
        assert!(brotli.is_some_and(|brotli| brotli < gzip && brotli <= 60 * 1024), "{plain} {gzip} {brotli:?}");
    }

    #[tokio::test]
    async fn a_menu_is_packed_harder_behind_its_answer_unless_it_has_gone() {
        let (cache, chain) = (MenuCache::default(), Arc::new(Chain::built_in()));
        let turn = Arc::clone(&cache.packers).acquire_owned().await.unwrap();
        let menu = cache.menu(&chain, in_shop(12)).await.unwrap();
        assert_eq!(menu.packed.sizes().2, None, "it waits for its turn");
        let packing = tokio::spawn(pack_harder(Arc::clone(&cache.packers), Arc::downgrade(&menu)));
        let gone = tokio::spawn(pack_harder(Arc::clone(&cache.packers), Weak::new()));
        drop(turn);
        packing.await.unwrap();
        gone.await.unwrap();
        // Whoever has a turn now has it behind all of them.
        let _last = cache.packers.acquire().await.unwrap();
        assert!(menu.packed.sizes().2.is_some());
    }

    #[tokio::test]
    async fn kept_menus_stay_within_their_bound() {
        let chain = Arc::new(Chain::built_in());
        let weight = BuiltMenu::new(&chain, &in_shop(12)).unwrap().weight();
        let cache = MenuCache::with_bound(3 * weight);
        let first = cache.menu(&chain, in_shop(12)).await.unwrap();
        for id in 1000..1010 {
            cache.menu(&chain, in_shop(id)).await.unwrap();
            let again = cache.menu(&chain, in_shop(12)).await.unwrap();
            assert!(Arc::ptr_eq(&first, &again), "what is asked for stays");
            assert!(cache.size().1 <= 3 * weight && cache.size().0 <= 3, "{:?}", cache.size());
        }
        let tiny = MenuCache::with_bound(weight / 2);
        tiny.menu(&chain, in_shop(12)).await.unwrap();
        assert_eq!(tiny.size(), (0, 0), "what is larger than all of it is not kept");
    }
}
