//! The thirteen checks of a line in their order, each with what becomes of the line (docs/spec/ordering.md, "Line
//! checks").

use chain::Chain;
use pricing::{CartLine, PersonKind};
use serde_json::{Value, json};

use crate::order::{EXAMPLE_RESTAURANTS, Order, made, order, plain, wide};

/// What is said of the only line of an order, and how many lines stay of it.
fn checked(chain: &Chain, order: &Order) -> (Option<(&'static str, String, Value)>, usize) {
    order.priced(chain, |priced| {
        let of_line = |code: &str| code != "cart/empty" && code != "product/contains-allergen";
        let mut messages = priced.messages.iter().filter(|message| of_line(message.code.as_str()));
        let first = messages.next().map(|message| {
            let mut metadata = message.metadata.clone();
            let item = metadata.remove("item").unwrap();
            assert_eq!(item["uuid"], json!("a"));
            assert_eq!((item["productId"].is_string(), item["quantity"].is_number()), (true, true));
            (message.code.as_str(), message.text.to_string(), Value::Object(metadata))
        });
        assert!(messages.next().is_none(), "a line has one message");
        assert_eq!(priced.is_valid(), first.is_none() && !priced.lines.is_empty());
        (first, priced.lines.len())
    })
}

/// What is said of a line for pickup by a guest on a Tuesday at 16:00, and whether it stays.
fn of_line(line: CartLine) -> (&'static str, bool) {
    let (message, lines) = checked(&wide(""), &order(vec![line]));
    (message.map_or("sound", |(code, ..)| code), lines == 1)
}

const GONE: bool = false;
const KEPT: bool = true;

#[test]
fn what_is_not_sold_here_is_gone() {
    assert_eq!(of_line(plain("a", "9999", "101", 1)), ("product/not-found", GONE));
    assert_eq!(of_line(plain("a", "3041", "101", 1)), ("product/not-found", GONE), "inactive");
    assert_eq!(of_line(plain("a", "3042", "101", 1)), ("product/not-in-default-menu", GONE));
    let chain = wide("");
    let code = |order: &Order| checked(&chain, order).0.map(|(code, ..)| code);
    // 14 cooks for 12: its menu and its order types count.
    let elsewhere =
        |product: &str| Order { kitchen: domain::ids::RestaurantId(14), ..order(vec![plain("a", product, "101", 1)]) };
    assert_eq!(code(&elsewhere("3042")), None, "one of its own products");
    assert_eq!(code(&elsewhere("3003")), Some("product/not-in-shop-menu"));
    assert_eq!(code(&order(vec![plain("a", "3043", "101", 1)])), None);
    for order in
        [order(vec![plain("a", "3043", "101", 1)]).delivered(), order(vec![plain("a", "3043", "101", 1)]).eaten_in()]
    {
        assert_eq!(code(&order), Some("product/not-in-shop-menu"));
        assert_eq!(checked(&chain, &order).1, 0);
    }
}

#[test]
fn a_size_or_an_ingredient_that_is_not_there_takes_the_line() {
    assert_eq!(of_line(plain("a", "3001", "100", 1)), ("product/incorrect", GONE));
    let unknown = made("a", "3002", "102", &[("1201", 1), ("4711", 1), ("1309", 1), ("4711", 1), ("1301", 1)]);
    let (message, lines) = checked(&wide(""), &order(vec![unknown]));
    let text = "Tapahtui virhe. Tuote \"Slottipizza\" poistettu ostoskorista.".to_owned();
    let metadata = json!({"ingredientIds": ["4711", "1309"]});
    assert_eq!((message, lines), (Some(("product/ingredients-incorrect", text, metadata)), 0));
}

/// A later fault that takes the line does so, but the first is what is said.
#[test]
fn the_first_fault_is_said_and_a_later_one_may_take_the_line() {
    let chain = wide("");
    let wrong_size = order(vec![plain("a", "3030", "101", 1)]).by_adult(PersonKind::Member).delivered();
    let (message, lines) = checked(&chain, &wrong_size);
    assert_eq!((message.map(|(code, ..)| code), lines), (Some("alcohol/no-delivery"), 0));
    // Not sold now, out of stock, changed, too much of it: each hides those behind it.
    let lines = || vec![made("a", "3040", "101", &[("1201", 2), ("1309", 3)])];
    let out = |time: &str, is_out: bool| {
        let mut order = order(lines()).at(time);
        order.out.products.extend(is_out.then(|| "3040".into()));
        checked(&chain, &order).0.map(|(code, ..)| code)
    };
    assert_eq!(out("2026-11-24T16:00", true), Some("product/not-sold-at-time"));
    assert_eq!(out("2026-11-24T21:00", true), Some("product/out-of-stock"));
    assert_eq!(out("2026-11-24T21:00", false), Some("product/modification-not-allowed"), "more of a base");
}

#[test]
fn a_product_has_its_times_of_day() {
    let chain = wide("");
    let at = |time: &str| checked(&chain, &order(vec![plain("a", "3040", "101", 1)]).at(time));
    let text = "Tuote Yöpizza ei ole myynnissä valitsemanasi ajanhetkenä.".to_owned();
    let message = ("product/not-sold-at-time", text, json!({"from": "21:00", "until": "02:00"}));
    for (time, expected) in [
        ("2026-11-24T20:59:59", Some(message.clone())),
        ("2026-11-24T21:00", None),
        ("2026-11-25T01:59", None),
        ("2026-11-25T02:00", Some(message)),
    ] {
        assert_eq!(at(time), (expected, 1), "{time}");
    }
}

#[test]
fn what_is_out_of_stock_stays_and_is_named() {
    let chain = wide("");
    let mut order = order(vec![plain("a", "3001", "101", 1)]);
    order.out.ingredients.insert("1301".into());
    let text = "Tuote Testipizza on loppu valitusta ravintolasta.".to_owned();
    let (message, lines) = checked(&chain, &order);
    assert_eq!((message, lines), (Some(("product/out-of-stock", text, json!({"ingredientIds": ["1301"]}))), 1));
    order.priced(&chain, |priced| {
        assert!(priced.lines[0].is_out_of_stock);
        assert_eq!(priced.out_of_stock, ["3001".into()]);
    });
    let without = order.cart.lines.iter().map(|_| made("a", "3001", "101", &[("1201", 1), ("1305", 1)])).collect();
    order.cart.lines = without;
    assert_eq!(checked(&chain, &order), (None, 1), "it is not on it");
}

#[test]
fn changes_that_a_product_does_not_allow_are_named() {
    let not_allowed = |line: CartLine| {
        let (message, lines) = checked(&wide(""), &order(vec![line]));
        assert_eq!(lines, 1);
        message.map(|(code, _, metadata)| {
            assert_eq!(code, "product/modification-not-allowed");
            metadata["ingredientIds"]
                .as_array()
                .unwrap()
                .iter()
                .map(|id| id.as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        })
    };
    let ids = |ids: &[&str]| Some(ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>());
    // Not editable: nothing but its slot.
    assert_eq!(not_allowed(made("a", "3004", "101", &[("1205", 1), ("1301", 1)])), None);
    assert_eq!(not_allowed(made("a", "3004", "101", &[("1201", 1), ("1301", 1), ("1305", 1)])), ids(&["1305"]));
    assert_eq!(not_allowed(made("a", "3004", "101", &[("1201", 1), ("1401", 1)])), ids(&["1401", "1301"]));
    // What only recipes have, and bases, are not added anywhere.
    assert_eq!(not_allowed(made("a", "3001", "101", &[("1201", 1), ("1301", 1), ("1310", 1)])), ids(&["1310"]));
    assert_eq!(not_allowed(made("a", "3001", "101", &[("1201", 1), ("1301", 1), ("1101", 1)])), ids(&["1101"]));
    // Restricted: more of spices alone.
    let restricted = [("1201", 1), ("1101", 1), ("1310", 1)];
    let with = |more: &[(&str, u32)]| made("a", "3003", "101", &[&restricted, more].concat());
    assert_eq!(not_allowed(with(&[("1307", 1), ("1401", 1), ("1402", 1)])), None);
    assert_eq!(not_allowed(with(&[("1307", 2)])), ids(&["1307"]));
}

#[test]
fn there_is_a_least_and_a_most_of_each_ingredient_and_slot() {
    let beyond = |line: CartLine| of_line(line).0;
    let olives = |doses: u32| made("a", "3001", "101", &[("1201", 1), ("1301", 1), ("1311", doses)]);
    assert_eq!(beyond(olives(1)), "product/min-max-invalid-quantity", "at least two");
    assert_eq!(beyond(olives(2)), "sound");
    assert_eq!(beyond(olives(4)), "sound");
    assert_eq!(beyond(olives(5)), "product/min-max-invalid-quantity");
    // The recipe's own bounds come first.
    let bacon = |doses: u32| made("a", "3002", "101", &[("1201", 1), ("1001", 1), ("1301", 1), ("1305", doses)]);
    assert_eq!(beyond(bacon(3)), "sound");
    assert_eq!(beyond(bacon(4)), "product/min-max-invalid-quantity");
    assert_eq!(beyond(bacon(0)), "product/required-ingredients-missing", "one of it is required");
    let dips = |first: u32, second: u32| {
        made("a", "3002", "101", &[("1201", 1), ("1301", 1), ("1305", 2), ("1801", first), ("1802", second)])
    };
    assert_eq!(beyond(dips(1, 1)), "sound");
    assert_eq!(of_line(dips(1, 2)), ("product/min-max-invalid-quantity", KEPT));
}

#[test]
fn what_a_product_needs_is_asked_for() {
    let text = |line: CartLine| {
        let (message, lines) = checked(&wide(""), &order(vec![line]));
        assert_eq!(lines, 1);
        message
    };
    let said = |code, text: &str, metadata| Some((code, text.to_owned(), metadata));
    let slot = |id: &str| json!({"slotId": id});
    let no_dough = text(made("a", "3002", "101", &[("1301", 1), ("1305", 2)]));
    assert_eq!(no_dough, said("product/no-dough", "Valitse pizzapohja.", slot("dough")), "the slot's own words");
    assert_eq!(
        text(made("a", "3004", "101", &[("1301", 1)])),
        said("product/no-dough", "Valitse pohja.", slot("dough"))
    );
    let no_dip = text(made("a", "3010", "101", &[("1201", 1), ("1301", 1)]));
    assert_eq!(no_dip, said("product/monster-needs-dip", "Valitse dippi.", slot("dip")));
    let needed = "Tuotteesta Lankku puuttuu pakollinen valinta.";
    let no_choice = text(made("a", "3013", "101", &[("1201", 1), ("1312", 2)]));
    assert_eq!(no_choice, said("product/required-ingredients-missing", needed, slot("top")));
    let gone = text(made("a", "3003", "101", &[("1201", 1), ("1101", 1), ("1307", 1)]));
    let needed = "Tuotteesta Rajattu puuttuu pakollinen valinta.";
    assert_eq!(gone, said("product/required-ingredients-missing", needed, json!({"ingredientIds": ["1310"]})));
    let nothing = text(made("a", "3001", "101", &[]));
    assert_eq!(nothing.map(|(code, ..)| code), Some("product/required-ingredients-missing"));
}

#[test]
fn a_pizza_that_comes_without_toppings_needs_none() {
    let menu = r#"{"categories":[{"id":"pizza","name":"Pizzat"}],
        "ingredients":[{"ingredientID":"1201","name":"Pohja","categoryId":"dough","price":0},
            {"ingredientID":"1301","name":"Kinkku","categoryId":"toppings","price":1}],
        "products":[{"productId":"1","productCategoryId":"pizza","name":"Focaccia","ingredients":["1201"],
            "sizes":[{"sizeId":"101","name":"Normaali","price":5}]}]}"#;
    let chain = Chain::of_texts(&[("restaurants.json", EXAMPLE_RESTAURANTS), ("menu.json", menu)]).unwrap();
    for line in [plain("a", "1", "101", 1), made("a", "1", "101", &[("1201", 1), ("1301", 0)])] {
        assert_eq!(checked(&chain, &order(vec![line])), (None, 1));
    }
}

#[test]
fn toppings_are_counted() {
    assert_eq!(of_line(made("a", "3001", "101", &[("1201", 1)])), ("product/not-enough-ingredients", KEPT));
    assert_eq!(of_line(made("a", "3012", "100", &[("1201", 1)])), ("product/not-enough-ingredients", KEPT), "custom");
    assert_eq!(of_line(plain("a", "3020", "100", 1)), ("sound", KEPT), "a drink needs none");
    let many = |doses: u32| made("a", "3001", "101", &[("1201", 1), ("1301", doses), ("1305", 1)]);
    assert_eq!(of_line(many(8)), ("sound", KEPT));
    assert_eq!(of_line(many(9)), ("product/too-many-ingredients", KEPT));
    let (message, _) = checked(&wide(""), &order(vec![many(9)]));
    assert_eq!(message.unwrap().1, "Tuotteessa ei voi olla enemmän kuin 9 täytettä");
}

#[test]
fn a_cart_of_nothing_says_so() {
    assert_eq!(order(Vec::new()).messages(&wide("")), ["cart/empty"]);
    let gone = order(vec![plain("a", "9999", "101", 1)]).delivered();
    assert_eq!(gone.messages(&wide("")), ["cart/empty", "product/not-found"]);
    assert_eq!(gone.payable(&wide("")), 0, "no lines, no fee");
}

/// Whatever else is wrong, an allergen that is avoided is said last and spoils nothing.
#[test]
fn avoided_allergens_are_a_warning() {
    let mut order = order(vec![plain("a", "3003", "101", 1), plain("b", "3020", "100", 1)]);
    order.cart.avoid_allergens = vec![chain::Allergen::Milk, chain::Allergen::Soybeans, chain::Allergen::Fish];
    order.priced(&wide(""), |priced| {
        let [warning] = priced.messages.as_slice() else { panic!("{:?}", priced.messages) };
        assert_eq!(warning.text, "Tuotteessa Rajattu on: soija, maito.");
        assert_eq!(warning.metadata["allergens"], json!(["soybeans", "milk"]));
        assert!(priced.is_valid());
    });
}
