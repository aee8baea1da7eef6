//! Coupons: what their cards show, and those of the built-in chain.

use chain::{Campaign, Chain};
use jiff::Timestamp;

use super::with;

/// The names of what a coupon is about.
fn named(campaign: &Campaign) -> (Vec<&str>, Vec<&str>) {
    let coupon = campaign.coupon.as_ref().expect("a coupon");
    let products = coupon.products.iter().map(|id| id.as_str()).collect();
    (products, coupon.sizes.iter().map(|id| id.as_str()).collect())
}

#[test]
fn a_coupon_keeps_its_products_and_sizes_in_the_order_of_the_file() {
    let text = r#"[
        {"campaignId": "1", "name": "a", "kind": "percent", "percent": 10, "promotionCode": "YKSI", "isCoupon": true,
         "products": ["3020", "3001"], "sizes": ["102", "101"]},
        {"campaignId": "2", "name": "b", "kind": "amount", "amount": 2, "promotionCode": "kaksi", "isCoupon": true},
        {"campaignId": "3", "name": "c", "kind": "combo", "campaignSlug": "pari", "comboPrice": 9, "promotionCode": "kolme", "isCoupon": true,
         "options": [{"optionId": "1", "products": ["3001"], "sizes": ["101"], "defaultProductId": "3001"}]},
        {"campaignId": "4", "name": "d", "kind": "amount", "amount": 2, "promotionCode": "nelja"}]"#;
    let chain = with("campaigns.json", text);
    let [first, second, combo, plain] = chain.campaigns() else { panic!("four campaigns") };
    assert_eq!(named(first), (vec!["3020", "3001"], vec!["102", "101"]));
    assert!(first.filter.takes(&"3001".into(), &"pizza".into(), &"101".into()), "the order says nothing of a price");
    assert_eq!(named(second), (vec![], vec![]));
    let usable: Vec<_> =
        [first, second, combo, plain].map(|one| one.usable_coupon().map(|own| own.code.as_str())).into();
    assert_eq!(usable, [Some("yksi"), None, Some("kolme"), None], "no product and no combo: nothing to use it on");
    assert!(plain.coupon.is_none());
}

#[test]
fn a_campaign_runs_from_its_start_until_its_end_unless_it_is_paused() {
    let of = |fields: &str| {
        with(
            "campaigns.json",
            &format!(r#"[{{"campaignId": "1", "name": "a", "kind": "amount", "amount": 1{fields}}}]"#),
        )
    };
    let runs = |chain: &Chain, at: &str| chain.campaigns()[0].runs_at(at.parse::<Timestamp>().unwrap());
    let spring =
        of(r#", "start": "2026-03-01 00:00", "end": "2026-04-01 00:00", "days": [6], "isActiveDuringLunch": false"#);
    let held = ["2026-02-28T21:59:59Z", "2026-02-28T22:00:00Z", "2026-03-31T20:59:59Z", "2026-03-31T21:00:00Z"];
    assert_eq!(held.map(|at| runs(&spring, at)), [false, true, true, false]);
    assert!(runs(&of(""), "2026-03-31T21:00:00Z"));
    assert!(!runs(&of(r#", "paused": true"#), "2026-03-31T21:00:00Z"));
}

/// A card of each kind can be seen in the demo: used by a press, for who is signed in, for members, a combo, and copied.
#[test]
fn the_built_in_chain_offers_a_coupon_of_each_kind() {
    let chain = Chain::built_in();
    let now = "2026-11-24T16:00:00Z".parse().unwrap();
    let coupons: Vec<_> = chain.campaigns().iter().filter(|one| one.coupon.is_some() && one.runs_at(now)).collect();
    let any = |is: fn(&Campaign) -> bool| coupons.iter().any(|one| is(one));
    assert!(any(|one| one.usable_coupon().is_some() && !one.conditions.requires_log_in && one.combo().is_none()));
    assert!(any(|one| one.conditions.requires_log_in && !one.is_loyalty));
    assert!(any(|one| one.is_loyalty));
    assert!(any(|one| one.combo().is_some()));
    assert!(any(|one| one.usable_coupon().is_none()));
    for one in coupons {
        assert!(one.conditions.start.is_some() && one.conditions.end.is_some(), "{}: its dates are shown", one.id);
        let coupon = one.coupon.as_ref().unwrap();
        let product = coupon.products.first().map(|id| chain.menu().product(id.as_str()).unwrap());
        let size = coupon.sizes.first();
        assert!(
            product.is_none_or(|own| own.size(size.unwrap().as_str()).is_some()),
            "{}: what its card opens",
            one.id
        );
    }
}
