use proptest::prelude::*;

use super::*;

/// What five decimals and the arithmetic may move a place by, metres.
const CLOSE: f64 = 0.01;

/// A block with one-way streets around it (0 → 1 → 2 → 3 → 0, 100 m each), and an alley from 1 to 4.
fn block() -> Streets {
    Streets::read(
        r#"{"nodes":[[0,0],[0.0009,0],[0.0009,0.0009],[0,0.0009],[0.0018,0]],
            "edges":[[0,1,1],[1,2,1],[2,3,1],[3,0,1],[1,4,0]]}"#,
    )
    .unwrap()
}

/// A place of the block, metres north and east of its first corner.
fn at(north: f64, east: f64) -> Point {
    Point { lat: north / 111_195.0, lng: east / 111_195.0 }
}

fn metres(streets: &Streets, from: Point, to: Point) -> f64 {
    streets.way(from, to).unwrap().metres.round()
}

#[test]
fn one_way_streets_are_driven_around_the_block() {
    let block = block();
    assert_eq!(metres(&block, at(20.0, 3.0), at(80.0, 5.0)), 60.0);
    assert_eq!(metres(&block, at(80.0, 5.0), at(20.0, 3.0)), 340.0);
    assert_eq!(metres(&block, at(50.0, 0.0), at(50.0, 100.0)), 200.0);
}

#[test]
fn a_street_of_both_directions_is_driven_from_either_end() {
    let block = block();
    assert_eq!(metres(&block, at(150.0, 0.0), at(100.0, 50.0)), 100.0);
    assert_eq!(metres(&block, at(100.0, 50.0), at(150.0, 0.0)), 400.0);
    assert_eq!(metres(&block, at(130.0, 0.0), at(180.0, 0.0)), 50.0);
    assert_eq!(metres(&block, at(180.0, 0.0), at(130.0, 0.0)), 50.0);
}

#[test]
fn the_line_bends_where_the_streets_do() {
    let way = block().way(at(50.0, -10.0), at(110.0, 60.0)).unwrap();
    let seen: Vec<_> = way.line.iter().map(|place| (place.lat * 111_195.0, place.lng * 111_195.0)).collect();
    let near = [(50.0, 0.0), (100.0, 0.0), (100.0, 60.0)];
    assert_eq!(seen.len(), near.len(), "{seen:?}");
    for (seen, near) in seen.iter().zip(near) {
        assert!((seen.0 - near.0).abs() < 0.2 && (seen.1 - near.1).abs() < 0.2, "{seen:?}, not {near:?}");
    }
}

#[test]
fn who_is_there_already_drives_nowhere() {
    let way = block().way(at(50.0, 10.0), at(50.0, -20.0)).unwrap();
    assert_eq!((way.line.len(), way.metres), (1, 0.0));
}

#[test]
fn there_is_no_way_to_where_no_street_leads() {
    let block = block();
    assert_eq!(block.way(at(0.0, 0.0), at(0.0, 300.0)), None);
    // Nothing leads out of the end of a one-way street.
    let dead = Streets::read(r#"{"nodes":[[0,0],[0.0009,0]],"edges":[[0,1,1]]}"#).unwrap();
    assert_eq!(dead.way(at(80.0, 0.0), at(20.0, 0.0)), None);
}

/// A place on the built-in map, at a street.
fn place() -> impl Strategy<Value = Point> {
    let anywhere = (60.1642..60.1791_f64, 24.9352..24.9534_f64).prop_map(|(lat, lng)| Point { lat, lng });
    anywhere.prop_filter("at a street", |place| Streets::built_in().nearest(*place).is_some())
}

/// Whether some edge may be driven from the one place to the other.
fn may_be_driven(streets: &Streets, from: Point, to: Point) -> bool {
    (0..streets.edge_count()).any(|number| {
        let edge = streets.edge(number);
        let (start, end) = (streets.node(edge.from), streets.node(edge.to));
        let on = |place: Point| {
            let share = place.share_along(start, end);
            (place.metres_to(start.toward(end, share)) < CLOSE).then_some(share)
        };
        on(from).zip(on(to)).is_some_and(|(from, to)| !edge.is_one_way || from <= to)
    })
}

proptest! {
    #[test]
    fn a_way_leads_there_along_streets_in_their_direction(from in place(), to in place()) {
        let streets = Streets::built_in();
        let way = streets.way(from, to).unwrap();
        let (start, end) = (streets.nearest(from).unwrap().place, streets.nearest(to).unwrap().place);
        prop_assert_eq!((way.line.first(), way.line.last()), (Some(&start), Some(&end)));
        for leg in way.line.windows(2) {
            prop_assert!(may_be_driven(streets, leg[0], leg[1]), "{:?}", leg);
        }
        let sum: f64 = way.line.windows(2).map(|leg| leg[0].metres_to(leg[1])).sum();
        prop_assert!((way.metres - sum).abs() < CLOSE);
    }

    #[test]
    fn a_way_is_no_shorter_than_the_crows_and_not_absurd(from in place(), to in place()) {
        let streets = Streets::built_in();
        let way = streets.way(from, to).unwrap();
        let crow = streets.nearest(from).unwrap().place.metres_to(streets.nearest(to).unwrap().place);
        prop_assert!(way.metres >= crow - CLOSE);
        // Who has to turn around on the longest pair of one-way streets drives some 1300 m to the other side.
        prop_assert!(way.metres <= 2.0 * crow + 2_000.0, "{} m, {crow} m for a crow", way.metres);
    }

    #[test]
    fn no_detour_is_shorter(from in place(), over in place(), to in place()) {
        let metres = |from, to| Streets::built_in().way(from, to).unwrap().metres;
        prop_assert!(metres(from, to) <= metres(from, over) + metres(over, to) + CLOSE);
    }
}
