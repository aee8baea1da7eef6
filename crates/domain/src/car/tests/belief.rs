//! Vague positions and leaps.

use super::*;

/// Metres, second, accuracy.
type Sent = (f64, i64, f64);

/// What became of positions, one after another.
fn take_all(positions: &[Sent]) -> String {
    let (mut known, mut taken) = (None::<Sighting>, String::new());
    for (metres, at, accuracy) in positions {
        let position = Position { accuracy_m: Some(*accuracy), ..position(*metres, *at) };
        let (letter, next) = match take(known.as_ref(), &"auto-1".parse().unwrap(), position, &[]) {
            PositionVerdict::Stale => ('s', None),
            PositionVerdict::Vague => ('v', None),
            PositionVerdict::Leap(next) => ('l', Some(next)),
            PositionVerdict::Accepted(next) => ('b', Some(next)),
        };
        taken.push(letter);
        if let Some(next) = next {
            assert!(known.as_ref().is_none_or(|known| known.version() < next.version()), "{taken}");
            known = Some(next);
        }
    }
    taken
}

#[test]
fn bad_positions_are_not_believed() {
    let good = 10.0;
    let far = 3000.0;
    #[rustfmt::skip]
    let cases: &[(&str, &[Sent], &str)] = &[
        ("as fast as a car goes", &[(0.0, 0, good), (499.0, 10, good)], "bb"),
        ("faster", &[(0.0, 0, good), (501.0, 10, good)], "bl"),
        ("a hundred metres are not vague", &[(0.0, 0, good), (10.0, 5, 100.0), (10.0, 6, 100.1)], "bbv"),
        ("the first may not be vague either", &[(0.0, 0, 500.0), (0.0, 0, good)], "vb"),
        ("a vague one makes no other stale", &[(0.0, 0, good), (0.0, 9, 500.0), (0.0, 5, good), (0.0, 5, 500.0)], "bvbs"),
        ("back from a leap", &[(0.0, 0, good), (far, 1, good), (10.0, 2, good)], "blb"),
        ("three that agree", &[(0.0, 0, good), (far, 1, good), (far, 2, good), (far, 3, good), (far, 4, good)], "bllbb"),
        ("three that do not", &[(0.0, 0, good), (far, 1, good), (2.0 * far, 2, good), (far, 3, good), (far, 4, good), (far, 5, good)], "bllllb"),
        ("a good one between", &[(0.0, 0, good), (far, 1, good), (far, 2, good), (0.0, 3, good), (far, 4, good), (far, 5, good)], "bllbll"),
        ("a vague one between", &[(0.0, 0, good), (far, 1, good), (far, 2, 500.0), (far, 3, good), (far, 4, good)], "blvlb"),
        ("the same again", &[(0.0, 0, good), (far, 1, good), (far, 1, good), (far, 1, good)], "blss"),
        ("a clock that is ahead", &[(0.0, 0, good), (far, 60, good), (30.0, 2, good), (60.0, 4, good)], "blbb"),
        ("a leap before a doubted one", &[(0.0, 0, good), (9000.0, 60, good), (far, 2, good)], "bls"),
        ("after two minutes", &[(0.0, 0, good), (20_000.0, 119, good), (90_000.0, 120, good)], "blb"),
    ];
    for (name, positions, taken) in cases {
        assert_eq!(take_all(positions), *taken, "{name}");
    }
}

#[test]
fn a_leap_leaves_the_car_where_it_was() {
    let known = seen(0.0, 0, None, theirs(None));
    let PositionVerdict::Leap(seen) = take(Some(&known), &known.car, position(3000.0, 1), &[]) else {
        panic!("it is one")
    };
    assert_eq!((seen.position, seen.version()), (known.position, (second(0), Some(second(1)))));
}
