//! The reader of address files as fuzzing calls it.

use domain::geo::LatLng;

use crate::{AddressBook, Place, address_book::MOST_SUGGESTIONS};

/// What stands between a file and what is typed to look something up in it.
const TYPED: &str = "\n==> typed\n";

/// Whether an address file is sound; behind it there may be what somebody types.
///
/// # Panics
/// Where the book breaks a promise: a file that is refused has at least one fault, each with a line; what is suggested or
/// near is found by its id, and is no more than there may be.
#[must_use]
pub fn address_file(bytes: &[u8]) -> bool {
    let at = bytes.windows(TYPED.len()).position(|window| window == TYPED.as_bytes());
    let (file, typed) = at.map_or((bytes, &[][..]), |at| (&bytes[..at], &bytes[at + TYPED.len()..]));
    let book = match AddressBook::parse(&[file]) {
        Ok(book) => book,
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a fault");
            assert!(faults.iter().all(|fault| fault.line > 0), "a fault without a line");
            return false;
        }
    };
    let typed = String::from_utf8_lossy(typed);
    let near = LatLng::new(60.17, 24.94).ok();
    let found = [book.suggest(&typed, None), book.suggest(&typed, near)];
    assert_eq!(found[0].len(), found[1].len(), "from where somebody asks changes the order alone");
    for place in found.iter().flatten() {
        assert_holds(&book, place);
    }
    assert!(found[0].len() <= MOST_SUGGESTIONS, "too many");
    true
}

/// A place that was found is the same by its id, and not far from itself.
fn assert_holds(book: &AddressBook, place: &Place) {
    assert_eq!(book.place(&place.id).as_ref(), Some(place), "by its id");
    let near = book.nearest(place.point).expect("a house is near itself");
    assert!(near.point.metres_to(place.point) < 1.0, "{near:?} is nearer to {place:?}");
    assert_eq!(book.place(&near.id), Some(near), "what is near, by its id");
}
