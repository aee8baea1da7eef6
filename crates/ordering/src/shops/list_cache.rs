//! Lists of all restaurants, kept as they were written: they are asked for far more often than anything in them changes.

use std::sync::{Arc, Mutex, PoisonError};

use domain::order::OrderType;
use jiff::Timestamp;
use server::{ApiError, document::Document};

use super::{listed::all_listed, summary::all_summarised};
use crate::chain_view::ChainView;

/// The list that was written last, the same for all who hold a clone.
#[derive(Debug, Clone)]
pub struct ShopListCache {
    write: fn(&ChainView) -> Result<Document, ApiError>,
    last: Arc<Mutex<Option<CachedList>>>,
}

#[derive(Debug)]
struct CachedList {
    document: Document,
    /// What it was written of.
    view: ChainView,
    /// From when on it may say something else.
    until: Timestamp,
}

impl ShopListCache {
    /// All that is said of each.
    #[must_use]
    pub fn of_all() -> Self {
        Self { write: |view| Document::new(&all_listed(view)), last: Arc::default() }
    }

    /// What a list shows of each.
    #[must_use]
    pub fn of_summaries() -> Self {
        Self { write: |view| Document::new(&all_summarised(view)), last: Arc::default() }
    }

    /// All restaurants that are listed, as they are now.
    ///
    /// # Errors
    /// 500 where they cannot be written.
    pub fn document(&self, view: &ChainView) -> Result<Document, ApiError> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = last.as_ref().filter(|kept| kept.holds(view)) {
            return Ok(kept.document.clone());
        }
        let document = (self.write)(view)?;
        *last = Some(CachedList { document: document.clone(), view: view.clone(), until: changes_at(view) });
        Ok(document)
    }
}

impl CachedList {
    fn holds(&self, view: &ChainView) -> bool {
        self.view.sees_the_same(view) && (self.view.now()..self.until).contains(&view.now())
    }
}

/// The next moment at which something else may be said of any restaurant.
fn changes_at(view: &ChainView) -> Timestamp {
    let types = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin];
    let questions =
        view.chain().shops().iter().flat_map(|shop| types.map(|order_type| view.question(shop, order_type, None)));
    questions.filter_map(|question| question.next_boundary()).min().unwrap_or_else(|| view.now())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use chain::{Chain, InForce};
    use domain::{
        ids::{RestaurantId, Rev},
        live_state::{Busy, LiveState, Pause},
    };
    use jiff::{SignedDuration, ToSpan};

    use super::*;

    /// Two restaurants, of which one bakes the other's deliveries, with hours over midnight and a day of their own.
    const SHOPS: &str = r#"[
        {"shopId":"12","restaurantId":"12","externalId":"1","displayName":"A","streetAddress":"B","zip":"1","city":"C",
         "phone":"1","email":"e","latitude":60,"longitude":25,"hasWebsale":true,"hasDelivery":true,"isActive":true,
         "noDeliveryTracking":false,"deliveryRedirectionRestaurant":"14","shopOpeningHours":[
            {"openingHourtypeID":1,"tue":{"start":"10:00","end":"22:00"},"wed":{"start":"10:00","end":"22:00"}},
            {"openingHourtypeID":4,"tue":{"start":"10:30","end":"21:30"}}],
         "shopOpeningHourExceptions":[
            {"exceptionDate":"2026-11-24","startTime":"11:00","endTime":"20:00","openingHourtypeID":1}]},
        {"shopId":"14","restaurantId":"14","externalId":"2","displayName":"B","streetAddress":"B","zip":"1","city":"C",
         "phone":"1","email":"e","latitude":60,"longitude":25,"hasWebsale":true,"hasDelivery":true,"isActive":true,
         "noDeliveryTracking":false,"shopOpeningHours":[
            {"openingHourtypeID":1,"mon":{"start":"18:00","end":"02:00"},"tue":{"start":"18:00","end":"02:00"}},
            {"openingHourtypeID":2,"tue":{"start":"19:00","end":"01:00"}}]}]"#;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// The chain while one kitchen is paused and the other busy.
    fn in_force() -> (InForce, Arc<HashMap<RestaurantId, crate::restaurant_states::KnownState>>) {
        let pause = Pause {
            until: at("2026-11-24T17:07:11.5Z"),
            order_types: vec![OrderType::Delivery],
            reason: None,
            by: "oven".to_owned(),
            at: at("2026-11-23T22:00:00Z"),
        };
        let busy = Some(Busy { minutes: 10, until: at("2026-11-24T13:13:13Z") });
        let states = [
            (RestaurantId(14), LiveState { rev: Rev(1), pause: Some(pause), ..LiveState::default() }),
            (RestaurantId(12), LiveState { rev: Rev(1), busy, ..LiveState::default() }),
        ];
        let chain = Arc::new(Chain::of_texts(&[("restaurants.json", SHOPS)]).unwrap());
        (InForce { chain, since: Rev(0) }, Arc::new(states.map(|(id, state)| (id, state.into())).into()))
    }

    #[test]
    fn a_kept_list_says_what_a_new_one_would() {
        holds_through_days(&ShopListCache::of_all());
        holds_through_days(&ShopListCache::of_summaries());
    }

    fn holds_through_days(list: &ShopListCache) {
        let (in_force, states) = in_force();
        let view = |now| ChainView::new(in_force.clone(), Arc::clone(&states), now);
        let mut now = at("2026-11-23T22:00:00Z");
        let mut versions = 0;
        let (mut last, end) = (None, now + 30.hours());
        while now < end {
            let kept = list.document(&view(now)).unwrap();
            assert_eq!(kept.body(), (list.write)(&view(now)).unwrap().body(), "{now}");
            versions += usize::from(last.replace(kept.etag().clone()) != Some(kept.etag().clone()));
            // Just before something may change, at that moment, and each few minutes.
            let changes = changes_at(&view(now));
            let before = changes - SignedDuration::from_nanos(1);
            now = if now < before { before.min(now + 7.minutes()) } else { changes };
        }
        assert!(versions > 10, "{versions} different lists");
    }

    #[test]
    fn it_is_written_once_while_nothing_changes() {
        let (in_force, states) = in_force();
        let view = |now| ChainView::new(in_force.clone(), Arc::clone(&states), now);
        let (list, noon) = (ShopListCache::of_all(), at("2026-11-24T10:00:00Z"));
        let address = |view: &ChainView| list.document(view).unwrap().body().as_ptr();
        let first = address(&view(noon));
        assert_eq!(address(&view(noon + 1.minute())), first);
        let others = ChainView::new(in_force.clone(), Arc::default(), noon);
        assert_ne!(address(&others), first, "a restaurant that says something else is listed anew");
        let (kept, earlier) = (address(&view(noon)), view(noon - 1.second()));
        assert_ne!(address(&earlier), kept, "nor is it kept for a clock that was set back");
    }
}
