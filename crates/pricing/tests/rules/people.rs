//! What differs by who asks (docs/spec/ordering.md, "Who calls").

use chain::{Chain, SizeKind};
use pricing::PersonKind::{self, CallCentre, Customer, Guest, Member};

use crate::order::{Order, example, order, plain, wide};

const ALL: [PersonKind; 4] = [Guest, Customer, Member, CallCentre];

fn pizza() -> Order {
    order(vec![plain("a", "3001", "101", 1)])
}

#[test]
fn alcohol_is_for_adults_who_are_signed_in_themselves() {
    let chain = wide("");
    let beer = || order(vec![plain("a", "3020", "100", 1), plain("b", "3030", "100", 1), plain("c", "3031", "100", 1)]);
    for kind in ALL {
        assert_eq!(beer().by(kind).messages(&chain), ["alcohol/not-allowed"; 2], "{kind:?}");
        let adult = beer().by_adult(kind);
        let stays = matches!(kind, Customer | Member);
        assert_eq!(adult.messages(&chain).is_empty(), stays, "{kind:?}");
        assert_eq!(adult.priced(&chain, |priced| priced.lines.len()), if stays { 3 } else { 1 });
        let text = beer().by(kind).priced(&chain, |priced| priced.messages[0].text.to_string());
        assert_eq!(text, "Alkoholia voi tilata vain kirjautunut 18 vuotta täyttänyt.");
    }
}

/// Campaigns are never about what is age-restricted.
#[test]
fn nothing_is_off_alcohol() {
    let campaigns = r#"{"campaignId":"p","kind":"percent","name":"Puolet","percent":50},{"campaignId":"a","kind":"amount","name":"Sata","amount":100}"#;
    let order = order(vec![plain("a", "3020", "100", 1), plain("b", "3030", "100", 2)]).by_adult(Customer);
    order.priced(&wide(campaigns), |priced| {
        let paid: Vec<_> = priced.lines.iter().map(|line| line.discounted_price().0).collect();
        assert_eq!(paid, [0, 1380]);
    });
}

#[test]
fn who_may_take_a_campaign_that_asks_to_sign_in() {
    let of = |kind: &str| example(&format!(r#"{{"campaignId":"c","name":"Etu","requireLogIn":true,{kind}}}"#));
    let off = |kind: &str| {
        let chain = of(kind);
        ALL.map(|person| {
            let mut order = pizza().by(person).delivered();
            order.cart.lines.push(plain("b", "3020", "100", 1));
            order.cart.declines_phone_order_fee = true;
            1290 + 350 + 890 - order.payable(&chain)
        })
    };
    assert_eq!(off(r#""kind":"amount","amount":1"#), [0, 100, 100, 100]);
    assert_eq!(off(r#""kind":"amount","amount":1,"isLoyalty":true"#), [0, 0, 100, 0]);
    assert_eq!(off(r#""kind":"freeDelivery""#), [0, 0, 890, 0], "members");
    let cross_sell =
        r#""kind":"crossSell","amount":1.5,"triggerProducts":["3001"],"products":["3020"],"defaultProductId":"3020""#;
    assert_eq!(off(cross_sell), [0, 0, 150, 0], "members");
    let chain = of(cross_sell);
    for (person, remaining) in ALL.into_iter().zip([1, 1, 0, 1]) {
        let mut order = pizza().by(person);
        order.cart.lines.push(plain("b", "3020", "100", 1));
        order.priced(&chain, |priced| {
            let [offer] = priced.cross_sells.as_slice() else { panic!("listed for everybody") };
            assert_eq!((offer.requires_registered_user, offer.remaining), (true, remaining), "{person:?}");
        });
    }
}

// spec: PD-38
#[test]
fn beside_a_pizza_a_member_has_a_drink_of_each_size_for_less() {
    let chain = Chain::built_in();
    for size in ["301", "302", "303"] {
        let with_a_drink = || order(vec![plain("a", "3001", "101", 1), plain("b", "3704", size, 1)]);
        let [guest, member] = [Guest, Member].map(|kind| with_a_drink().by(kind).payable(&chain));
        assert_eq!(guest - member, 150, "{size}");
    }
    let kinds = ["301", "302", "303"].map(|size| chain.menu().size_kind(&size.into()));
    assert_eq!(kinds, [SizeKind::Small, SizeKind::Medium, SizeKind::Large]);
}

// spec: PR-30
#[test]
fn only_the_call_centre_pays_for_the_telephone() {
    let fee = |order: Order| {
        order.priced(&example(""), |priced| (priced.phone_order_fee.0, priced.details.services_sub_total.0))
    };
    for kind in ALL {
        let expected = if kind == CallCentre { (99, 99) } else { (0, 0) };
        for order in [pizza(), pizza().delivered(), pizza().eaten_in()] {
            assert_eq!(fee(order.by(kind)), expected, "{kind:?}");
        }
    }
    let mut declined = pizza().by(CallCentre);
    declined.cart.declines_phone_order_fee = true;
    assert_eq!(fee(declined), (0, 0));
    assert_eq!(fee(order(Vec::new()).by(CallCentre)), (0, 0), "no lines, no fee");
    let mut without_websale = pizza().by(CallCentre);
    without_websale.cart.shop = domain::ids::RestaurantId(14);
    assert_eq!(without_websale.priced(&wide(""), |priced| priced.phone_order_fee.0), 0);
}

/// A code of somebody's benefit brings the campaign of its type, for whoever the look-up says that it is.
#[test]
fn a_benefit_code_brings_the_campaign_of_its_type() {
    let chain = example(
        r#"{"campaignId":"etu-pizza","kind":"freeProduct","name":"Pizza","benefitType":"freePizza","categories":["pizza"],"sizes":["101"]},
        {"campaignId":"etu-kymppi","kind":"prepaid","name":"Kymppi","benefitType":"giftCard10","amount":10,"source":"loyalty"}"#,
    );
    let code = "7q2m9x4t8w3kd";
    let with = |benefit: Option<&'static str>| {
        let mut order = pizza().by(Customer).codes(&["7Q2M-9X4T-8W3K-D"]);
        order.known.benefits.extend(benefit.map(|benefit| (code, benefit)));
        order
    };
    assert_eq!(with(Some("freePizza")).payable(&chain), 0);
    with(Some("giftCard10")).priced(&chain, |priced| {
        assert_eq!((priced.payable.0, priced.details.loyalty_prepaid_total.0), (290, 1000));
        assert_eq!(priced.split_payments[0].code.as_ref().map(|code| code.as_str()), Some(code));
    });
    assert_eq!(with(None).messages(&chain), ["campaign/personal-code-invalid"], "nobody's, used, or another's");
    assert_eq!(with(Some("freeCandy")).messages(&chain), ["campaign/generic"], "no campaign has the type");
    assert_eq!(pizza().payable(&chain), 1290, "it never comes by itself");
}

/// Where delivery goes decides its fee, and what is wrong with the place or the token is said once.
#[test]
fn the_place_decides_the_fee_of_delivery() {
    let chain = wide("");
    let fee = |order: &Order| {
        order.priced(&chain, |priced| {
            let said = priced.messages.first().map(|message| message.code.as_str());
            (priced.details.shipping_charges_total.0, said)
        })
    };
    let near = || pizza().delivered().to(60.171, 24.948);
    assert_eq!(fee(&near()), (890, None));
    assert_eq!(fee(&near().preordered("2026-11-25T17:00")), (590, None));
    assert_eq!(fee(&near().at("2026-11-24T22:30")), (1290, None), "a timed fee");
    assert_eq!(fee(&pizza().delivered().to(60.195, 24.99)), (0, None), "the second area");
    assert_eq!(fee(&pizza().delivered()), (750, None), "no place: the restaurant's own");
    let outside = || pizza().delivered().to(61.5, 23.7);
    assert_eq!(fee(&outside()), (750, Some("shop/delivery/outside-of-range")));
    let with = |token: pricing::DeliveryFee, mut order: Order| {
        order.cart.delivery_fee = Some(token);
        order
    };
    let held = |zone: &str, version: &str| {
        let (fee, zone) = (domain::money::Cents(123), zone.into());
        pricing::DeliveryFee::Held { fee, zone, version: version.to_owned() }
    };
    let invalid = Some("delivery/price-token-invalid");
    assert_eq!(fee(&with(held("12-1", "V1"), near())), (123, None));
    assert_eq!(fee(&with(held("12-1", "V0"), near())), (123, None), "an edition that is gone");
    assert_eq!(fee(&with(held("12-2", "V1"), near())), (890, invalid), "another zone than the door's");
    assert_eq!(fee(&with(held("12-1", "V1"), pizza().delivered())), (123, None), "no door: the token's own place");
    assert_eq!(fee(&with(held("12-1", "V1"), outside())), (750, Some("shop/delivery/outside-of-range")));
    assert_eq!(fee(&with(pricing::DeliveryFee::Expired, near())), (890, Some("delivery/price-token-expired")));
    assert_eq!(fee(&with(pricing::DeliveryFee::Invalid, near())), (890, Some("delivery/price-token-invalid")));
    let both = fee(&with(pricing::DeliveryFee::Invalid, outside()));
    assert_eq!(both, (750, Some("shop/delivery/outside-of-range")), "of the two the place");
}
