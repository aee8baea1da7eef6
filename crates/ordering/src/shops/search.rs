//! Restaurants by what somebody types (docs/spec/ordering.md, "Search").

use std::cmp::Ordering;

use chain::{Shop, folded};
use domain::{geo::LatLng, order::OrderType};
use serde::Serialize;
use utoipa::ToSchema;

use super::{name_order::name_order, status::SelectorStatusPayload};
use crate::{chain_view::ChainView, distance::kilometres};

/// The most restaurants that are found.
const MOST_FOUND: usize = 20;
/// What is nearer than this is worth more the nearer it is.
const NEAR_KILOMETRES: f64 = 10.0;
/// What the nearest is worth.
const NEAREST: f64 = 15.0;
/// A Finnish postal code has so many.
const POSTAL_DIGITS: usize = 5;
/// From so much likeness on, texts are alike.
const ALIKE: f64 = 0.4;

/// A restaurant that was found.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundShop {
    pub restaurant_id: String,
    pub display_name: String,
    /// How well it fits; the best comes first.
    pub score: f64,
    /// Null without a point.
    #[schema(required)]
    pub distance_km: Option<f64>,
    pub selector_status: SelectorStatusPayload,
    pub selector_text: String,
}

/// What is looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct ShopSearch<'q> {
    /// Empty: all are found.
    pub text: &'q str,
    pub order_type: OrderType,
    /// From where distances count.
    pub from: Option<LatLng>,
    /// The restaurant that is chosen already: it comes first, whether it fits or not.
    pub selected: Option<&'q str>,
}

/// The restaurants that fit best, the best first; never a hidden one.
#[must_use]
pub fn search(view: &ChainView, wanted: &ShopSearch<'_>) -> Vec<FoundShop> {
    let text = folded(wanted.text.trim());
    let selected = wanted.selected.and_then(|id| id.parse().ok());
    let shown = view.chain().shops().iter().filter(|shop| !shop.is_hidden());
    let mut ranked: Vec<Ranked<'_>> = shown
        .map(|shop| Ranked::new(shop, &text, wanted.from, selected == Some(shop.id())))
        .filter(|ranked| ranked.is_selected || text.is_empty() || ranked.text.worth() > 0.0)
        .collect();
    // Who named a restaurant means none that is only spelt like it.
    if ranked.iter().any(|ranked| ranked.text.contained > 0.0) {
        ranked.retain(|ranked| ranked.is_selected || ranked.text.contained > 0.0);
    }
    ranked.sort_by(Ranked::order);
    ranked.truncate(MOST_FOUND);
    ranked.into_iter().map(|ranked| ranked.found(view, wanted.order_type)).collect()
}

/// A restaurant with what it is worth.
struct Ranked<'v> {
    shop: &'v Shop,
    text: TextWorth,
    score: f64,
    kilometres: Option<f64>,
    is_selected: bool,
}

impl<'v> Ranked<'v> {
    fn new(shop: &'v Shop, text: &str, from: Option<LatLng>, is_selected: bool) -> Self {
        let restaurant = &shop.restaurant;
        let names = [&restaurant.city, &restaurant.display_name, &restaurant.street_address];
        let worth = text_worth(text, names.map(String::as_str), &restaurant.postal_code);
        let kilometres = from.map(|point| restaurant.location.metres_to(point) / 1000.0);
        Self { shop, score: worth.worth() + nearness(kilometres), text: worth, kilometres, is_selected }
    }

    /// Who is selected first; then by score, distance and name.
    fn order(&self, other: &Self) -> Ordering {
        let far = |ranked: &Self| ranked.kilometres.unwrap_or(f64::INFINITY);
        let name = |ranked: &Self| ranked.shop.restaurant.display_name.clone();
        (other.is_selected.cmp(&self.is_selected))
            .then(other.score.total_cmp(&self.score))
            .then(far(self).total_cmp(&far(other)))
            .then_with(|| name_order(&name(self), &name(other)))
            .then(self.shop.id().cmp(&other.shop.id()))
    }

    fn found(self, view: &ChainView, order_type: OrderType) -> FoundShop {
        let question = view.question(self.shop, order_type, None);
        FoundShop {
            restaurant_id: self.shop.id().to_string(),
            display_name: self.shop.restaurant.display_name.clone(),
            score: self.score,
            distance_km: self.kilometres.map(kilometres),
            selector_status: question.selector_status().into(),
            selector_text: question.selector_text(),
        }
    }
}

/// What being near is worth.
fn nearness(kilometres: Option<f64>) -> f64 {
    kilometres.filter(|far| *far < NEAR_KILOMETRES).map_or(0.0, |far| NEAREST - far)
}

/// What a text is worth to a restaurant.
#[derive(Debug, Clone, Copy, PartialEq)]
struct TextWorth {
    /// Where it stands in what the restaurant is called.
    contained: f64,
    /// How much it is like that.
    alike: f64,
}

impl TextWorth {
    fn worth(self) -> f64 {
        self.contained + self.alike
    }
}

/// What a text is worth to a restaurant of this city, name and street; the text is folded already. A postal code counts as
/// the street does, and is like those that begin as it does: their districts lie beside each other.
fn text_worth(text: &str, of: [&str; 3], postal_code: &str) -> TextWorth {
    if text.is_empty() {
        return TextWorth { contained: 0.0, alike: 0.0 };
    }
    let [city, name, street] = of.map(folded);
    let worth = |part: &str, worth: f64| if part.contains(text) { worth } else { 0.0 };
    let is_there = street.contains(text) || postal_code.starts_with(text);
    let contained = worth(&city, 7.0) + worth(&name, 3.0) + if is_there { 1.0 } else { 0.0 };
    let likeness = [city, name, street].iter().map(|part| likeness(text, part)).fold(0.0, f64::max);
    let likeness = likeness.max(postal_likeness(text, postal_code));
    TextWorth { contained, alike: if likeness >= ALIKE { 2.0 * likeness } else { 0.0 } }
}

/// How much of a postal code's beginning is another's; nothing of what is none.
fn postal_likeness(text: &str, postal_code: &str) -> f64 {
    let is_code = text.len() == POSTAL_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    let shared = text.bytes().zip(postal_code.bytes()).take_while(|(one, other)| one == other).count();
    #[expect(clippy::cast_precision_loss, reason = "five digits at most")]
    let share = shared as f64 / POSTAL_DIGITS as f64;
    if is_code { share } else { 0.0 }
}

/// Dice's coefficient over the pairs of letters that stand side by side: 0 where two texts share none, 1 where all.
fn likeness(one: &str, other: &str) -> f64 {
    let (one, mut other) = (pairs(one), pairs(other));
    let all = one.len() + other.len();
    if all == 0 {
        return 0.0;
    }
    let mut shared = 0_u32;
    for pair in one {
        if let Some(at) = other.iter().position(|own| *own == pair) {
            other.swap_remove(at);
            shared += 1;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a text has at most some hundred pairs")]
    let all = all as f64;
    2.0 * f64::from(shared) / all
}

fn pairs(text: &str) -> Vec<(char, char)> {
    let pairs = text.chars().zip(text.chars().skip(1));
    pairs.filter(|(one, other)| one.is_alphanumeric() && other.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(text: &str) -> f64 {
        text_worth(&folded(text), ["Jyväskylä", "Ovelle Seppälä", "Ahjokatu 3"], "40320").worth()
    }

    fn is(found: f64, wanted: f64) -> bool {
        (found - wanted).abs() < 1e-9
    }

    // spec: OS-54
    #[test]
    fn city_name_street_likeness_and_nearness_have_their_worth() {
        // The letters of the city are all its 8 pairs.
        assert!(is(worth("Jyväskylä"), 7.0 + 2.0));
        assert!(is(worth("JYVASKYLA"), 7.0 + 2.0), "accents and capitals do not count");
        // 3 of 3 pairs of the text, 8 of the city.
        assert!(is(worth("jyva"), 7.0 + 2.0 * 6.0 / 11.0));
        // 6 of 6 pairs, and 11 of the name.
        assert!(is(worth("seppälä"), 3.0 + 2.0 * 12.0 / 17.0));
        assert!(is(worth("ahjokatu"), 1.0 + 2.0));
        assert!(is(worth("l"), 7.0 + 3.0), "in city and name, but no pair");
        assert!(is(worth(""), 0.0) && is(worth("Tampere"), 0.0));
        for (far, worth) in [(0.0, 15.0), (2.5, 12.5), (9.99, 5.01), (10.0, 0.0), (300.0, 0.0)] {
            assert!(is(nearness(Some(far)), worth), "{far}");
        }
        assert!(is(nearness(None), 0.0));
    }

    #[test]
    fn what_is_alike_by_two_fifths_is_worth_up_to_2() {
        assert!(is(worth("jyväskyla"), 9.0));
        // jy yv va ss?: 7 of 8 and 8.
        assert!(is(worth("jyväskylö"), 2.0 * 14.0 / 16.0));
        assert!(is(likeness("abcd", "abxy"), 2.0 / 6.0) && is(text_worth("abcd", ["abxy", "", ""], "").worth(), 0.0));
        assert!(
            is(likeness("abcde", "abcxyz"), 4.0 / 9.0)
                && is(text_worth("abcde", ["abcxyz", "", ""], "").worth(), 8.0 / 9.0)
        );
        assert!(is(likeness("aaaa", "aa"), 0.5), "each pair counts as often as it stands there");
        assert!(is(likeness("", ""), 0.0) && is(likeness("a b", "a b"), 0.0));
    }

    #[test]
    fn a_postal_code_is_worth_what_the_street_is_and_like_its_neighbours() {
        assert!(is(worth("40320"), 1.0 + 2.0) && is(worth("403"), 1.0));
        assert!(is(worth("40340"), 2.0 * 3.0 / 5.0) && is(worth("40100"), 2.0 * 2.0 / 5.0));
        assert!(is(worth("00170"), 0.0) && is(worth("320"), 0.0) && is(worth("4034"), 0.0));
    }
}
