//! A customer's part of the programme as the database has it, with what is to be booked.

use std::collections::HashMap;

use domain::{
    customer::BirthDate,
    ids::CustomerId,
    loyalty::{BenefitUse, LoyaltyAccount, LoyaltyCard, LoyaltyChange, LoyaltyFact, MemberOrder, PersonalCode},
    wheel::ServerSeed,
};
use jiff::Timestamp;

use super::{
    basis::LoyaltyBasis,
    orders::{self, OrdersOfMember},
    rows::{BookedRow, read_benefits, read_rows},
    spins::{SpinRecord, last_spin},
};
use crate::{conn::Conn, error::StoreError, ts::Ts};

/// What a customer has of the programme.
#[derive(Debug, Clone)]
pub struct LoyaltyRecord {
    pub account: LoyaltyAccount,
    /// All of the ledger, the oldest first.
    pub rows: Vec<BookedRow>,
    /// When each benefit was used last.
    pub used_at: HashMap<PersonalCode, Timestamp>,
    /// None where they have not said it.
    pub birth_date: Option<BirthDate>,
    pub shows_welcome: bool,
    pub shows_prize: bool,
    /// What is told of the seed of the next spin.
    pub commitment: Option<String>,
    pub last_spin: Option<SpinRecord>,
}

/// The same, with what is not told.
#[derive(Debug)]
pub(super) struct Standing {
    /// When they joined last, as the account has it; none: they are no member.
    pub(super) joined_at: Option<Timestamp>,
    pub(super) seed: Option<ServerSeed>,
    pub(super) record: LoyaltyRecord,
    unbooked: Vec<MemberOrder>,
}

const OF_CUSTOMER: &str = "SELECT c.id, c.joined_at, c.birth_date, m.show_welcome, m.show_prize, s.sealed \
    FROM customers c LEFT JOIN loyalty_members m ON m.customer_id = c.id \
    LEFT JOIN wheel_seeds s ON s.customer_id = c.id WHERE c.id = $1 AND c.erased_at IS NULL";

impl Standing {
    /// Reads it; none where the account was erased.
    pub(super) async fn read(
        conn: &mut Conn<'_>,
        customer: i64,
        basis: &LoyaltyBasis,
    ) -> Result<Option<Self>, StoreError> {
        let Some(row) = conn.query(OF_CUSTOMER).bind(customer).fetch_optional().await? else { return Ok(None) };
        let row = row.of("customers", "id");
        let birth_date = row.parse_optional("birth_date", |text: String| text.parse().ok().map(BirthDate::stored))?;
        let sealed: Option<Vec<u8>> = row.get("sealed")?;
        let seed = sealed.and_then(|sealed| basis.source.open(CustomerId(customer), &sealed));
        let joined_at = row.get::<Option<Ts>>("joined_at")?.map(Ts::get);
        let shows = |column| Ok::<_, StoreError>(row.get::<Option<bool>>(column)?.unwrap_or(false));
        let (shows_welcome, shows_prize) = (shows("show_welcome")?, shows("show_prize")?);
        let orders = orders::read(conn, customer).await?;
        let rows = read_rows(conn, customer).await?;
        let mut benefits = read_benefits(conn, customer).await?;
        let OrdersOfMember { unbooked, held, used_at } =
            if has_joined(&rows) { orders::of_member(orders, &rows, basis) } else { OrdersOfMember::default() };
        for benefit in benefits.iter_mut().filter(|benefit| benefit.state == BenefitUse::Unused) {
            benefit.state = held.get(&benefit.code).map_or(BenefitUse::Unused, |order| BenefitUse::Held(*order));
        }
        let card = LoyaltyCard::of_rows(rows.iter().map(|booked| &booked.row));
        let last_spin = if card.spins_used > 0 { last_spin(conn, customer).await? } else { None };
        let record = LoyaltyRecord {
            account: LoyaltyAccount { card, benefits },
            rows,
            used_at,
            birth_date,
            shows_welcome,
            shows_prize,
            commitment: seed.as_ref().map(ServerSeed::commitment),
            last_spin,
        };
        Ok(Some(Self { joined_at, seed, record, unbooked }))
    }

    /// What is to be booked by now.
    pub(super) fn due(&self, basis: &LoyaltyBasis) -> LoyaltyChange {
        self.record.account.catch_up(basis.view(), &self.unbooked, &mut || basis.source.code())
    }

    /// Whether they joined before anybody kept cards.
    pub(super) fn has_no_card(&self) -> bool {
        self.joined_at.is_some() && self.record.account.card.joined_at.is_none()
    }

    /// Whether nothing is to be written of them.
    pub(super) fn is_settled(&self, basis: &LoyaltyBasis) -> bool {
        let is_promised = self.joined_at.is_none() || self.seed.is_some();
        is_promised && !self.has_no_card() && self.due(basis).is_nothing()
    }
}

fn has_joined(rows: &[BookedRow]) -> bool {
    rows.iter().any(|booked| booked.row.fact == LoyaltyFact::Joined)
}
