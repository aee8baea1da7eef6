//! Random batches, reports and drives, held against the plain words: nobody is shown another's door before the car has left
//! it, and whoever may see where the car is sees it.

use proptest::prelude::*;

use super::world::World;

/// Places on the street.
const PLACES: u32 = 14;
pub(super) const BATCHES: usize = 3;

#[derive(Debug, Clone)]
pub(super) enum Happens {
    /// The car is at a place, so many seconds later; also where no car can be.
    Drive(u32, i64),
    /// The same, but the node does not know yet what happened since it read what the car carries.
    DriveAsReadBefore(u32),
    /// A batch is put together, for this car or another one.
    Put(usize, bool, Vec<usize>),
    Depart(usize),
    /// A report that is heard so many seconds late.
    Done(usize, bool, i64),
    PutBack(usize),
    Cancelled(usize),
    /// The sighting has expired, or the node begins anew.
    Forgotten,
}

fn happens(orders: usize) -> impl Strategy<Value = Happens> + use<> {
    let (place, order, batch) = (0..PLACES, 0..orders, 0..BATCHES);
    let later = prop::sample::select(vec![10, 60, 110]);
    let stops = prop::sample::subsequence((0..orders).collect::<Vec<_>>(), 0..=orders).prop_shuffle();
    prop_oneof![
        12 => (place.clone(), later).prop_map(|(place, later)| Happens::Drive(place, later)),
        1 => place.prop_map(Happens::DriveAsReadBefore),
        2 => (batch.clone(), prop::bool::weighted(0.85), stops).prop_map(|(batch, own, stops)| Happens::Put(batch, own, stops)),
        2 => batch.prop_map(Happens::Depart),
        3 => (order.clone(), any::<bool>(), prop::sample::select(vec![0, 0, 25]))
            .prop_map(|(order, well, late)| Happens::Done(order, well, late)),
        1 => order.clone().prop_map(Happens::PutBack),
        1 => order.prop_map(Happens::Cancelled),
        1 => Just(Happens::Forgotten),
    ]
}

fn doors_and_story() -> impl Strategy<Value = (Vec<Option<u32>>, Vec<Happens>)> {
    let doors = prop::collection::vec(prop::option::weighted(0.92, 0..PLACES), 2..5);
    doors.prop_flat_map(|doors| {
        let orders = doors.len();
        (Just(doors), prop::collection::vec(happens(orders), 1..80))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn no_door_of_anothers_is_ever_shown((doors, story) in doors_and_story()) {
        let mut world = World::new(&doors);
        for what in &story {
            world.happen(what);
            world.check(matches!(what, Happens::Drive(..)))?;
        }
    }
}
