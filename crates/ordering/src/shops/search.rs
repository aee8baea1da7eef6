//! Restaurants by what somebody types (contract ordering, "Search").

use std::cmp::Ordering;

use chain::{Shop, folded};
use domain::{geo::LatLng, order::OrderType};
use serde::Serialize;
use utoipa::ToSchema;

use super::{name_order::name_order, status::SelectorStatus};
use crate::{chain_view::ChainView, distance::kilometres};

/// The most restaurants that are found.
const MOST_FOUND: usize = 20;
/// What is nearer than this is worth more the nearer it is.
const NEAR_KILOMETRES: f64 = 10.0;
/// What the nearest is worth.
const NEAREST: f64 = 15.0;
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
    pub selector_status: SelectorStatus,
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
        .filter(|ranked| ranked.is_selected || text.is_empty() || ranked.text_score > 0.0)
        .collect();
    ranked.sort_by(Ranked::order);
    ranked.truncate(MOST_FOUND);
    ranked.into_iter().map(|ranked| ranked.found(view, wanted.order_type)).collect()
}

/// A restaurant with what it is worth.
struct Ranked<'v> {
    shop: &'v Shop,
    text_score: f64,
    score: f64,
    kilometres: Option<f64>,
    is_selected: bool,
}

impl<'v> Ranked<'v> {
    fn new(shop: &'v Shop, text: &str, from: Option<LatLng>, is_selected: bool) -> Self {
        let restaurant = &shop.restaurant;
        let text_score = text_score(text, [&restaurant.city, &restaurant.display_name, &restaurant.street_address]);
        let kilometres = from.map(|point| restaurant.location.metres_to(point) / 1000.0);
        Self { shop, text_score, score: text_score + nearness(kilometres), kilometres, is_selected }
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

/// What a text is worth to a restaurant of this city, name and street; the text is folded already.
fn text_score(text: &str, of: [&str; 3]) -> f64 {
    if text.is_empty() {
        return 0.0;
    }
    let [city, name, street] = of.map(folded);
    let worth = |part: &str, worth: f64| if part.contains(text) { worth } else { 0.0 };
    let contained = worth(&city, 7.0) + worth(&name, 3.0) + worth(&street, 1.0);
    let likeness = [city, name, street].iter().map(|part| likeness(text, part)).fold(0.0, f64::max);
    contained + if likeness >= ALIKE { 2.0 * likeness } else { 0.0 }
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
        text_score(&folded(text), ["Jyväskylä", "Ovelle Seppälä", "Ahjokatu 3"])
    }

    fn is(found: f64, wanted: f64) -> bool {
        (found - wanted).abs() < 1e-9
    }

    // spec: OS-54
    #[test]
    fn city_name_and_street_are_worth_7_3_and_1() {
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
    }

    // spec: OS-54
    #[test]
    fn what_is_alike_by_two_fifths_is_worth_up_to_2() {
        assert!(is(worth("jyväskyla"), 9.0));
        // jy yv va ss?: 7 of 8 and 8.
        assert!(is(worth("jyväskylö"), 2.0 * 14.0 / 16.0));
        assert!(is(likeness("abcd", "abxy"), 2.0 / 6.0) && is(text_score("abcd", ["abxy", "", ""]), 0.0));
        assert!(is(likeness("abcde", "abcxyz"), 4.0 / 9.0) && is(text_score("abcde", ["abcxyz", "", ""]), 8.0 / 9.0));
        assert!(is(likeness("aaaa", "aa"), 0.5), "each pair counts as often as it stands there");
        assert!(is(likeness("", ""), 0.0) && is(likeness("a b", "a b"), 0.0));
    }

    // spec: OS-54
    #[test]
    fn what_is_nearer_than_ten_kilometres_is_worth_15_less_the_way() {
        for (far, worth) in [(0.0, 15.0), (2.5, 12.5), (9.99, 5.01), (10.0, 0.0), (300.0, 0.0)] {
            assert!(is(nearness(Some(far)), worth), "{far}");
        }
        assert!(is(nearness(None), 0.0));
    }
}
