//! Faults of the loyalty programme's files.

use super::faults;

/// A wheel of eight segments, the first of which is given.
fn wheel(first: &str) -> String {
    let others = [r#"[{"type":"empty","weight":1}]"#; 7].join(",");
    format!(r#"{{"segments":[{first},{others}]}}"#)
}

const FREE_PIZZA: &str = r#"{"type":"freePizza","text":"Pizza","icon":"pizza","days":90}"#;

#[test]
fn each_fault_of_the_card_is_said() {
    for (text, expected) in [
        (
            r#"{"freePizzaAt": 0, "marks": [2, 0], "expiryMonths": 200, "welcom": {}}"#,
            &[
                "1: freePizzaAt: is no whole number from 1 to 1000",
                "1: marks[1]: is no whole number from 1 to 1000",
                "1: expiryMonths: is no whole number from 1 to 120",
                "1: welcom: is no known field",
            ][..],
        ),
        (
            "{\"welcome\": {\n\"two\": 1,\n\"01\": 2, \"3\": -1}}",
            &[
                "2: welcome.two: stands under \"two\", which is no number of slices from 0 to 1000",
                "3: welcome.01: stands under \"01\", which is no number of slices from 0 to 1000",
                "3: welcome.3: is no whole number from 0 to 1000000",
            ],
        ),
        (r#"{"welcome": {"1": 0}}"#, &["1: welcome: has no weight above 0; to give nothing, say {\"0\": 1}"]),
        (
            r#"{"spinCampaigns": [{"name": "Joulu", "spins": 0, "startDateTime": "2026-12-24 10:00", "endDateTime": "2026-12-24T08:00:00Z"},
{"name": "Joulu", "spins": 1, "startDateTime": "soon"}]}"#,
            &[
                "1: spinCampaigns[0].spins: is no whole number from 1 to 1000000",
                "1: spinCampaigns[0].endDateTime: is not after startDateTime",
                "2: spinCampaigns[1].name: the campaign Joulu stands twice",
                "2: spinCampaigns[1].startDateTime: is \"soon\", which is neither RFC 3339 nor a time YYYY-MM-DD HH:mm in Helsinki",
                "2: spinCampaigns[1].endDateTime: is missing",
            ],
        ),
        ("[]", &["1: $: is a list, not an object"]),
    ] {
        let expected: Vec<_> = expected.iter().map(|fault| format!("people/loyalty.json:{fault}")).collect();
        assert_eq!(faults(&[("people/loyalty.json", text)]), expected, "{text}");
    }
}

#[test]
fn each_fault_of_the_wheel_is_said() {
    let empty = r#"[{"type":"empty","weight":1}]"#;
    for (text, expected) in [
        (
            r#"{"rules": {}}"#.to_owned(),
            &["1: segments: is missing", "1: rules.organiser: is missing", "1: rules.complaints: is missing"][..],
        ),
        (format!(r#"{{"segments": [{empty}]}}"#), &["1: segments: has 1 segments, not 8"]),
        (
            wheel(r#"[{"type":"car","weight":1,"colour":"red"}]"#),
            &[
                "1: segments[0][0].type: is \"car\", which is none of freeDrink, freeIceCream, freeCandy, freeDip, freeDelivery40, giftCard10, giftCard5, giftCard1, freeJaffaLemonade, newSpin, empty, spinsCampaign",
            ],
        ),
        (
            wheel(r#"[{"type":"empty","weight":-1,"monthly":"all"}]"#),
            &[
                "1: segments[0][0].weight: is no whole number from 0 to 1000000",
                "1: segments[0][0].monthly: is a text, not a number",
                "1: segments: empty has a monthly stock and stands twice",
            ],
        ),
        (wheel("[]"), &["1: segments: segment 0 has no entry"]),
        (
            wheel(r#"[{"type":"newSpin","weight":1}]"#),
            &["1: segments: segment 0 has no entry of type empty, which an empty stock's weight goes to"],
        ),
        (
            wheel(r#"[{"type":"empty","weight":1},{"type":"empty","weight":2}]"#),
            &["1: segments: empty stands twice in segment 0"],
        ),
        (
            wheel(r#"[{"type":"empty","weight":1},{"type":"spinsCampaign","weight":2}]"#),
            &["1: segments: spinsCampaign with a weight needs name, spins and days"],
        ),
        (
            wheel(r#"[{"type":"empty","weight":1},{"type":"spinsCampaign","weight":2,"name":"Lisää"}]"#),
            &["1: segments[0][1].spins: is missing", "1: segments[0][1].days: is missing"],
        ),
        (wheel(r#"[{"type":"empty","weight":1,"days":2}]"#), &["1: segments[0][0].days: is no known field"]),
        (
            r#"{"segments":[],"rules":{"organiser":"","complaints":"x","from":"2026-02-01","until":"2026-01-31"}}"#
                .to_owned(),
            &["1: segments: has 0 segments, not 8", "1: rules.until: is before from", "1: rules.organiser: is empty"],
        ),
    ] {
        let mut expected: Vec<_> = expected.iter().map(|fault| format!("people/wheel.json:{fault}")).collect();
        expected.sort();
        let mut said = faults(&[("people/wheel.json", &text)]);
        said.sort();
        assert_eq!(said, expected, "{text}");
    }
}

#[test]
fn each_fault_of_benefits_is_said() {
    let of_wheel = wheel(r#"[{"type":"empty","weight":1}]"#);
    let said = |benefits: &str| faults(&[("people/benefits.json", benefits), ("people/wheel.json", &of_wheel)]);
    assert_eq!(
        said(&format!("[{FREE_PIZZA},\n{FREE_PIZZA},\n{{\"type\":\"x\",\"days\":4000,\"worth\":1}}]")),
        [
            "people/benefits.json:2: [1].type: the type freePizza stands twice",
            "people/benefits.json:3: [2].text: is missing",
            "people/benefits.json:3: [2].icon: is missing",
            "people/benefits.json:3: [2].days: is no whole number from 0 to 3650",
            "people/benefits.json:3: [2].worth: is no known field",
        ]
    );
    assert_eq!(said("[]"), ["people/loyalty.json:1: $: there is no type of benefits freePizza"]);
}

#[test]
fn a_prize_of_the_wheel_is_a_type_of_benefits() {
    let wheel = wheel(r#"[{"type":"empty","weight":1},{"type":"freeDip","weight":1}]"#);
    assert_eq!(
        faults(&[("people/wheel.json", &wheel), ("people/benefits.json", &format!("[{FREE_PIZZA}]"))]),
        ["people/wheel.json:1: segments[0][1].type: there is no type of benefits freeDip"]
    );
}
