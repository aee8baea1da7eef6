//! What is said of the files on surveys and experiments.

use proptest::prelude::*;

use super::faults;

#[test]
fn a_survey_leads_to_https_addresses() {
    let said = |text: &str| faults(&[("people/survey.json", text)]);
    assert_eq!(said(r#"{"order": "https://kysely.example/a?b=1", "restaurant": "https://kysely.example"}"#), [""; 0]);
    assert_eq!(said("{}"), [""; 0]);
    let problem = "is no https address of 500 characters at most, without a fragment";
    for bad in ["http://a.example", "https://", "https:///a", "/a", "", "https://a.example/#b", "https://a.example/ä"]
    {
        assert_eq!(
            said(&format!("{{\n\"callCentre\": {bad:?}}}")),
            [format!("people/survey.json:2: callCentre: {problem}")]
        );
    }
    assert_eq!(said(r#"{"orders": "https://a.example"}"#), ["people/survey.json:1: orders: is no known field"]);
}

#[test]
fn experiments_are_tried_with_a_hundred_people() {
    let said = |text: &str| faults(&[("people/experiments.json", text)]);
    assert_eq!(said(r#"{"experiments": {"a": {"control": 34, "a": 33, "b": 33}}}"#), [""; 0]);
    let file = "people/experiments.json:1:";
    for (text, problem) in [
        ("{}", "experiments: is missing"),
        (r#"{"minFetchSeconds": 0, "experiments": {}}"#, "minFetchSeconds: is no whole number from 1 to 604800"),
        (r#"{"experiments": {"x": {"control": 50, "a": 50}}}"#, "experiments.x.b: is missing"),
        (
            r#"{"experiments": {"x": {"control": 50, "a": 50, "b": 1}}}"#,
            "experiments.x: has weights that do not sum to 100",
        ),
        (r#"{"experiments": {"x": {"control": 100, "a": 0, "b": 0, "c": 0}}}"#, "experiments.x.c: is no known field"),
    ] {
        assert!(said(text).contains(&format!("{file} {problem}")), "{text}: {:?}", said(text));
    }
}

proptest! {
    #[test]
    fn weights_hold_where_they_sum_to_a_hundred(control in 0..=100_u32, a in 0..=100_u32, b in 0..=100_u32) {
        let text = format!(r#"{{"experiments": {{"x": {{"control": {control}, "a": {a}, "b": {b}}}}}}}"#);
        let is_sound = faults(&[("people/experiments.json", text.as_str())]).is_empty();
        prop_assert_eq!(is_sound, control + a + b == 100);
        prop_assert_eq!(chain::Experiment::new(control, a, b).is_ok(), is_sound);
    }
}
