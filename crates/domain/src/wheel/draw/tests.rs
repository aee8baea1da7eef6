//! The draw against vectors that another program computed, and against its weights.

use proptest::prelude::*;

use super::super::{AnsweredSpin, PrizeType, SpinMismatch, WheelTable, WheelWeight};
use super::*;

/// The contract's weights.
fn table() -> WheelTable {
    use PrizeType as P;
    let rows = [
        (0, P::Empty, 2746),
        (1, P::FreeDip, 1200),
        (2, P::FreeDrink, 800),
        (2, P::FreeJaffaLemonade, 200),
        (3, P::FreeIceCream, 500),
        (4, P::Empty, 2746),
        (5, P::FreeCandy, 400),
        (6, P::FreeDelivery40, 300),
        (6, P::GiftCard1, 80),
        (6, P::GiftCard5, 20),
        (6, P::GiftCard10, 8),
        (7, P::NewSpin, 1000),
        (7, P::SpinsCampaign, 0),
    ];
    WheelTable::new(rows.map(|(segment, prize, weight)| WheelWeight { segment, prize, weight }).into()).unwrap()
}

fn counting() -> ServerSeed {
    let mut bytes = [0; SERVER_SEED_BYTES];
    for (at, byte) in (0..).zip(&mut bytes) {
        *byte = at;
    }
    ServerSeed::new(bytes)
}

const OVELLE: &str = "75bd930af7fab78e5188cb386b7a61d7b3408c89a5509ee500e8c7cc0cc659ac";

// docs/spec/people.md, "A draw that anyone can verify"; computed with Python's hmac.
#[test]
fn draws_are_those_of_the_document() {
    let (zeros, ones) = (ServerSeed::new([0; 32]), ServerSeed::new([0xff; 32]));
    let ovelle = ServerSeed::read(OVELLE).unwrap();
    for (seed, client_seed, nonce, drawn) in [
        (zeros, "", 0, (0, "empty", 19)),
        (counting(), "pizza", 0, (2, "freeDrink", 125)),
        (counting(), "pizza", 1, (4, "empty", 207)),
        (counting(), "pizza", 2, (6, "giftCard10", 278)),
        (counting(), "pizza", 6, (3, "freeIceCream", 145)),
        (counting(), "pizza", 7, (5, "freeCandy", 258)),
        (counting(), "pizza", 21, (7, "newSpin", 342)),
        (counting(), "pizza", 27, (1, "freeDip", 52)),
        (ones, "äyräs 🍕", 41, (2, "freeDrink", 104)),
        (ovelle, "0f3c7a52-8f1e-4f0a-9d6b-2c1f5f0e7a11", 7, (2, "freeDrink", 118)),
        (ovelle, "a:b", 19, (2, "freeDrink", 116)),
    ] {
        let found = table().draw(&seed, client_seed, nonce);
        assert_eq!((found.segment, found.prize.as_str(), found.angle), drawn, "{client_seed}:{nonce}");
    }
    for (seed, commitment) in [
        (zeros, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"),
        (counting(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"),
        (ones, "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051"),
        (ovelle, "e083a4b1cfe66f058dc98c1d87e5e77c67121662080ca370a14c1445dcd98c50"),
    ] {
        assert_eq!(seed.commitment(), commitment);
    }
}

#[test]
fn a_seed_is_64_digits_and_silent() {
    assert_eq!(ServerSeed::read(OVELLE).unwrap().reveal(), OVELLE);
    assert_eq!(ServerSeed::read(OVELLE).unwrap().bytes()[..2], [0x75, 0xbd]);
    let upper = OVELLE.to_uppercase();
    for text in ["", &OVELLE[1..], &format!("{OVELLE}0"), upper.as_str(), &OVELLE.replace('7', "+")] {
        assert_eq!(ServerSeed::read(text), None, "{text}");
    }
    assert_eq!(format!("{:?}", counting()), "ServerSeed(…)");
}

fn answered() -> AnsweredSpin {
    let (server_seed, client_seed, nonce) = (counting(), "pizza".to_owned(), 6);
    let (table, commitment) = (table(), server_seed.commitment());
    let drawn = table.draw(&server_seed, &client_seed, nonce);
    AnsweredSpin { commitment, server_seed, client_seed, nonce, table, drawn }
}

#[test]
fn a_spin_that_was_drawn_so_is_verified() {
    assert_eq!(answered().verify(), Ok(()));
}

#[test]
fn each_changed_field_is_refused() {
    let spin = answered;
    let drawn = spin().drawn;
    let found = Err(SpinMismatch::Draw(drawn));
    let changed = |drawn| AnsweredSpin { drawn, ..spin() };
    assert_eq!(changed(Drawn { angle: drawn.angle + 1, ..drawn }).verify(), found);
    assert_eq!(changed(Drawn { prize: PrizeType::FreeCandy, ..drawn }).verify(), found);
    assert_eq!(changed(Drawn { segment: 5, ..drawn }).verify(), found);
    let other_seed = AnsweredSpin { server_seed: ServerSeed::new([9; 32]), ..spin() };
    assert_eq!(other_seed.verify(), Err(SpinMismatch::Commitment));
    let commitment = ServerSeed::new([9; 32]).commitment();
    assert_eq!(AnsweredSpin { commitment, ..spin() }.verify(), Err(SpinMismatch::Commitment));
    let is_refused = |spin: AnsweredSpin| matches!(spin.verify(), Err(SpinMismatch::Draw(other)) if other != drawn);
    assert!(is_refused(AnsweredSpin { client_seed: "pizzA".to_owned(), ..spin() }));
    assert!(is_refused(AnsweredSpin { nonce: 7, ..spin() }));
    let mut weights = table().weights().to_vec();
    weights[4].weight = 0;
    weights[0].weight += 500;
    assert!(is_refused(AnsweredSpin { table: WheelTable::new(weights).unwrap(), ..spin() }));
}

/// Chi-square over 20 000 draws: chance passes 31.3 once in a thousand at eleven degrees of freedom.
#[test]
fn draws_follow_their_weights() {
    const SPINS: u32 = 20_000;
    let mut seen = [0_u32; 13];
    for nonce in 0..SPINS {
        let drawn = table().draw(&counting(), "chi", nonce);
        let place = table().weights().iter().position(|one| (one.segment, one.prize) == (drawn.segment, drawn.prize));
        seen[place.unwrap()] += 1;
    }
    let expected = |weight: u64| f64::from(SPINS) * f64::from(u32::try_from(weight).unwrap()) / 10_000.0;
    let table = table();
    let rows: Vec<_> = table.weights().iter().zip(seen).filter(|(one, _)| one.weight > 0).collect();
    let chi: f64 =
        rows.iter().map(|(one, seen)| (f64::from(*seen) - expected(one.weight)).powi(2) / expected(one.weight)).sum();
    assert_eq!((rows.len(), seen[12]), (12, 0), "what weighs nothing is never drawn");
    assert!(chi < 31.3, "{chi} over {seen:?}");
}

#[test]
fn angles_are_spread_over_their_segment() {
    let mut seen = [0_u32; 36];
    for nonce in 0..7_200 {
        let drawn = table().draw(&counting(), "angle", nonce);
        let begins = 45 * u32::try_from(drawn.segment).unwrap() + 5;
        seen[usize::try_from(drawn.angle - begins).unwrap()] += 1;
    }
    let chi: f64 = seen.iter().map(|seen| (f64::from(*seen) - 200.0).powi(2) / 200.0).sum();
    assert!(chi < 66.6, "{chi} over {seen:?}");
}

proptest! {
    #[test]
    fn an_angle_lies_inside_its_segment(seed: [u8; 32], client_seed in ".{0,64}", nonce: u32) {
        let drawn = table().draw(&ServerSeed::new(seed), &client_seed, nonce);
        let begins = 45 * u32::try_from(drawn.segment).unwrap();
        prop_assert!((begins + 5..=begins + 40).contains(&drawn.angle), "{:?}", drawn);
        prop_assert!(table().weights().iter().any(|one| (one.segment, one.prize) == (drawn.segment, drawn.prize) && one.weight > 0));
    }
}
