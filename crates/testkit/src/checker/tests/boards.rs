//! What the staff saw.

use super::*;

#[test]
fn the_board_is_the_databases() {
    let row = |seq: i64| OnBoard { seq, status: at(seq), estimated_at: None };
    let other = ORDER + 1;
    let stands = BoardTruth(BTreeMap::from([(ORDER, row(8))]));
    let board = |rows: &[(i64, i64)], removed: &[i64]| BoardSeen::Board {
        rows: rows.iter().map(|(order, seq)| (*order, row(*seq))).collect(),
        removed: removed.to_vec(),
    };
    let judged = |seen: &[BoardSeen]| {
        let entries = (0..).zip(seen).map(|(n, seen)| BoardEntry { at: millis(n), node: 0, seen: seen.clone() });
        let shown = BoardLog { watcher: 0, entries: entries.collect() };
        let record =
            Record { boards: vec![shown], logs: vec![log(right())], status_calls: reports(&WALK), ..Record::default() };
        check_record(&truth(&WALK), &stands, &record)
    };
    let flaws = |seen: &[BoardSeen]| judged(seen).findings.into_iter().map(|found| found.flaw).collect::<Vec<_>>();
    let lost = BoardSeen::Lost { close: None };
    let whole = [BoardSeen::Asked, board(&[(ORDER, 2), (other, 3)], &[])];
    let right = [&whole[..], &[board(&[(ORDER, 5)], &[other]), lost, BoardSeen::Asked, board(&[(ORDER, 8)], &[])]];
    let right = right.concat();
    assert_eq!(flaws(&right), []);
    assert_eq!(judged(&right).board_arrivals.len(), 8);
    let (eight, five) = (Some(row(8)), Some(row(5)));
    assert_eq!(flaws(&right[..3]), [Flaw::WrongBoard { shown: five, stands: eight }], "the last row was lost");
    let kept = [&whole[..], &[board(&[(ORDER, 8)], &[])]].concat();
    assert_eq!(flaws(&kept), [Flaw::WrongBoard { shown: Some(row(3)), stands: None }], "a row that should have left");
    let back = [board(&[(ORDER, 5)], &[other]), board(&[(ORDER, 2)], &[]), board(&[(ORDER, 8)], &[])];
    assert_eq!(flaws(&[&whole[..], &back].concat()), [Flaw::RowWentBack { before: five, after: Some(row(2)) }]);
    let never_there = [&whole[..], &[board(&[(ORDER, 8)], &[other, other])]].concat();
    assert_eq!(flaws(&never_there), [Flaw::RowWentBack { before: None, after: None }]);
    assert_eq!(flaws(&[]), [Flaw::WrongBoard { shown: None, stands: eight }]);
    let ended = [&right[..], &[BoardSeen::Error { code: "board/session-ended".to_owned() }]].concat();
    assert_eq!(flaws(&ended), [Flaw::Refused("board/session-ended".to_owned())]);
}
