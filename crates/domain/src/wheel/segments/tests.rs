//! What may stand on a wheel, and what becomes of an empty stock.

use super::*;

fn entry(prize: PrizeType, weight: u32, monthly: Option<u32>) -> WheelEntry {
    WheelEntry { prize, weight, monthly, campaign: None }
}

fn segments() -> [Vec<WheelEntry>; SEGMENTS] {
    use PrizeType as P;
    [
        vec![entry(P::Empty, 10, None)],
        vec![entry(P::FreeDip, 20, Some(2))],
        vec![entry(P::FreeDrink, 30, Some(1)), entry(P::FreeJaffaLemonade, 5, None)],
        vec![entry(P::FreeIceCream, 1, Some(0))],
        vec![entry(P::Empty, 10, None)],
        vec![entry(P::FreeCandy, 0, None)],
        vec![entry(P::GiftCard1, 1, Some(5))],
        vec![entry(P::NewSpin, 3, None)],
    ]
}

fn fault(change: impl Fn(&mut [Vec<WheelEntry>; SEGMENTS])) -> Option<BadWheel> {
    let mut segments = segments();
    change(&mut segments);
    WheelRules::new(segments, None).err()
}

#[test]
fn an_empty_stock_leaves_its_weight_to_the_first_empty() {
    let wheel = WheelRules::new(segments(), None).unwrap();
    let weights = |dips, drinks| {
        let given = |prize| match prize {
            PrizeType::FreeDip => dips,
            PrizeType::FreeDrink => drinks,
            _ => 0,
        };
        wheel.table(given).weights().iter().map(|one| one.weight).collect::<Vec<_>>()
    };
    // A stock of 0 is out from the start.
    assert_eq!(weights(0, 0), [11, 20, 30, 5, 0, 10, 0, 1, 3]);
    assert_eq!(weights(1, 0), [11, 20, 30, 5, 0, 10, 0, 1, 3]);
    assert_eq!(weights(2, 0), [31, 0, 30, 5, 0, 10, 0, 1, 3]);
    assert_eq!(weights(7, 1), [61, 0, 0, 5, 0, 10, 0, 1, 3]);
    let places: Vec<_> = wheel.table(|_| 0).weights().iter().map(|one| (one.segment, one.prize.as_str())).collect();
    assert_eq!(places[..4], [(0, "empty"), (1, "freeDip"), (2, "freeDrink"), (2, "freeJaffaLemonade")]);
    assert_eq!(
        wheel.stock().map(|(prize, monthly)| (prize.as_str(), monthly)).collect::<Vec<_>>(),
        [("freeDip", 2), ("freeDrink", 1), ("freeIceCream", 0), ("giftCard1", 5),]
    );
    assert_eq!(wheel.entry(2, PrizeType::FreeDrink).map(|entry| entry.weight), Some(30));
    assert_eq!((wheel.entry(1, PrizeType::FreeDrink), wheel.entry(8, PrizeType::Empty)), (None, None));
}

#[test]
fn what_cannot_be_drawn_from_is_no_wheel() {
    use PrizeType as P;
    assert_eq!(fault(|_| {}), None);
    assert_eq!(fault(|segments| segments[3].clear()), Some(BadWheel::EmptySegment(3)));
    assert_eq!(fault(|segments| segments[0] = vec![entry(P::NewSpin, 1, None)]), Some(BadWheel::NoEmpty));
    let weightless = |segments: &mut [Vec<WheelEntry>; SEGMENTS]| {
        segments.iter_mut().flatten().for_each(|entry| entry.weight = 0);
    };
    assert_eq!(fault(weightless), Some(BadWheel::NoWeight));
    assert_eq!(fault(|segments| segments[4].push(entry(P::FreeDip, 1, None))), Some(BadWheel::StockTwice(P::FreeDip)));
    assert_eq!(fault(|segments| segments[4].push(entry(P::Empty, 1, None))), Some(BadWheel::Twice(P::Empty, 4)));
    assert_eq!(fault(|segments| segments[7].push(entry(P::SpinsCampaign, 0, None))), None);
    assert_eq!(fault(|segments| segments[7].push(entry(P::SpinsCampaign, 1, None))), Some(BadWheel::NoCampaign));
}
