//! The loyalty programme's files.

use domain::{
    loyalty::{BenefitType, LoyaltyRules},
    wheel::{DrawRules, PrizeType, WonCampaign},
};
use jiff::civil::date;

use crate::{example, with};

#[test]
fn absent_files_are_the_built_in_chains() {
    let (example, built_in) = (example(), chain::Chain::built_in());
    assert_eq!(example.loyalty(), built_in.loyalty());
    assert_eq!(example.wheel(), built_in.wheel());
    assert_eq!(example.benefits(), built_in.benefits());
}

#[test]
fn the_built_in_programme_is_the_contracts() {
    let chain = chain::Chain::built_in();
    assert_eq!(*chain.loyalty(), LoyaltyRules::default());
    let weights: Vec<_> =
        chain.wheel().entries().map(|(at, one)| (at, one.prize.as_str(), one.weight, one.monthly)).collect();
    assert_eq!(
        weights,
        [
            (0, "empty", 2746, None),
            (1, "freeDip", 1200, Some(1200)),
            (2, "freeDrink", 800, Some(800)),
            (2, "freeJaffaLemonade", 200, Some(200)),
            (3, "freeIceCream", 500, Some(500)),
            (4, "empty", 2746, None),
            (5, "freeCandy", 400, Some(400)),
            (6, "freeDelivery40", 300, Some(300)),
            (6, "giftCard1", 80, Some(80)),
            (6, "giftCard5", 20, Some(20)),
            (6, "giftCard10", 8, Some(8)),
            (7, "newSpin", 1000, None),
            (7, "spinsCampaign", 0, None),
        ]
    );
    assert_eq!(weights.iter().map(|(_, _, weight, _)| weight).sum::<u32>(), 10_000);
    assert_eq!(chain.wheel().stock().map(|(_, monthly)| monthly).sum::<u32>(), 3508);
    let days: Vec<_> = chain.benefits().0.iter().map(|one| (one.name.as_str(), one.days)).collect();
    assert_eq!(
        days,
        [
            ("freePizza", 90),
            ("freeDrink", 30),
            ("freeJaffaLemonade", 30),
            ("freeIceCream", 30),
            ("freeCandy", 30),
            ("freeDip", 30),
            ("freeDelivery40", 30),
            ("giftCard1", 180),
            ("giftCard5", 180),
            ("giftCard10", 180),
        ]
    );
    for one in &chain.benefits().0 {
        let campaigns: Vec<_> = chain.campaigns_of_benefit(&one.name).collect();
        assert_eq!(campaigns.len(), 1, "{}", one.name);
        assert_eq!(campaigns[0].name.replace("euron", "€"), one.text);
    }
}

#[test]
fn what_a_file_says_is_taken() {
    let loyalty = with(
        "people/loyalty.json",
        r#"{"freePizzaAt": 5, "marks": [3], "expiryMonths": 2, "welcome": {"0": 1, "4": 3},
            "spinCampaigns": [{"name": "Joulu", "spins": 2, "startDateTime": "2026-12-24 10:00", "endDateTime": "2026-12-25 10:00"}]}"#,
    );
    let rules = loyalty.loyalty();
    assert_eq!((rules.free_pizza_at, rules.marks.as_slice(), rules.expiry_months), (5, [3].as_slice(), 2));
    assert_eq!(rules.welcome, [(0, 1), (4, 3)]);
    let joulu = &rules.spin_campaigns[0];
    assert_eq!((joulu.name.as_str(), joulu.spins), ("Joulu", 2));
    assert_eq!(
        (joulu.start.to_string(), joulu.end.to_string()),
        ("2026-12-24T08:00:00Z".to_owned(), "2026-12-25T08:00:00Z".to_owned())
    );
    assert_eq!(*with("people/loyalty.json", "{}").loyalty(), LoyaltyRules::default());

    let empty = r#"[{"type":"empty","weight":1}]"#;
    let prizes = r#"[{"type":"spinsCampaign","weight":2,"monthly":7,"name":"Lisää","spins":3,"days":14}]"#;
    let segments = [[empty; 7].join(","), prizes.to_owned()].join(",");
    let text = format!(
        r#"{{"segments":[{segments}],"rules":{{"organiser":"Ovelle Oy","complaints":"ovelle@ovelle.example","until":"2026-12-31"}}}}"#
    );
    let chain = with("people/wheel.json", &text);
    let entry = chain.wheel().entry(7, PrizeType::SpinsCampaign).unwrap();
    assert_eq!((entry.weight, entry.monthly), (2, Some(7)));
    assert_eq!(entry.campaign, Some(WonCampaign { name: "Lisää".to_owned(), spins: 3, days: 14 }));
    let rules = DrawRules {
        organiser: "Ovelle Oy".to_owned(),
        complaints: "ovelle@ovelle.example".to_owned(),
        from: None,
        until: Some(date(2026, 12, 31)),
    };
    assert_eq!(chain.wheel().rules(), Some(&rules));

    let benefits = r#"[{"type":"kahvi","text":"Kahvi","icon":"drink","days":7}]"#;
    let all = format!(r#"[{{"type":"freePizza","text":"P","icon":"pizza","days":9}},{}"#, &benefits[1..]);
    let blank = format!(r#"{{"segments":[{}]}}"#, [empty; 8].join(","));
    let texts =
        [("restaurants.json", "[]"), ("people/benefits.json", all.as_str()), ("people/wheel.json", blank.as_str())];
    let chain = chain::Chain::of_texts(&texts).unwrap();
    let kahvi = BenefitType { name: "kahvi".to_owned(), text: "Kahvi".to_owned(), icon: "drink".to_owned(), days: 7 };
    assert_eq!(chain.benefits().get("kahvi"), Some(&kahvi));
    assert_eq!(chain.benefits().get("freeDip"), None);
}
