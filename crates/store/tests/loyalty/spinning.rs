//! The wheel: what it takes, what it gives, and that it is drawn as was promised.

use domain::{
    ids::CustomerId,
    loyalty::SpinRefused,
    wheel::{AnsweredSpin, Drawn, PrizeType, ServerSeed, WheelEntry, WheelRules, WheelTable},
};
use futures_util::future::join_all;
use store::{KeyRun, Spin, SpinError, SpinRecord, Store};
use testkit::{loyalty::earn, store_contract};

use super::{account, basis, hour, member, seen, settled};

/// A wheel of dips, and what is left when those are given out.
fn dips(monthly: Option<u32>) -> WheelRules {
    let entry = |prize, weight, monthly| WheelEntry { prize, weight, monthly, campaign: None };
    let segments = std::array::from_fn(|segment| match segment {
        0 => vec![entry(PrizeType::Empty, 0, None)],
        1 => vec![entry(PrizeType::FreeDip, 100, monthly)],
        _ => vec![entry(PrizeType::Empty, 0, None)],
    });
    WheelRules::new(segments, None).unwrap()
}

fn spin(customer: CustomerId, at: i64, wheel: WheelRules) -> Spin {
    Spin {
        customer,
        basis: basis(at),
        wheel,
        wheel_age: 15,
        client_seed: "pizza".to_owned(),
        most_a_day: None,
        run: None,
    }
}

/// A member with so many spins.
async fn spinner(db: &testkit::db::TestDb, name: &str, spins: u32) -> CustomerId {
    let id = member(db, name).await;
    earn(db.url(), id, 7, 0, spins).await;
    id
}

fn refusal(error: &SpinError) -> Option<SpinRefused> {
    if let SpinError::Refused(refused) = error { Some(*refused) } else { None }
}

// spec: WH-12
store_contract!(a_spin_is_drawn_as_it_was_promised, |db| async move {
    let aino = spinner(&db, "aino", 2).await;
    let promised = settled(&db, aino, 1).await.commitment.unwrap();
    let first = db.loyalty().spin(spin(aino, 2, dips(None))).await.unwrap();
    let answered = AnsweredSpin {
        commitment: promised,
        server_seed: ServerSeed::read(&first.server_seed).unwrap(),
        client_seed: "pizza".to_owned(),
        nonce: 0,
        table: WheelTable::new(first.table.clone()).unwrap(),
        drawn: Drawn { segment: first.segment, prize: first.prize, angle: first.angle },
    };
    answered.verify().unwrap();
    assert_eq!((first.prize, first.segment, first.spins_left), (PrizeType::FreeDip, 1, 1));
    let record = settled(&db, aino, 3).await;
    assert_eq!(record.commitment.as_deref(), Some(first.next_commitment.as_str()));
    assert_eq!((record.shows_prize, record.last_spin.as_ref()), (true, Some(&first)));
    let prize = &record.account.benefits[0];
    assert_eq!((prize.kind.as_str(), Some(&prize.code)), ("freeDip", first.benefit.as_ref()));
    assert_eq!(seen(&record)[1..], [("spin_use", 0, -1), ("benefit_add", 0, 0)]);
    let second = db.loyalty().spin(spin(aino, 4, dips(None))).await.unwrap();
    assert_eq!((second.nonce, second.commitment, second.spins_left), (1, first.next_commitment.clone(), 0));
    assert_eq!(db.loyalty().spin_by_id(aino, first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(db.loyalty().spin_by_id(CustomerId(aino.0 + 1), first.id).await.unwrap(), None);
    let error = db.loyalty().spin(spin(aino, 5, dips(None))).await.unwrap_err();
    assert_eq!(refusal(&error), Some(SpinRefused::NoSpins));
});

store_contract!(of_a_hundred_spins_at_once_on_one_spin_one_is_drawn, |db| async move {
    let aino = spinner(&db, "aino", 1).await;
    settled(&db, aino, 1).await;
    let store = db.store();
    let spins = (0..100).map(|_| store.loyalty().spin(spin(aino, 2, dips(None))));
    let (drawn, refused): (Vec<_>, Vec<_>) = join_all(spins).await.into_iter().partition(Result::is_ok);
    assert_eq!((drawn.len(), refused.len()), (1, 99));
    for error in refused {
        assert_eq!(refusal(&error.unwrap_err()), Some(SpinRefused::NoSpins));
    }
    assert_eq!(settled(&db, aino, 3).await.account.benefits.len(), 1);
});

store_contract!(of_many_at_once_one_wins_what_there_is_one_of, |db| async move {
    let mut spinners = Vec::new();
    for number in 0..10 {
        spinners.push(spinner(&db, &format!("spinner{number}"), 4).await);
    }
    let store = db.store();
    for (hours, of_month) in [(1, "the first month"), (24 * 20, "the next month")] {
        let asked = spinners.iter().flat_map(|id| [*id; 2]);
        let spins = asked.map(|id| store.loyalty().spin(spin(id, hours, dips(Some(1)))));
        let drawn: Vec<SpinRecord> = join_all(spins).await.into_iter().map(Result::unwrap).collect();
        let won = drawn.iter().filter(|spin| spin.prize == PrizeType::FreeDip).count();
        assert_eq!((won, drawn.len()), (1, 20), "{of_month}");
        let given = store.loyalty().prizes_given(hour(hours)).await.unwrap();
        assert_eq!((given.len(), given.get(&PrizeType::FreeDip)), (1, Some(&1)), "{of_month}");
        let weights = |spin: &SpinRecord| (spin.table[0].weight, spin.table[1].weight);
        assert!(drawn.iter().all(|spin| [(0, 100), (100, 0)].contains(&weights(spin))), "{of_month}");
    }
});

store_contract!(a_day_has_so_many_spins, |db| async move {
    let aino = spinner(&db, "aino", 9).await;
    let spin = |at| Spin { most_a_day: Some(2), ..spin(aino, at, dips(None)) };
    // 22:00 in Helsinki, and the day ends at 24.
    for _ in 0..2 {
        db.loyalty().spin(spin(8)).await.unwrap();
    }
    let error = db.loyalty().spin(spin(8)).await.unwrap_err();
    assert!(matches!(error, SpinError::TooMany { until } if until == hour(10)), "{error:?}");
    db.loyalty().spin(spin(10)).await.unwrap();
});

// spec: WH-02, WH-03, WH-05
store_contract!(who_may_not_spin_is_told_why, |db| async move {
    let asked = async |id: CustomerId, years: u8| {
        let spin = Spin { wheel_age: years, ..spin(id, 1, dips(None)) };
        refusal(&db.loyalty().spin(spin).await.unwrap_err())
    };
    let eino = account(&db, "eino").await;
    assert_eq!(asked(eino, 15).await, Some(SpinRefused::NotMember));
    let aino = member(&db, "aino").await;
    assert_eq!(asked(aino, 15).await, Some(SpinRefused::Locked));
    earn(db.url(), aino, 7, 0, 1).await;
    assert_eq!(asked(aino, 99).await, Some(SpinRefused::UnderAge));
    db.texts("UPDATE customers SET birth_date = NULL WHERE id > 0 RETURNING 'unsaid'").await;
    assert_eq!(asked(aino, 15).await, Some(SpinRefused::BirthDate));
    assert_eq!(spins_of(&db, aino).await, 1, "what is refused takes nothing");
});

async fn spins_of(db: &Store, id: CustomerId) -> u32 {
    settled(db, id, 2).await.account.card.spins()
}

store_contract!(a_key_names_the_spin_that_it_was_for, |db| async move {
    let aino = spinner(&db, "aino", 2).await;
    let run = KeyRun { key: [1; 32], run: [1; 16] };
    assert!(db.idempotency_keys().begin(run, [2; 32], Some(aino), hour(1)).await.unwrap());
    let drawn = db.loyalty().spin(Spin { run: Some(run), ..spin(aino, 1, dips(None)) }).await.unwrap();
    let next = KeyRun { run: [2; 16], ..run };
    let taken = db.idempotency_keys().take_over(next, run, hour(2)).await.unwrap().unwrap();
    assert_eq!(taken.made, Some(drawn.id.to_string()));
    let lost = db.loyalty().spin(Spin { run: Some(run), ..spin(aino, 1, dips(None)) }).await.unwrap_err();
    assert!(matches!(lost, SpinError::KeyLost), "{lost:?}");
    assert_eq!(spins_of(&db, aino).await, 1);
});
