//! The least and the most of each number that files give.

use super::{faults, said_of};

/// A file, what is changed in it (nothing: the text is the whole file), what it is changed to with `#` for the number,
/// and the number's bounds.
type Row = (&'static str, &'static str, &'static str, i64, i64);

const SQUARE: &str = "[[24.92,60.16],[24.98,60.16],[24.98,60.19],[24.92,60.19]]";

const WHOLE: [Row; 17] = [
    ("restaurants.json", r#""hasWebsale":true"#, r#""hasWebsale":true,"currentPickupEstimate":#"#, 0, 1440),
    ("restaurants.json", r#""openingHourtypeID":1,"mon""#, r#""openingHourtypeID":#,"mon""#, 1, 4),
    (
        "areas.json",
        r#""fee":8.9"#,
        r#""fee":8.9,"timedFees":[{"days":[#],"from":"08:00","until":"24:00","fee":1}]"#,
        0,
        6,
    ),
    ("menu.json", r#""name":"Juomat""#, r#""name":"Juomat","displayOrder":#"#, 0, 1_000_000),
    ("menu.json", r#""price":1.4,"maxQuantity":20"#, r#""price":1.4,"maxQuantity":#"#, 0, 99),
    ("menu.json", r#""ingredients":[]"#, r#""ingredients":[{"ingredientId":"1201","quantity":#}]"#, 1, 99),
    ("menu.json", r#""ingredients":[]"#, r#""ingredients":[],"loyaltySlices":{"*":#}"#, 0, 100),
    (
        "menu.json",
        r#""ingredients":[]"#,
        r##""ingredients":[],"slots":[{"id":"a","categoryId":"dough","options":["1201"],
        "display":"base","header":"h","label":"l","free":{"*":#}}]"##,
        0,
        99,
    ),
    ("menu.json", r#""doses":2,"special":1"#, r#""doses":#,"special":1"#, 1, 99),
    ("menu.json", r#""doses":2,"special":1"#, r#""doses":99,"special":#"#, 1, 99),
    (
        "campaigns.json",
        r#""kind":"amount","name":"Kesäetu","amount":5"#,
        r#""kind":"freeProduct","name":"a","maxUnits":#"#,
        1,
        1_000,
    ),
    (
        "campaigns.json",
        r#""kind":"amount","name":"Kesäetu","amount":5"#,
        r#""kind":"buyPay","name":"a","buy":#,"pay":1"#,
        2,
        1_000,
    ),
    ("codes.json", "", r#"[{"code":"abc","campaignId":"kesa","limit":#}]"#, 1, 1_000_000_000),
    ("settings.json", "", r#"{"maxToppings":#}"#, 0, 100_000),
    ("settings.json", "", r#"{"fraud":{"openPerPhone":#}}"#, 0, 100_000),
    ("settings.json", "", r#"{"lunch":{"days":[#]}}"#, 0, 6),
    ("settings.json", "", r#"{"withoutPackaging":{"endWeekday":#}}"#, 0, 6),
];

const BROKEN: [Row; 6] = [
    ("restaurants.json", r#""latitude":60.17126"#, r#""latitude":#"#, -90, 90),
    ("restaurants.json", r#""longitude":24.94785"#, r#""longitude":#"#, -180, 180),
    ("areas.json", SQUARE, "[[24,#],[25,0],[26,0]]", -90, 90),
    ("areas.json", SQUARE, "[[#,60],[25,61],[24,61]]", -180, 180),
    ("areas.json", r#""fee":8.9"#, r#""fee":8.9,"maxKm":#"#, 0, 20_100),
    ("menu.json", r#""grams":60"#, r#""grams":#"#, 0, 1_000_000),
];

fn said((file, from, to, ..): Row, number: i64) -> Vec<String> {
    let to = to.replace('#', &number.to_string());
    if from.is_empty() { faults(&[(file, &to)]) } else { said_of(file, from, &to) }
}

#[test]
fn each_number_has_its_least_and_its_most() {
    for (kind, rows) in [("whole number", WHOLE.as_slice()), ("number", &BROKEN)] {
        for row in rows {
            let (.., to, least, most) = *row;
            for number in [least, most] {
                assert_eq!(said(*row, number), Vec::<String>::new(), "{number} in {to}");
            }
            for number in [least - 1, most + 1] {
                let said = said(*row, number);
                let problem = format!(": is no {kind} from {least} to {most}");
                assert!(said.len() == 1 && said[0].ends_with(&problem), "{number} in {to}: {said:?}");
            }
        }
    }
}

#[test]
fn each_text_has_its_longest() {
    for (file, from, most, problem) in [
        ("restaurants.json", "\"Ovelle Kaisaniemi\"", 5_000, ": is longer than 5000 characters"),
        ("campaigns.json", "\"kesa\"", 64, ": is no id of 1 to 64 characters"),
        ("campaigns.json", "\"kesa5\"", 64, ": a code has 1 to 64 characters beside spaces and hyphens"),
    ] {
        let said = |length: usize| said_of(file, from, &format!("\"{}\"", "ä".repeat(length)));
        assert_eq!(said(most), Vec::<String>::new(), "{from}");
        let said = said(most + 1);
        assert!(said.len() == 1 && said[0].ends_with(problem), "{from}: {said:?}");
    }
    assert_eq!(
        said_of("campaigns.json", "\"kesa\"", "\"\""),
        ["campaigns.json:1: [0].campaignId: is no id of 1 to 64 characters"]
    );
}

#[test]
fn a_percentage_ends_at_the_whole() {
    let said = |percent: &str| {
        let to = format!(r#""kind":"percent","name":"Kesäetu","percent":{percent}"#);
        said_of("campaigns.json", r#""kind":"amount","name":"Kesäetu","amount":5"#, &to)
    };
    for sound in ["0", "0.01", "99.99", "100", "1e2"] {
        assert_eq!(said(sound), Vec::<String>::new(), "{sound}");
    }
    for wrong in ["-0.01", "0.001", "100.01", "101"] {
        let problem = "is no percentage between 0 and 100 with at most two decimals";
        assert_eq!(said(wrong), [format!("campaigns.json:1: [0].percent: {problem}")], "{wrong}");
    }
}

#[test]
fn a_day_that_ends_is_no_time_of_it() {
    let said = |end: &str| said_of("campaigns.json", r#""amount":5"#, &format!(r#""amount":5,"end":"{end}""#));
    assert_eq!(said("2026-06-01 23:59"), Vec::<String>::new());
    let problem = "which is neither RFC 3339 nor a time YYYY-MM-DD HH:mm in Helsinki";
    assert_eq!(said("2026-06-01 24:00"), [format!("campaigns.json:1: [0].end: is \"2026-06-01 24:00\", {problem}")]);
}
