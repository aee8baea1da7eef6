use proptest::prelude::*;

use super::*;

const LOGIN: CaptchaAction = CaptchaAction::Login;
const REGISTER: CaptchaAction = CaptchaAction::Register;

fn secrets() -> Secrets {
    Secrets::parse("v1:the secret of these tests").unwrap()
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millisecond(1_795_600_000_000 + millis).unwrap()
}

fn challenge(difficulty: u32) -> Challenge {
    Challenge::new(REGISTER, difficulty, [7; 32], at(0))
}

fn token(difficulty: u32) -> String {
    solve(&challenge(difficulty).seal(&secrets()), difficulty)
}

fn judged(token: &str) -> Result<Challenge, CaptchaFault> {
    verify(Some(token), REGISTER, &secrets(), at(0))
}

#[test]
fn who_did_the_work_is_let_in_for_two_minutes() {
    let token = token(8);
    for millis in [0, 119_999] {
        assert_eq!(verify(Some(&token), REGISTER, &secrets(), at(millis)), Ok(challenge(8)));
    }
    assert_eq!(verify(Some(&token), REGISTER, &secrets(), at(120_000)), Err(CaptchaFault::Failed));
    let rotated = Secrets::parse("v2:another secret of these tests,v1:the secret of these tests").unwrap();
    assert_eq!(verify(Some(&token), REGISTER, &rotated, at(0)), Ok(challenge(8)));
}

#[test]
fn a_token_is_for_one_action_and_of_one_secret() {
    let token = token(4);
    assert_eq!(verify(Some(&token), LOGIN, &secrets(), at(0)), Err(CaptchaFault::Failed));
    let other = Secrets::parse("v1:another secret of these tests").unwrap();
    assert_eq!(verify(Some(&token), REGISTER, &other, at(0)), Err(CaptchaFault::Failed));
    assert_eq!(verify(None, REGISTER, &secrets(), at(0)), Err(CaptchaFault::Missing));
    assert_eq!(
        [CaptchaFault::Missing, CaptchaFault::Failed].map(|fault| fault.code().as_str()),
        ["request/invalid", "captcha/failed"]
    );
}

#[test]
fn a_token_without_the_work_does_not_count() {
    let text = challenge(12).seal(&secrets());
    let lazy = (0..).map(|number| format!("{text}.{number}")).find(|token| zero_bits(token) == 11).unwrap();
    assert_eq!(judged(&lazy), Err(CaptchaFault::Failed), "one bit is missing");
    let easy = challenge(0).seal(&secrets());
    assert_eq!(judged(&format!("{easy}.0")), Ok(challenge(0)), "no work is asked for");
}

#[test]
fn a_token_has_251_to_512_characters() {
    let text = challenge(0).seal(&secrets());
    let of_length = |length: usize| format!("{text}.{}", "0".repeat(length - text.len() - 1));
    assert!(text.len() > 250, "so every token is long enough");
    assert!(judged(&of_length(512)).is_ok());
    assert_eq!(judged(&of_length(513)), Err(CaptchaFault::Failed));
    for wrong in [
        "",
        ".",
        &text,
        &format!("{text}."),
        &format!("{text}.1x"),
        &format!("{text}.-1"),
        &format!("{text}.0.0"),
        &format!(".{text}"),
    ] {
        assert_eq!(judged(wrong), Err(CaptchaFault::Failed), "{wrong}");
    }
    assert_eq!(judged(&format!("{}.0", text.to_uppercase())), Err(CaptchaFault::Failed), "it has one spelling");
}

#[test]
fn each_doubling_of_failures_asks_for_a_bit_more() {
    let one = RateFactor::default();
    let asked = [0, 1, 2, 3, 4, 7, 8, 16, 32, 63, 64, 128, u32::MAX].map(|failures| difficulty(failures, one));
    assert_eq!(asked, [16, 16, 17, 17, 18, 18, 19, 20, 21, 21, 22, 22, 22]);
    for (factor, asked) in [("0", 0), ("1000", 0), ("1e9", 0), ("999", 18), ("0.001", 18)] {
        assert_eq!(difficulty(5, factor.parse().unwrap()), asked, "{factor}");
    }
}

#[test]
fn signing_in_needs_a_captcha_after_five_failures() {
    assert!(!is_needed(4, 4) && is_needed(5, 0) && is_needed(0, 5));
}

#[test]
fn zero_bits_are_those_that_a_digest_begins_with() {
    // printf 'ovelle.14' | sha256sum
    let text = (0..).map(|number: u32| format!("ovelle.{number}")).find(|text| zero_bits(text) >= 9).unwrap();
    let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    assert!(digest[0] == 0 && digest[1] < 128, "{text}");
}

#[test]
fn an_action_has_one_name() {
    for action in CaptchaAction::ALL {
        assert_eq!(CaptchaAction::parse(action.as_str()), Some(action));
    }
    assert_eq!(CaptchaAction::parse("Login"), None);
}

proptest! {
    #[test]
    fn a_challenge_comes_back_as_it_was(is_login: bool, difficulty in 0..=22_u32, id: [u8; 32], millis in 0..1_000_000_000_i64) {
        let action = if is_login { LOGIN } else { REGISTER };
        let made = Challenge::new(action, difficulty, id, at(millis));
        prop_assert_eq!(Challenge::open(&made.seal(&secrets()), &secrets()), Some(made));
    }

    #[test]
    fn a_challenge_with_any_letter_changed_is_made_up(place in 0..2 * BYTES, letter in "[0-9a-f.]") {
        let text = challenge(0).seal(&secrets());
        let changed = format!("{}{letter}{}", &text[..place], &text[place + 1..]);
        prop_assume!(changed != text);
        prop_assert_eq!(judged(&format!("{changed}.0")), Err(CaptchaFault::Failed));
    }

    #[test]
    fn any_text_is_judged(text in "\\PC{0,600}") {
        prop_assert_eq!(judged(&text), Err(CaptchaFault::Failed));
    }
}

#[test]
fn only_what_may_be_a_token_is_worth_a_call() {
    let long = |length: usize| "a".repeat(length);
    assert!(may_be_foreign(&long(251)) && may_be_foreign(&long(8192)));
    assert!(!may_be_foreign(&long(250)) && !may_be_foreign(&long(8193)) && !may_be_foreign(""));
    assert!(!may_be_foreign(&format!("{} ", long(300))) && !may_be_foreign(&format!("{}ä", long(300))));
}
