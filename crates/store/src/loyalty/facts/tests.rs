use super::*;

fn every_fact() -> Vec<LoyaltyFact> {
    use LoyaltyFact as F;
    let benefit = PersonalCode::of_random(&[7; 9]);
    let (order, at) = (OrderId(10_017), "2026-06-01T09:00:00Z".parse().unwrap());
    let campaign = SpinCampaign { name: "kesä".to_owned(), spins: 2, start: at, end: at };
    vec![
        F::Joined,
        F::Welcomed { slices: 2, spins: 1 },
        F::OrderCounted { order, slices: 4, spins: 1 },
        F::LineReturned { order, line: 1, units: 2, slices: 2, spins: 0 },
        F::OrderEnded { order, slices: 2, spins: 1, is_cancelled: true, keeps_until: Some(at) },
        F::OrderEnded { order, slices: 0, spins: 0, is_cancelled: false, keeps_until: None },
        F::Converted { benefit: benefit.clone(), slices: 9 },
        F::Unconverted { benefit: benefit.clone(), slices: 9 },
        F::BenefitGiven { benefit: benefit.clone() },
        F::BenefitReturned { benefit: benefit.clone(), order },
        F::BenefitUsed { benefit: benefit.clone(), order },
        F::BenefitPast { benefit: benefit.clone() },
        F::BenefitVoided { benefit: benefit.clone(), order: None },
        F::BenefitVoided { benefit, order: Some(order) },
        F::SpinUsed { number: 3, source: SpinSource::Mark },
        F::SpinUsed { number: 4, source: SpinSource::Campaign("kesä".to_owned()) },
        F::SpinReturned { number: 5, source: SpinSource::Won(2), order: Some(order) },
        F::CampaignWon { number: 6, campaign },
        F::CardExpired { slices: -3 },
        F::Left { slices: -1, spins: 2 },
    ]
}

#[test]
fn every_fact_is_read_as_it_was_written() {
    for fact in every_fact() {
        let written = serde_json::to_string(&StoredFact::from(&fact)).unwrap();
        let read: StoredFact = serde_json::from_str(&written).unwrap();
        assert_eq!(read.read().as_ref(), Some(&fact), "{written}");
        // The name in its column begins as the one in its text; of an order that ended it says how.
        let name = if kind(&fact) == CANCELLED { ENDED } else { kind(&fact) };
        assert!(written.starts_with(&format!("{{\"fact\":\"{name}\"")), "{written}");
    }
}

#[test]
fn a_fact_is_kept_in_this_form() {
    let kept = [
        r#"{"fact":"orderCounted","order":10017,"slices":4,"spins":1}"#,
        r#"{"fact":"spinUsed","number":3,"source":"mark"}"#,
        r#"{"fact":"spinUsed","number":4,"source":{"campaign":"kesä"}}"#,
        r#"{"fact":"benefitVoided","benefit":"0123456789abc","order":null}"#,
    ];
    for text in kept {
        let read: StoredFact = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }
    let wrong: StoredFact = serde_json::from_str(r#"{"fact":"benefitPast","benefit":"no code"}"#).unwrap();
    assert_eq!(wrong.read(), None);
}
