//! What is said of faulty files: every fault, each with its file, line, path and problem.

mod bounds;
mod campaigns;
mod claims;
mod experiments;
mod menu;
mod people;
mod restaurants;

use chain::{Chain, FILES};

const RESTAURANTS: &str = include_str!("../fixtures/example/restaurants.json");
const MENU: &str = include_str!("../fixtures/example/menu.json");
const AREAS: &str = include_str!("../fixtures/example/areas.json");
const CAMPAIGNS: &str = include_str!("../fixtures/example/campaigns.json");

/// The faults of the example with some files in the place of its own.
fn faults(files: &[(&'static str, &str)]) -> Vec<String> {
    let example =
        [("restaurants.json", RESTAURANTS), ("menu.json", MENU), ("areas.json", AREAS), ("campaigns.json", CAMPAIGNS)];
    let others = example.into_iter().filter(|(name, _)| files.iter().all(|(other, _)| other != name));
    let all: Vec<_> = others.chain(files.iter().copied()).collect();
    Chain::of_texts(&all).err().map(|faults| faults.0.iter().map(ToString::to_string).collect()).unwrap_or_default()
}

/// A text with a change, which must be one.
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

/// What is said of one change to a file of the example.
fn said_of(file: &'static str, from: &str, to: &str) -> Vec<String> {
    let text = match file {
        "restaurants.json" => RESTAURANTS,
        "menu.json" => MENU,
        "areas.json" => AREAS,
        _ => CAMPAIGNS,
    };
    let text = changed(text, from, to);
    // Else whoever names what the change took away would be said, too.
    let silent = [("areas.json", "[]"), ("campaigns.json", "[]")].into_iter().filter(|(name, _)| *name != file);
    faults(&silent.chain([(file, text.as_str())]).collect::<Vec<_>>())
}

#[test]
fn what_is_not_json_is_one_fault_with_its_line() {
    for (text, said) in [
        ("", "restaurants.json:1: $: is not JSON: EOF while parsing a value"),
        ("[\n{\"a\": 1,}]", "restaurants.json:2: $: is not JSON: key must be a string"),
        ("[1,\n]", "restaurants.json:2: $: is not JSON: expected value"),
        ("[ // none\n]", "restaurants.json:1: $: is not JSON: expected value"),
        ("[]\n\n]", "restaurants.json:3: $: is not JSON: trailing characters"),
        ("\u{feff}[]", "restaurants.json:1: $: is not JSON: expected value"),
        ("\n['a']", "restaurants.json:2: $: is not JSON: expected value"),
        ("[\u{a0}]", "restaurants.json:1: $: is not JSON: expected value"),
        ("[01]", "restaurants.json:1: $: is not JSON: invalid number"),
    ] {
        let said_too = Chain::of_texts(&[("restaurants.json", text)]).unwrap_err();
        assert_eq!(said_too.0.iter().map(ToString::to_string).collect::<Vec<_>>(), [said], "{text:?}");
    }
    assert_eq!(faults(&[("menu.json", "{")]), ["menu.json:1: $: is not JSON: EOF while parsing an object"]);
    assert_eq!(faults(&[("menu.json", "[]")]), ["menu.json:1: $: is a list, not an object"]);
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    assert_eq!(faults(&[("stock.json", &deep)]).len(), 1);
}

#[test]
fn a_folder_is_read_as_far_as_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let said = |folder: &std::path::Path| {
        Chain::read(folder).unwrap_err().0.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(said(&folder.path().join("none")), ["restaurants.json:1: $: is missing"]);
    std::fs::write(folder.path().join("menu.json"), b"{}\n\xff").unwrap();
    std::fs::create_dir(folder.path().join("areas.json")).unwrap();
    let said = said(folder.path());
    assert_eq!(said[0], "restaurants.json:1: $: is missing");
    assert!(said[1].starts_with("areas.json:1: $: cannot be read: "), "{said:?}");
    assert_eq!(said[2], "menu.json:2: $: is not UTF-8");
}

#[test]
fn all_faults_of_all_files_are_found_in_one_reading() {
    let restaurants = changed(&changed(RESTAURANTS, r#""zip":"00100","#, ""), r#""23:00""#, r#""25:00""#);
    let menu = changed(&changed(MENU, "2.9", "-1"), "3.5", "3.555");
    let areas = changed(AREAS, "8.9", "null");
    let campaigns = changed(&changed(CAMPAIGNS, r#""amount":5"#, r#""amount":"5""#), "3020", "9");
    let found = faults(&[
        ("restaurants.json", &restaurants),
        ("menu.json", &menu),
        ("areas.json", &areas),
        ("campaigns.json", &campaigns),
        ("codes.json", "[{}]"),
        ("stock.json", "7"),
        ("payment.json", "{\"cards\": []}"),
        ("highlights.json", "{"),
        ("settings.json", "{\n\"deliveryFee\": true}"),
    ]);
    assert_eq!(
        found,
        [
            "restaurants.json:1: [0].zip: is missing",
            "restaurants.json:3: [0].shopOpeningHours[0].mon.end: is \"25:00\", which is no time HH:mm",
            "areas.json:1: [0].fee: is null, not a number",
            "menu.json:6: ingredients[3].price: is negative",
            "menu.json:10: products[3].sizes[0].price: is finer than cents",
            "campaigns.json:1: [0].amount: is a text, not a number",
            "campaigns.json:3: [2].options[1].defaultProductId: 3020 is none of the option's products",
            "campaigns.json:3: [2].options[1].products[0]: there is no product 9",
            "codes.json:1: [0].code: is missing",
            "codes.json:1: [0].campaignId: is missing",
            "stock.json:1: $: is a number, not a list",
            "payment.json:1: cards: is no known field",
            "highlights.json:1: $: is not JSON: EOF while parsing an object",
            "settings.json:2: deliveryFee: is true or false, not a number",
        ]
    );
    assert_eq!(FILES[0], "restaurants.json", "faults are listed in the order of the files");
}
