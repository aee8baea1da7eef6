//! Registering orders, and finding them again.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::{
    Actor,
    estimate::{Basis, Estimate},
    ids::{OrderId, RestaurantId, Rev, Seq},
    key::KeySeed,
    order::{Customer, OrderCampaign, OrderPayment, OrderType, Schedule, Source, Status},
};
use jiff::SignedDuration;
use store::{NewOrder, Registration, Store, StoreError};
use testkit::{order, store_contract};

fn named(external_id: &str) -> NewOrder {
    order::named(12, external_id)
}

store_contract!(an_order_is_read_back_as_it_was_registered, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let minute = |n| order::noon() + SignedDuration::from_mins(n);
    let new = NewOrder {
        schedule: Schedule {
            pre_order_time: Some(minute(60)),
            estimate: Some(Estimate {
                made_at: minute(0),
                arrival: minute(30),
                earliest: minute(27),
                latest: minute(37),
                basis: Basis::Kitchen,
            }),
            ..order::schedule(Some(minute(40)))
        },
        payment: OrderPayment {
            method: Some("card".to_owned()),
            campaigns: vec![OrderCampaign { id: "77".to_owned(), name: "Perjantai".to_owned() }],
            member_slices: Some(3),
        },
        ..named("W-1")
    };
    let registered = db.orders().register(new.clone()).await.unwrap();
    let (schedule, key) = (new.schedule, new.key);
    let kept = db.orders().by_id(registered.order_id).await.unwrap().unwrap();
    assert_eq!(kept.restaurant, order::restaurant(12));
    assert_eq!((kept.order_type, kept.status), (OrderType::Delivery, Status::Received));
    assert_eq!((kept.seq, kept.rev), (Seq(0), Rev(0)));
    assert_eq!((kept.placed_at, kept.promised_at), (schedule.placed_at, schedule.promised_at));
    assert_eq!((kept.pre_order_time, kept.planned_minutes), (schedule.pre_order_time, 30));
    assert_eq!((kept.estimate, kept.expires_at, kept.over_at), (schedule.estimate, schedule.expires_at, None));
    assert_eq!((kept.customer, kept.items, kept.payment), (new.customer, new.items, new.payment));
    assert_eq!((kept.external_id, kept.feedback), (new.origin.external_id, None));
    assert_eq!((kept.key_salt, kept.key_version), (key.salt, key.version));
    let [first] = kept.history.as_slice() else { panic!("{:?}", kept.history) };
    assert_eq!((first.seq, first.status, first.at), (Seq(0), Status::Received, schedule.placed_at));
    assert_eq!((first.source, &first.actor), (Source::Shop, &Actor::key("shop")));
});

store_contract!(an_order_needs_little, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let bare = NewOrder {
        order_type: OrderType::Pickup,
        customer: Customer::default(),
        items: Vec::new(),
        payment: OrderPayment::default(),
        schedule: order::schedule(None),
        ..order::delivery(12)
    };
    let registered = db.orders().register(bare).await.unwrap();
    let kept = db.orders().by_id(registered.order_id).await.unwrap().unwrap();
    assert_eq!((kept.customer, kept.payment), (Customer::default(), OrderPayment::default()));
    assert_eq!((kept.items.len(), kept.promised_at), (0, None));
});

store_contract!(numbers_are_readable_and_rise, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let first = db.orders().register(order::delivery(12)).await.unwrap();
    let second = db.orders().register(order::delivery(12)).await.unwrap();
    assert_eq!((first.order_id, second.order_id), (OrderId(10_001), OrderId(10_002)));
});

store_contract!(the_same_name_from_the_same_key_is_the_same_order, |db| async move {
    db.restaurants().save(&[order::restaurant(12), order::restaurant(14)]).await.unwrap();
    let first = db.orders().register(named("W-1")).await.unwrap();
    assert!(first.created);
    let again =
        NewOrder { key: KeySeed { salt: [9; 16], version: 2 }, restaurant_id: RestaurantId(14), ..named("W-1") };
    assert_eq!(db.orders().register(again).await.unwrap(), Registration { created: false, ..first });
    let mut of_another_key = named("W-1");
    of_another_key.origin.actor = Actor::key("kiosk");
    assert_ne!(db.orders().register(of_another_key).await.unwrap().order_id, first.order_id);
    assert_eq!(db.orders().by_external_id(&Actor::key("shop"), "W-1").await.unwrap(), Some(first.order_id));
    assert_eq!(db.orders().by_external_id(&Actor::key("shop"), "W-2").await.unwrap(), None);
    assert_eq!(db.orders().by_external_id(&Actor::key("kitchen"), "W-1").await.unwrap(), None);
    // Retries cost no number.
    assert_eq!(db.orders().register(order::delivery(12)).await.unwrap().order_id, OrderId(first.order_id.0 + 2));
});

/// Registers under one name twenty times at once, on two nodes.
async fn register_at_once(stores: [&Store; 2], name: &str) -> Vec<Registration> {
    let racing: Vec<_> = (0..20_u8)
        .map(|n| {
            let (store, order) = (
                stores[usize::from(n % 2)].clone(),
                NewOrder { key: KeySeed { salt: [n; 16], version: 1 }, ..named(name) },
            );
            tokio::spawn(async move { store.orders().register(order).await.unwrap() })
        })
        .collect();
    let mut answers = Vec::new();
    for task in racing {
        answers.push(task.await.unwrap());
    }
    answers
}

store_contract!(twenty_at_once_make_one_order, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let other = db.another().await;
    // Again and again, until all connections are open and they truly meet.
    for round in 0..10 {
        let answers = register_at_once([&db, &other], &format!("W-{round}")).await;
        assert_eq!(answers.iter().filter(|answer| answer.created).count(), 1);
        let first = Registration { created: true, ..answers[0] };
        assert!(answers.iter().all(|answer| Registration { created: true, ..*answer } == first), "{answers:?}");
        let kept = db.orders().by_id(first.order_id).await.unwrap().unwrap();
        assert_eq!((kept.key_salt, kept.history.len()), (first.key_salt, 1));
    }
    other.close().await;
});

store_contract!(an_unknown_restaurant_is_refused_and_nothing_stands, |db| async move {
    let error = db.orders().register(named("W-1")).await.unwrap_err();
    assert!(matches!(error, StoreError::Other(_)), "{error:?}");
    assert_eq!(db.orders().by_external_id(&Actor::key("shop"), "W-1").await.unwrap(), None);
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    assert!(db.orders().register(named("W-1")).await.unwrap().created);
});

store_contract!(a_key_is_made_anew_once, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let first = db.orders().register(named("W-1")).await.unwrap();
    let seed = |byte: u8| KeySeed { salt: [byte; 16], version: first.key_version + 1 };
    let renewed = db.orders().renew_key(first, seed(1)).await.unwrap();
    assert_eq!((renewed.key_salt, renewed.key_version), ([1; 16], first.key_version + 1));
    assert_eq!(
        (renewed.order_id, renewed.restaurant_id, renewed.created),
        (first.order_id, first.restaurant_id, false)
    );
    // Whoever read the old one and comes later finds it made.
    assert_eq!(db.orders().renew_key(first, seed(2)).await.unwrap(), renewed);
    assert_eq!(db.orders().register(named("W-1")).await.unwrap(), renewed);
    let kept = db.orders().by_id(first.order_id).await.unwrap().unwrap();
    assert_eq!((kept.key_salt, kept.rev, kept.seq), ([1; 16], Rev(0), Seq(0)));
    let nobody = Registration { order_id: OrderId(99), ..first };
    assert!(db.orders().renew_key(nobody, seed(3)).await.is_err_and(|error| !error.is_unavailable()));
});
