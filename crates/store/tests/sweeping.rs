//! What has run out goes in chunks: no sweep holds up for long who writes beside it, however much there is to take away.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::customer::SessionChannel;
use futures_util::future::join_all;
use jiff::SignedDuration;
use store::{Consent, ConsentGiven, NewCustomer, NewCustomerSession, NewProviderToken, ProviderIdentity};
use testkit::{order::noon, store_contract};

/// One more than a chunk has.
const MANY: u16 = 501;
const HOUR: SignedDuration = SignedDuration::from_hours(1);

fn token(number: u16) -> [u8; 32] {
    let mut token = [7; 32];
    token[..2].copy_from_slice(&number.to_le_bytes());
    token
}

fn came(number: u16) -> NewProviderToken {
    let text = str::to_owned;
    NewProviderToken {
        sha256: token(number),
        state_sha256: None,
        session: None,
        identity: ProviderIdentity {
            provider: text("https://id.example"),
            subject: number.to_string(),
            email: text("eino@ovelle.example"),
        },
        first_name: text("Eino"),
        last_name: text("Aalto"),
        expires_at: noon(),
    }
}

/// Somebody with a session, who has said all this.
fn customer(number: u16, consents: Vec<ConsentGiven>) -> NewCustomer {
    let email = format!("eino{number}@ovelle.example");
    NewCustomer {
        first_name: "Eino".to_owned(),
        last_name: "Aalto".to_owned(),
        phone: "0401234567".to_owned(),
        email: email.clone(),
        sign_in_email: email,
        email_provider: None,
        identity: None,
        password_hash: Some("hash".to_owned()),
        birth_date: None,
        terms_version: Some("1".to_owned()),
        loyalty_terms_version: None,
        show_loyalty_sign_up: true,
        email_marketing: false,
        consents,
        session: NewCustomerSession { sha256: token(number), channel: SessionChannel::Cookie },
        message: None,
        run: None,
        now: noon(),
    }
}

store_contract!(a_sweep_takes_five_hundred_rows_at_a_time, |db| async move {
    let store = db.store();
    let (customers, later) = (store.customers(), noon() + HOUR);
    for spent in join_all((0..MANY).map(|number| store.spent_tokens().spend(token(number), 1, noon()))).await {
        assert!(spent.unwrap());
    }
    for added in join_all((0..MANY).map(|number| customers.add_provider_token(came(number)))).await {
        added.unwrap();
    }
    for made in join_all((0..MANY).map(|number| customers.register(customer(number, Vec::new())))).await {
        made.unwrap();
    }
    let long_after = noon() + HOUR * 24 * 400;
    for expected in [500, 1, 0] {
        assert_eq!(store.spent_tokens().sweep(later).await.unwrap(), expected);
        assert_eq!(customers.sweep_provider_tokens(later).await.unwrap(), expected);
    }
    // Each of them has both run out and lain unused: a chunk for either.
    for expected in [501, 0] {
        assert_eq!(store.sessions().sweep_customers(long_after).await.unwrap(), expected);
    }
});

store_contract!(words_that_count_no_more_go_in_chunks_and_the_last_one_stays, |db| async move {
    let store = db.store();
    let said = |at| ConsentGiven::new(Consent::SmsMarketing, None, true, at, "account");
    let words = (0..=MANY).map(|number| said(noon() + SignedDuration::from_secs(number.into()))).collect();
    let eino = store.customers().register(customer(0, words)).await.unwrap();
    let last = noon() + SignedDuration::from_secs(MANY.into());
    assert_eq!(store.customers().sweep_consents(noon()).await.unwrap(), 0);
    // The last but one is past since the last one was said, no moment before.
    for expected in [500, 0] {
        assert_eq!(store.customers().sweep_consents(last).await.unwrap(), expected);
    }
    assert_eq!(store.customers().consents(eino).await.unwrap().len(), 2);
    assert_eq!(store.customers().sweep_consents(last + HOUR).await.unwrap(), 1);
    assert_eq!(store.customers().consents(eino).await.unwrap(), [said(last)]);
});
