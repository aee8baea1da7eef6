//! Which of somebody's addresses is the primary one: exactly one is wherever there is any (docs/spec/people.md, "Addresses").

/// An address in the list of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrimaryMark<I> {
    pub id: I,
    pub is_primary: bool,
}

/// What happens to the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressChange<I> {
    /// An address came, or was changed. What does not want to be the primary one stays what it is.
    Kept { id: I, wants_primary: bool },
    /// An address is made the primary one.
    MadePrimary(I),
    /// An address goes.
    Deleted(I),
}

/// The address that is the primary one after a change of a list, the oldest address first; none where none is left.
#[must_use]
pub fn primary_after<I: Copy + PartialEq>(addresses: &[PrimaryMark<I>], change: AddressChange<I>) -> Option<I> {
    let gone = if let AddressChange::Deleted(id) = change { Some(id) } else { None };
    let left = || addresses.iter().filter(|address| Some(address.id) != gone);
    let present = left().find(|address| address.is_primary).or_else(|| left().next()).map(|address| address.id);
    match change {
        AddressChange::MadePrimary(id) | AddressChange::Kept { id, wants_primary: true } => Some(id),
        AddressChange::Kept { id, wants_primary: false } => present.or(Some(id)),
        AddressChange::Deleted(_) => present,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Addresses 1, 2, 3 …, of which one is primary.
    fn list(length: u32, primary: u32) -> Vec<PrimaryMark<u32>> {
        (1..=length).map(|id| PrimaryMark { id, is_primary: id == primary }).collect()
    }

    #[test]
    fn the_first_address_is_primary_and_a_later_one_where_it_wants_to_be() {
        let kept = |id, wants_primary| AddressChange::Kept { id, wants_primary };
        assert_eq!(primary_after(&[], kept(1, false)), Some(1));
        assert_eq!(primary_after(&list(2, 1), kept(3, false)), Some(1));
        assert_eq!(primary_after(&list(2, 1), kept(3, true)), Some(3));
        assert_eq!(primary_after(&list(2, 2), kept(2, false)), Some(2), "it cannot give that up");
        assert_eq!(primary_after(&list(2, 1), AddressChange::MadePrimary(2)), Some(2));
    }

    #[test]
    fn the_oldest_left_follows_the_primary_one() {
        assert_eq!(primary_after(&list(3, 2), AddressChange::Deleted(2)), Some(1));
        assert_eq!(primary_after(&list(3, 1), AddressChange::Deleted(1)), Some(2));
        assert_eq!(primary_after(&list(3, 1), AddressChange::Deleted(3)), Some(1));
        assert_eq!(primary_after(&list(1, 1), AddressChange::Deleted(1)), None);
    }

    /// A change of the list as an account makes it: ids grow, and what is not there is not changed.
    fn make(list: &mut Vec<PrimaryMark<u32>>, next: &mut u32, kind: u8, place: prop::sample::Index, wants: bool) {
        let known = (!list.is_empty()).then(|| list[place.index(list.len())].id);
        let change = match (kind, known) {
            (1, Some(id)) => AddressChange::Kept { id, wants_primary: wants },
            (2, Some(id)) => AddressChange::MadePrimary(id),
            (3, Some(id)) => AddressChange::Deleted(id),
            _ => {
                *next += 1;
                AddressChange::Kept { id: *next, wants_primary: wants }
            }
        };
        let primary = primary_after(list, change);
        match change {
            AddressChange::Deleted(id) => list.retain(|address| address.id != id),
            AddressChange::Kept { id, .. } if !list.iter().any(|address| address.id == id) => {
                list.push(PrimaryMark { id, is_primary: false });
            }
            _ => {}
        }
        list.iter_mut().for_each(|address| address.is_primary = Some(address.id) == primary);
    }

    proptest! {
        #[test]
        fn exactly_one_is_primary_wherever_there_is_any(changes in prop::collection::vec((0..4_u8, any::<prop::sample::Index>(), any::<bool>()), 1..60)) {
            let (mut list, mut next) = (Vec::new(), 0);
            for (kind, place, wants) in changes {
                make(&mut list, &mut next, kind, place, wants);
                let primary = list.iter().filter(|address| address.is_primary).count();
                prop_assert_eq!(primary, usize::from(!list.is_empty()));
            }
        }
    }
}
