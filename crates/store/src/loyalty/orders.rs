//! Orders that may have changed a member's card since it was looked at last.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::{
    ids::OrderId,
    loyalty::{LoyaltyFact, MemberOrder, OrderEnding, OrderSlices, PersonalCode},
    order::Status,
};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    basis::LoyaltyBasis,
    facts::{CANCELLED, COUNTED, ENDED, JOINED},
    rows::BookedRow,
};
use crate::{
    conn::Conn,
    error::StoreError,
    json::JsonColumn,
    row::{self, row},
    sql::Sql,
    ts::Ts,
};

row! {
    struct UnbookedRow of "checkouts" by "id" named "" {
        id: i64,
        placed_at: Ts,
        stage: String,
        status: i16,
        counts: bool,
        price: JsonColumn<PriceOfOrder>,
    }
}

/// Of `checkouts.price` what the card is about.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct PriceOfOrder {
    record: Box<RawValue>,
}

row! {
    /// That an order holds, or held, a benefit.
    struct BenefitHoldRow of "checkout_codes" by "order_id" named "" {
        order_id: i64,
        code: String,
        given_back_at: Option<Ts>,
        placed_at: Ts,
        stage: String,
        status: Option<i16>,
    }
}

/// Past 0, and with nothing owed: what is paid at the counter or the door is when the order is delivered or fetched.
fn counts() -> String {
    let [received, delivered, fetched, cancelled] =
        [Status::Received, Status::Delivered, Status::ShowFeedback, Status::Cancelled].map(Status::number);
    format!(
        "((c.stage = 'paid' AND o.status > {received} AND o.status <> {cancelled}) \
         OR (c.stage = 'onsite' AND o.status IN ({delivered}, {fetched})))"
    )
}

/// That something of an order (`c`, `o`) of a member's is not booked.
pub(super) fn is_unbooked() -> String {
    // Counted, since PostgreSQL would else read the ledgers of all members at once.
    let booked = |kinds: &str| {
        format!(
            "0 < (SELECT count(*) FROM loyalty_rows r WHERE r.order_id = c.id AND r.customer_id = c.customer_id \
             AND r.kind IN ({kinds}))"
        )
    };
    let any = booked(&format!("'{COUNTED}', '{ENDED}', '{CANCELLED}'"));
    let (cancelled, ended) = (booked(&format!("'{CANCELLED}'")), booked(&format!("'{ENDED}', '{CANCELLED}'")));
    let (counts, at_cancelled) = (counts(), Status::Cancelled.number());
    format!(
        "(({counts} AND NOT {any}) OR (o.status = {at_cancelled} AND NOT {cancelled}) \
         OR (c.stage = 'refunded' AND NOT {ended}))"
    )
}

static UNBOOKED: Sql = Sql::new(|_| {
    format!(
        "SELECT c.id, c.placed_at, c.stage, o.status, {} AS counts, c.price FROM checkouts c \
         JOIN orders o ON o.id = c.id WHERE c.customer_id = $1 AND c.placed_at >= \
         (SELECT min(r.happened_at) FROM loyalty_rows r WHERE r.customer_id = $1 AND r.kind = '{JOINED}') \
         AND {} ORDER BY c.id",
        counts(),
        is_unbooked()
    )
});

const HOLDS: &str = "SELECT u.order_id, u.code, u.given_back_at, c.placed_at, c.stage, o.status FROM loyalty_benefits b \
    JOIN checkout_codes u ON u.code = b.code AND u.is_benefit JOIN checkouts c ON c.id = u.order_id \
    LEFT JOIN orders o ON o.id = u.order_id WHERE b.customer_id = $1 ORDER BY u.order_id";

/// What orders hold of a member's benefits, and what else they have become.
#[derive(Debug, Default)]
pub(super) struct OrdersOfMember {
    /// What is to be booked, by order.
    pub(super) unbooked: Vec<MemberOrder>,
    /// Benefits that orders hold now.
    pub(super) held: HashMap<PersonalCode, OrderId>,
    /// When each benefit was used last.
    pub(super) used_at: HashMap<PersonalCode, Timestamp>,
}

/// Orders of a member's as the database has them.
pub(super) struct ReadOrders {
    /// Of which something is not booked, since they joined first.
    own: Vec<UnbookedRow>,
    /// That hold a benefit of theirs, or held one.
    holds: Vec<BenefitHoldRow>,
}

/// Reads them. Whoever reads a member reads this first: what is booked meanwhile stands in the ledger that is read after.
pub(super) async fn read(conn: &mut Conn<'_>, customer: i64) -> Result<ReadOrders, StoreError> {
    let own = conn.query(&UNBOOKED).bind(customer).fetch_all().await?;
    let holds = conn.query(HOLDS).bind(customer).fetch_all().await?;
    Ok(ReadOrders { own: row::all(&own)?, holds: row::all(&holds)? })
}

/// What they mean, beside the member's ledger.
pub(super) fn of_member(read: ReadOrders, rows: &[BookedRow], basis: &LoyaltyBasis) -> OrdersOfMember {
    let ReadOrders { own, holds } = read;
    let given_back: HashSet<i64> =
        holds.iter().filter(|hold| hold.given_back_at.is_some()).map(|hold| hold.order_id).collect();
    let mut found: BTreeMap<i64, MemberOrder> = BTreeMap::new();
    for order in own {
        let slices = order.counts.then(|| basis.source.slices_of(&order.price.0.record));
        let ending = ending_of(order.status, &order.stage, given_back.contains(&order.id));
        found.insert(order.id, member_order(order.id, order.placed_at, slices, ending));
    }
    let mut of_member = OrdersOfMember::default();
    let booked = BookedOrders::of(rows);
    for hold in holds {
        let Some(code) = PersonalCode::read(&hold.code) else { continue };
        of_member.take(&hold, code.clone());
        let Some(status) = hold.status else { continue };
        let ending = ending_of(status, &hold.stage, given_back.contains(&hold.order_id));
        let ending = ending.filter(|ending| !booked.has(hold.order_id, *ending));
        let is_used = booked.used.contains(&(hold.order_id, code.clone()));
        if !is_used || ending.is_some() {
            let order =
                found.entry(hold.order_id).or_insert_with(|| member_order(hold.order_id, hold.placed_at, None, ending));
            order.used.extend((!is_used).then_some(code));
        }
    }
    of_member.unbooked = found.into_values().collect();
    of_member
}

impl OrdersOfMember {
    fn take(&mut self, hold: &BenefitHoldRow, code: PersonalCode) {
        if hold.given_back_at.is_none() {
            self.held.insert(code.clone(), OrderId(hold.order_id));
        }
        self.used_at.insert(code, hold.placed_at.get());
    }
}

/// Why an order counts no more. `gave_back`: whether a benefit came back that it was paid with.
fn ending_of(status: i16, stage: &str, gave_back: bool) -> Option<OrderEnding> {
    match stage {
        _ if status == Status::Cancelled.number() => Some(OrderEnding::CancelledByShop),
        "refunded" if gave_back => Some(OrderEnding::RefundedUndelivered),
        "refunded" => Some(OrderEnding::Refunded),
        _ => None,
    }
}

fn member_order(id: i64, placed_at: Ts, slices: Option<OrderSlices>, ending: Option<OrderEnding>) -> MemberOrder {
    MemberOrder { order: OrderId(id), placed_at: placed_at.get(), used: Vec::new(), slices, ending }
}

/// What a member's rows say of orders.
struct BookedOrders {
    ended: HashSet<i64>,
    cancelled: HashSet<i64>,
    used: HashSet<(i64, PersonalCode)>,
}

impl BookedOrders {
    fn of(rows: &[BookedRow]) -> Self {
        let (mut ended, mut cancelled, mut used) = (HashSet::new(), HashSet::new(), HashSet::new());
        for booked in rows {
            match &booked.row.fact {
                LoyaltyFact::OrderEnded { order, is_cancelled, .. } => {
                    ended.insert(order.0);
                    cancelled.extend(is_cancelled.then_some(order.0));
                }
                LoyaltyFact::BenefitUsed { benefit, order } => {
                    used.insert((order.0, benefit.clone()));
                }
                _ => {}
            }
        }
        Self { ended, cancelled, used }
    }

    /// Whether an ending is booked, or one that says as much.
    fn has(&self, order: i64, ending: OrderEnding) -> bool {
        match ending {
            OrderEnding::CancelledByShop | OrderEnding::CancelledByCustomer => self.cancelled.contains(&order),
            OrderEnding::Refunded | OrderEnding::RefundedUndelivered | OrderEnding::ChargedBack => {
                self.ended.contains(&order)
            }
        }
    }
}
