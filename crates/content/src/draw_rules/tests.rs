use jiff::civil::date;

use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The text of the rules of a wheel.
fn told(wheel: &WheelRules, given: &[(PrizeType, u32)]) -> String {
    let (chain, given) = (Chain::built_in(), given.iter().copied().collect());
    let now = at("2026-11-30T12:00:00Z");
    text(DrawFacts { wheel, benefits: chain.benefits(), wheel_age: 15, given: &given, now })
}

/// A wheel with one dip in three, and these rules.
fn wheel(rules: Option<DrawRules>) -> WheelRules {
    let entry = |prize, weight, monthly| vec![WheelEntry { prize, weight, monthly, campaign: None }];
    let segments = std::array::from_fn(|segment| match segment {
        0 => entry(PrizeType::Empty, 2, None),
        1 => entry(PrizeType::FreeDip, 1, Some(2000)),
        _ => entry(PrizeType::NewSpin, 0, None),
    });
    WheelRules::new(segments, rules).unwrap()
}

#[test]
fn the_rules_say_who_when_what_and_how_likely() {
    let told = told(Chain::built_in().wheel(), &[(PrizeType::FreeDip, 7)]);
    for said in [
        "Arvonnan järjestää Ovelle Oy, Vilhonkatu 4 B, 00100 Helsinki.",
        "Arvonta on käynnissä toistaiseksi.",
        "täyttänyt 15 vuotta",
        "- Dippi (voimassa 30 päivää): 12,00\u{a0}%, tässä kuussa jäljellä 1\u{a0}193 / 1\u{a0}200",
        "- 10 € lahjaksi (voimassa 180 päivää): 0,08\u{a0}%, tässä kuussa jäljellä 8 / 8",
        "- Uusi pyöräytys: 10,00\u{a0}%",
        "- Ei voittoa: 54,92\u{a0}%",
        "kerro siitä: asiakaspalvelu@ovelle.example.",
    ] {
        assert!(told.contains(said), "{said}\n{told}");
    }
    assert!(!told.contains("Lisää pyöräytyksiä"), "what cannot be drawn is not promised");
}

#[test]
fn the_rules_are_those_of_the_file() {
    let (first, last) = (Some(date(2026, 12, 1)), Some(date(2027, 1, 31)));
    for (from, until, time) in [
        (None, None, "Arvonta on käynnissä toistaiseksi."),
        (first, None, "Arvonta on käynnissä 1.12.2026 alkaen toistaiseksi."),
        (None, last, "Arvonta päättyy 31.1.2027."),
        (first, last, "Arvonta on käynnissä 1.12.2026–31.1.2027."),
    ] {
        let (organiser, complaints) = ("Pizza Oy".to_owned(), "pizza@pizza.example".to_owned());
        let wheel = wheel(Some(DrawRules { organiser, complaints, from, until }));
        let told = told(&wheel, &[(PrizeType::FreeDip, 3000)]);
        let dips = "33,33\u{a0}%, tässä kuussa jäljellä 0 / 2\u{a0}000";
        for said in [time, "järjestää Pizza Oy.", "siitä: pizza@pizza.example.", dips] {
            assert!(told.contains(said), "{said}\n{told}");
        }
    }
    assert!(told(&wheel(None), &[]).contains("järjestää Ovelle Oy"), "a file without rules has the built-in chain's");
}

#[test]
fn numbers_stand_as_finns_write_them() {
    for (number, said) in [(0, "0"), (999, "999"), (1000, "1\u{a0}000"), (1_234_567, "1\u{a0}234\u{a0}567")] {
        assert_eq!(thousands(number), said);
    }
    for (weight, sum, said) in
        [(1, 3, "33,33"), (2, 3, "66,67"), (1, 1, "100,00"), (1, 20_000, "0,01"), (1, 20_001, "alle 0,01")]
    {
        assert_eq!(share(weight, sum), format!("{said}\u{a0}%"), "{weight}/{sum}");
    }
}

#[test]
fn only_what_changes_is_told_anew_and_under_no_other_name() {
    let (story, chain) = (DrawRulesStory::default(), Chain::built_in());
    let find = |slug: &str| story.find(&slug.parse().unwrap());
    assert!(find(SLUG).is_none());
    let set = |given: u32, now: &str| {
        let given = HashMap::from([(PrizeType::FreeDip, given)]);
        story.set(DrawFacts {
            wheel: chain.wheel(),
            benefits: chain.benefits(),
            wheel_age: 15,
            given: &given,
            now: at(now),
        });
    };
    set(1, "2026-11-30T12:00:00Z");
    set(1, "2026-11-30T12:01:00Z");
    assert_eq!(find(SLUG).unwrap().updated_at, at("2026-11-30T12:00:00Z"), "it says the same");
    set(2, "2026-11-30T12:02:00Z");
    assert_eq!(find(SLUG).unwrap().updated_at, at("2026-11-30T12:02:00Z"));
    assert!(find("ehdot").is_none());
}
