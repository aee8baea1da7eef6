//! What somebody may mean who is typing an address.

use domain::geo::LatLng;

use super::{AddressBook, BookEntry, House, PlainNumber, Street};
use crate::{
    place::Place,
    street_address::{HouseNumber, StreetAddress, fold},
};

/// Suggestions at a time.
pub(crate) const MOST: usize = 5;
/// Letters from which on anything is suggested.
const FEWEST_LETTERS: usize = 3;

/// Whether a text is long enough to guess at.
pub(crate) fn is_enough(text: &str) -> bool {
    fold(text).chars().filter(|letter| !letter.is_whitespace()).count() >= FEWEST_LETTERS
}

/// How a street fits of which all was typed.
const WHOLE: u8 = 0;

/// How well a house or street fits; the least fits best.
type Rank = (u8, u8, u64);

impl AddressBook {
    /// At most five places that what was typed may become, best first: with a number the houses of that number, else it
    /// stands where its neighbour does, then those whose number begins so; without one the streets, then their houses. What
    /// is equally good is nearer first.
    #[must_use]
    pub fn suggest(&self, text: &str, near: Option<LatLng>) -> Vec<Place> {
        let typed = StreetAddress::parse(text);
        if !is_enough(text) || typed.street.is_empty() {
            return Vec::new();
        }
        let mut streets = self.streets_that_begin(&typed, near);
        if streets.is_empty() {
            streets = self.streets_spelt_like(&typed, near);
        }
        let found = match &typed.number {
            Some(number) => self.houses_with(number, &typed.rest, &streets, near),
            None => self.streets_and_houses(&streets, near),
        };
        found.into_iter().filter_map(|entry| self.place_of(entry)).take(MOST).collect()
    }

    /// The streets that begin with what was typed, or have a word that does: whole ones, beginnings, later words.
    fn streets_that_begin(&self, typed: &StreetAddress, near: Option<LatLng>) -> Vec<(Rank, usize)> {
        let from = self.words.partition_point(|(word, _)| *word < typed.street);
        let words = self.words[from..].iter().take_while(|(word, _)| word.starts_with(&typed.street));
        let mut found: Vec<(Rank, usize)> = words
            .map(|(_, at)| {
                let street = &self.streets[*at];
                let whole = if street.folded == typed.street { WHOLE } else { 1 };
                let fit = if begins(street, &typed.street) { whole } else { 2 };
                ((misses(typed, street, None), fit, self.metres(BookEntry::Street(*at), near)), *at)
            })
            .collect();
        found.sort_unstable();
        found.dedup_by_key(|(_, at)| *at);
        keep_what_fits(found)
    }

    /// The streets that would begin so but for a slip after their first letter; of few letters none.
    fn streets_spelt_like(&self, typed: &StreetAddress, near: Option<LatLng>) -> Vec<(Rank, usize)> {
        let slips = slips_in(&typed.street);
        let Some(first) = typed.street.chars().next().filter(|_| slips > 0) else { return Vec::new() };
        let from = self.words.partition_point(|(word, _)| word.chars().next() < Some(first));
        let words = self.words[from..].iter().take_while(|(word, _)| word.starts_with(first));
        let mut found: Vec<(Rank, usize)> = words
            .filter_map(|(word, at)| {
                let slipped = slips_to_begin(&typed.street, word, slips)?;
                let street = &self.streets[*at];
                let missing = street.folded.chars().count().abs_diff(typed.street.chars().count());
                let fit = if missing <= usize::from(slips) { WHOLE } else { slipped };
                Some(((misses(typed, street, None), fit, self.metres(BookEntry::Street(*at), near)), *at))
            })
            .collect();
        found.sort_unstable();
        found.dedup_by_key(|(_, at)| *at);
        keep_what_fits(found)
    }

    fn streets_and_houses(&self, streets: &[(Rank, usize)], near: Option<LatLng>) -> Vec<BookEntry> {
        let mut found: Vec<BookEntry> = streets.iter().take(MOST).map(|(_, at)| BookEntry::Street(*at)).collect();
        for (_, at) in streets {
            if found.len() >= MOST {
                break;
            }
            let mut houses: Vec<BookEntry> = self.streets[*at].houses.clone().map(BookEntry::House).collect();
            houses.sort_by_key(|house| self.metres(*house, near));
            found.extend(houses);
        }
        found
    }

    fn houses_with(
        &self,
        number: &HouseNumber,
        rest: &[String],
        streets: &[(Rank, usize)],
        near: Option<LatLng>,
    ) -> Vec<BookEntry> {
        let typed = StreetAddress { street: String::new(), number: Some(number.clone()), rest: rest.to_vec() };
        let mut found = Vec::new();
        for ((_, street_fit, _), street) in streets {
            for at in self.streets[*street].houses.clone() {
                let house = &self.houses[at];
                let Some(fit) = number_fit(number, rest, &house.house_number) else { continue };
                let misses = misses(&typed, &self.streets[*street], Some(house));
                found.push(((misses, fit * 3 + street_fit, self.metres(BookEntry::House(at), near)), at));
            }
        }
        found.sort_unstable();
        let found = keep_what_fits(found);
        let is_there = found.iter().any(|(_, at)| self.houses[*at].house_number.digits == number.digits);
        let between = PlainNumber::of(number).filter(|_| !is_there).into_iter().flat_map(|number| {
            let whole = streets.iter().filter(|((_, fit, _), _)| *fit == WHOLE);
            whole.map(move |(_, street)| BookEntry::Between { street: *street, number })
        });
        between.chain(found.iter().map(|(_, at)| BookEntry::House(*at))).collect()
    }

    /// How far away something is, in whole metres; nothing where nobody says from where.
    fn metres(&self, entry: BookEntry, near: Option<LatLng>) -> u64 {
        let Some(near) = near else { return 0 };
        let point = match entry {
            BookEntry::House(at) => self.houses[at].point,
            BookEntry::Street(at) | BookEntry::Between { street: at, .. } => {
                let houses = &self.streets[at].houses;
                self.houses[houses.start + houses.len() / 2].point
            }
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "metres on one planet")]
        let metres = near.metres_to(point) as u64;
        metres
    }
}

/// How many letters may be wrong in so long a text.
fn slips_in(text: &str) -> u8 {
    match text.chars().count() {
        0..5 => 0,
        5..9 => 1,
        _ => 2,
    }
}

/// The fewest letters to change, add or leave out so that a word begins with what was typed; none where it takes more than
/// `most`.
fn slips_to_begin(typed: &str, word: &str, most: u8) -> Option<u8> {
    let typed: Vec<char> = typed.chars().collect();
    // What is longer by more than the slips begins with none of it.
    let word: Vec<char> = word.chars().take(typed.len() + usize::from(most)).collect();
    let mut row: Vec<u8> = (0..=typed.len()).map(|at| u8::try_from(at).unwrap_or(u8::MAX)).collect();
    let mut least = row[typed.len()];
    for (at, letter) in word.iter().enumerate() {
        let mut before = row[0];
        row[0] = u8::try_from(at + 1).unwrap_or(u8::MAX);
        for (index, own) in typed.iter().enumerate() {
            let changed = before.saturating_add(u8::from(own != letter));
            before = row[index + 1];
            row[index + 1] = changed.min(before.saturating_add(1)).min(row[index].saturating_add(1));
        }
        least = least.min(row[typed.len()]);
    }
    (least <= most).then_some(least)
}

/// Whether what was typed begins the street, or is the whole of it and a part of its city.
fn begins(street: &Street, typed: &str) -> bool {
    street.folded.starts_with(typed) || typed.strip_prefix(&street.folded).is_some_and(|city| city.starts_with(' '))
}

/// How a house's number fits the one that was typed, best first; none where it does not.
fn number_fit(typed: &HouseNumber, rest: &[String], house: &HouseNumber) -> Option<u8> {
    let letter = rest.first().filter(|word| word.len() == 1);
    let is_same = house.digits == typed.digits;
    let fits = [
        letter.is_some_and(|letter| house.folded == format!("{}{letter}", typed.folded)),
        house.folded == typed.folded,
        is_same && house.is_plain(),
        is_same,
        // More digits may follow, but only those that are typed last.
        typed.is_plain() && rest.is_empty() && house.folded.starts_with(&typed.folded),
    ];
    (0..).zip(fits).find(|(_, fits)| *fits).map(|(fit, _)| fit)
}

/// Whether the words behind the number name another city or postal code; those that may be a flat say nothing.
fn misses(typed: &StreetAddress, street: &Street, house: Option<&House>) -> u8 {
    let postcode = house.and_then(|house| house.postcode.as_deref());
    let is_place = |word: &&String| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { word.len() == 5 } else { word.chars().count() > 1 }
    };
    let fits = |word: &String| {
        let is_city = street.folded_city.split(' ').any(|part| part.starts_with(word.as_str()));
        is_city || postcode.is_some_and(|postcode| postcode == word)
    };
    let mut places = typed.rest.iter().filter(is_place).peekable();
    u8::from(places.peek().is_some() && !places.any(fits))
}

/// Without what misses the city that was typed, if anything fits it.
fn keep_what_fits(mut found: Vec<(Rank, usize)>) -> Vec<(Rank, usize)> {
    if let Some(((least, ..), _)) = found.first().copied() {
        found.retain(|((misses, ..), _)| *misses == least);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "street,number,postcode,city,lat,lng\n\
        Hämeenkatu,1,33100,Tampere,61.4,23.7\n\
        Hämeenkatu,12,33100,Tampere,61.4,23.7\n\
        Hämeenkatu,12b,33100,Tampere,61.4,23.7\n\
        Hämeenkatu,2,33100,Tampere,61.4,23.7\n\
        Hämeenkatu,25,33200,Tampere,61.4,23.7\n\
        Hämeenkatu,2,20500,Turku,60.4,22.2\n\
        Hämeenkatunkuja,2,20500,Turku,60.4,22.2\n\
        Iso Hämeenkatu,2,13100,Hämeenlinna,60.9,24.4\n\
        3. linja,7,00530,Helsinki,60.18,24.95\n";

    fn said(text: &str, near: Option<(f64, f64)>) -> Vec<String> {
        let near = near.map(|(lat, lng)| LatLng::new(lat, lng).unwrap());
        let book = AddressBook::parse(&[BOOK.as_bytes()]).unwrap();
        labels(&book.suggest(text, near))
    }

    fn labels(places: &[Place]) -> Vec<String> {
        places.iter().map(Place::label).collect()
    }

    #[test]
    fn under_three_letters_nothing_is_suggested() {
        for text in ["", "hä", "h ä", "  3. ", "ha\u{308}", "\u{301} 12"] {
            assert_eq!(said(text, None), [""; 0], "{text:?}");
        }
        assert_eq!(said("3. l", None), ["3. linja, 00530 Helsinki", "3. linja 7, 00530 Helsinki"]);
    }

    #[test]
    fn a_street_comes_before_those_that_have_it_as_a_later_word() {
        let streets = [
            "Hämeenkatu, Tampere",
            "Hämeenkatu, 20500 Turku",
            "Hämeenkatunkuja, 20500 Turku",
            "Iso Hämeenkatu, 13100 Hämeenlinna",
        ];
        for text in ["hämeenkatu", "HAMEENKATU", "hämeenk"] {
            let found = said(text, None);
            assert_eq!(
                (&found[..4], found[4].as_str()),
                (&streets.map(str::to_owned)[..], "Hämeenkatu 1, 33100 Tampere")
            );
        }
        let found = said("hameenkatu  Tam", None);
        assert_eq!((found.len(), found[0].as_str()), (5, "Hämeenkatu, Tampere"));
        assert_eq!(found[1..].iter().filter(|label| label.contains("33")).count(), 4, "its houses: {found:?}");
    }

    #[test]
    fn a_number_finds_its_houses_and_then_those_that_begin_so() {
        let found = [
            "Hämeenkatu 2, 33100 Tampere",
            "Hämeenkatu 2, 20500 Turku",
            "Hämeenkatunkuja 2, 20500 Turku",
            "Iso Hämeenkatu 2, 13100 Hämeenlinna",
            "Hämeenkatu 25, 33200 Tampere",
        ];
        assert_eq!(said("hämeenkatu 2", None), found);
        assert_eq!(said("hämeenkatu 99", None), [""; 0]);
        assert_eq!(said("hämeenkat 4", None), [""; 0], "no number is made up for a street that is not typed out");
        assert_eq!(said("hämeenkatu 12 b", None)[0], "Hämeenkatu 12b, 33100 Tampere");
        assert_eq!(said("hämeenkatu 12b", None)[0], "Hämeenkatu 12b, 33100 Tampere");
        assert_eq!(said("hämeenkatu 12 c 24", None)[0], "Hämeenkatu 12, 33100 Tampere");
    }

    #[test]
    fn a_number_that_the_book_does_not_have_stands_where_its_neighbour_does() {
        let book = AddressBook::parse(&[BOOK.as_bytes()]).unwrap();
        let found = book.suggest("Hämeenkatu 4 B, Turku", None);
        assert_eq!(labels(&found), ["Hämeenkatu 4, 20500 Turku"]);
        assert_eq!(book.place(&found[0].id), Some(found[0].clone()));
        assert_eq!(Some(found[0].point), book.find("Hämeenkatu 4", "Turku"));
        let found = book.suggest("hämeenkatu 20b", None);
        assert_eq!(labels(&found), ["Hämeenkatu 20b, 33200 Tampere"], "Turku's is too far away");
        for wrong in ["99", "4bb", "04", "x", "", "4/6", "4.5"] {
            let street = found[0].id.split_once('.').unwrap().0;
            assert_eq!(book.place(&format!("{street}.{wrong}")), None, "{wrong}");
        }
    }

    #[test]
    fn what_follows_the_number_names_the_city() {
        for text in ["hämeenkatu 2 c 7, turku", "Hämeenkatu 2, 20500", "hämeenkatu 2 tu", "Hämeenkatu 2 as Turku"] {
            assert_eq!(said(text, None), ["Hämeenkatu 2, 20500 Turku", "Hämeenkatunkuja 2, 20500 Turku"], "{text}");
        }
        assert_eq!(said("hämeenkatu 2 oulu", None).len(), 4, "a city that none has says nothing");
        assert_eq!(said("hämeenkatu, 20500 turku", None)[0], "Hämeenkatu, 20500 Turku");
    }

    #[test]
    fn of_equals_the_nearer_comes_first() {
        assert_eq!(
            said("hämeenkatu 2", Some((60.4, 22.2)))[..2],
            ["Hämeenkatu 2, 20500 Turku", "Hämeenkatu 2, 33100 Tampere"]
        );
        assert_eq!(said("hämeenkatu", Some((60.4, 22.2)))[..2], ["Hämeenkatu, 20500 Turku", "Hämeenkatu, Tampere"]);
    }

    #[test]
    fn a_slip_of_the_pen_is_forgiven_where_nothing_else_is_meant() {
        let book = AddressBook::built_in();
        let first = |text: &str| book.suggest(text, None).first().map(Place::label);
        for text in ["liisankadu 12", "Liisankatu 12", "lisankatu 12", "liisankaut 12", "LIISSANKATU 12"] {
            assert_eq!(first(text).as_deref(), Some("Liisankatu 12, 00170 Helsinki"), "{text}");
        }
        assert_eq!(first("liisankadu").as_deref(), Some("Liisankatu, 00170 Helsinki"));
        assert_eq!(first("kaisanimenk").as_deref(), Some("Kaisaniemenkatu, 00100 Helsinki"));
        for text in ["piisankatu 12", "lxyz", "liukuhihna 12", "olematonkatu 1"] {
            assert_eq!(first(text), None, "{text}");
        }
    }

    #[test]
    fn every_house_is_suggested_to_who_types_all_of_it() {
        let book = AddressBook::built_in();
        for house in 0..book.houses.len() {
            let place = book.place_of(BookEntry::House(house)).unwrap();
            for text in [place.label(), format!("{}, {}", place.street_address(), place.city)] {
                assert_eq!(book.suggest(&text, None).first(), Some(&place), "{text}");
            }
        }
    }
}
