//! Dispatch keys and restaurants.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashSet;

use domain::{ids::RestaurantId, order::Source, restaurant::Restaurant};
use jiff::SignedDuration;
use store::{AddKeyError, DispatchKey, NewDispatchKey};
use testkit::{order, store_contract};

fn key(name: &str, sha256: u8, restaurants: &[i64]) -> NewDispatchKey {
    NewDispatchKey {
        name: name.to_owned(),
        sha256: [sha256; 32],
        restaurants: restaurants.iter().copied().map(RestaurantId).collect(),
        source: if restaurants.is_empty() { Source::Dispatch } else { Source::Kitchen },
        created_at: order::noon(),
    }
}

store_contract!(a_key_is_found_by_its_hash_until_it_is_revoked, |db| async move {
    db.dispatch_keys().add(key("kitchen", 1, &[12, 14])).await.unwrap();
    db.dispatch_keys().add(key("chain", 2, &[])).await.unwrap();
    let found = db.dispatch_keys().by_hash(&[1; 32]).await.unwrap().unwrap();
    let expected = DispatchKey {
        name: "kitchen".to_owned(),
        restaurants: vec![RestaurantId(12), RestaurantId(14)],
        source: Source::Kitchen,
        created_at: order::noon(),
        revoked_at: None,
    };
    assert_eq!(found, expected);
    assert_eq!(db.dispatch_keys().by_hash(&[3; 32]).await.unwrap(), None);

    let later = order::noon() + SignedDuration::from_hours(1);
    assert!(db.dispatch_keys().revoke("kitchen", later).await.unwrap());
    assert!(!db.dispatch_keys().revoke("kitchen", later).await.unwrap());
    assert_eq!(db.dispatch_keys().by_hash(&[1; 32]).await.unwrap(), None);
    let all = db.dispatch_keys().all().await.unwrap();
    let listed: Vec<_> = all.iter().map(|key| (key.name.as_str(), key.revoked_at)).collect();
    assert_eq!(listed, [("chain", None), ("kitchen", Some(later))]);
});

store_contract!(keys_in_use_are_known_by_their_hashes, |db| async move {
    for (name, sha256) in [("kitchen", 1), ("chain", 2), ("renewed", 3)] {
        db.dispatch_keys().add(key(name, sha256, &[])).await.unwrap();
    }
    db.dispatch_keys().revoke("kitchen", order::noon()).await.unwrap();
    db.dispatch_keys().renew("renewed", [4; 32]).await.unwrap();
    assert_eq!(db.dispatch_keys().hashes_in_use().await.unwrap(), HashSet::from([[2; 32], [4; 32]]));
});

store_contract!(a_name_is_given_once_and_can_be_renewed, |db| async move {
    db.dispatch_keys().add(key("kitchen", 1, &[12])).await.unwrap();
    assert!(matches!(db.dispatch_keys().add(key("kitchen", 2, &[14])).await, Err(AddKeyError::NameTaken)));
    assert!(db.dispatch_keys().renew("kitchen", [3; 32]).await.unwrap());
    assert_eq!(db.dispatch_keys().by_hash(&[1; 32]).await.unwrap(), None);
    let renewed = db.dispatch_keys().by_hash(&[3; 32]).await.unwrap().unwrap();
    assert_eq!((renewed.name.as_str(), renewed.restaurants), ("kitchen", vec![RestaurantId(12)]));
    db.dispatch_keys().revoke("kitchen", order::noon()).await.unwrap();
    assert!(db.dispatch_keys().renew("kitchen", [4; 32]).await.unwrap());
    assert!(db.dispatch_keys().by_hash(&[4; 32]).await.unwrap().is_some());
    assert!(!db.dispatch_keys().renew("nobody", [5; 32]).await.unwrap());
    // One key under two names would be two persons.
    assert!(matches!(db.dispatch_keys().add(key("twin", 4, &[])).await, Err(AddKeyError::Store(_))));
});

store_contract!(restaurants_are_added_and_brought_up_to_date, |db| async move {
    let (first, second) = (order::restaurant(12), order::restaurant(3));
    db.restaurants().save(&[first.clone(), second.clone()]).await.unwrap();
    db.restaurants().save(std::slice::from_ref(&first)).await.unwrap();
    assert_eq!(db.restaurants().all().await.unwrap(), [second.clone(), first.clone()]);
    let changed = Restaurant {
        display_name: "Ovelle Hakaniemi".to_owned(),
        no_delivery_tracking: true,
        delivery_minutes: 55,
        hours: Vec::new(),
        ..first
    };
    db.restaurants().save(std::slice::from_ref(&changed)).await.unwrap();
    assert_eq!(db.restaurants().by_id(RestaurantId(12)).await.unwrap(), Some(changed));
    assert_eq!(db.restaurants().by_id(RestaurantId(3)).await.unwrap(), Some(second));
    assert_eq!(db.restaurants().by_id(RestaurantId(99)).await.unwrap(), None);
    db.restaurants().save(&[]).await.unwrap();
});

store_contract!(restaurants_that_are_gone_stay_inactive, |db| async move {
    let (first, second) = (order::restaurant(12), order::restaurant(3));
    db.restaurants().save(&[first.clone(), second.clone()]).await.unwrap();
    db.restaurants().replace(std::slice::from_ref(&first)).await.unwrap();
    let gone = Restaurant { is_active: false, ..second.clone() };
    assert_eq!(db.restaurants().all().await.unwrap(), [gone, first.clone()]);
    db.restaurants().replace(&[second.clone(), first.clone()]).await.unwrap();
    assert_eq!(db.restaurants().all().await.unwrap(), [second, first], "one that comes back is what its file says");
});
