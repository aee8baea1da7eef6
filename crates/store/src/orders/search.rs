//! Finding orders: by number, by phone, by parts of name and address, the newest first.
//!
//! A number and a phone have their index, and so have the open orders: less than a millisecond. Parts
//! of words are looked for in all of `order_search`, which is small: one short line for each order whose
//! contact data is still kept; 300,000 are looked through in some 100 ms. Slowest is a status at which
//! orders end and at which almost none is: all orders are gone through, 300,000 in some 600 ms.
//!
//! A plus before a column (`+o.id`) changes nothing but the plan: it keeps SQLite, which knows nothing of
//! how rare a value is, from walking down all numbers where an index leads to a few.

use std::{cmp::Reverse, fmt::Write as _};

use domain::{
    Reach,
    ids::OrderId,
    order::{FulfilmentKind, OrderType, Status},
    search::SearchTerms,
};

use super::OrderStore;
use crate::error::StoreError;

/// Which orders are looked for.
#[derive(Debug, Clone)]
pub struct OrderSearch {
    /// What was typed.
    pub wanted: SearchTerms,
    /// Of these restaurants.
    pub reach: Reach,
    /// At one of these statuses; empty: at any.
    pub statuses: Vec<Status>,
    /// Below this number: those that come after it in the list.
    pub before: Option<OrderId>,
    /// At most so many.
    pub limit: u32,
}

/// Whether an order is never over at a status, so that the index of open orders serves.
fn is_never_over(status: Status) -> bool {
    let fulfilments = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin]
        .into_iter()
        .flat_map(|order_type| [true, false].map(|delivery_tracking| FulfilmentKind { order_type, delivery_tracking }));
    fulfilments.into_iter().all(|fulfilment| !status.is_over(fulfilment))
}

impl OrderStore<'_> {
    /// The numbers of the orders that fit, the newest first.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn find(self, search: &OrderSearch) -> Result<Vec<OrderId>, StoreError> {
        let wanted = &search.wanted;
        if wanted.is_all() {
            return self.newest(search).await;
        }
        let known = if wanted.phones.is_empty() { Vec::new() } else { self.by_phone(search, None).await? };
        // Nobody's number begins so: perhaps it is the middle of one.
        let found = match (known.is_empty(), search.before) {
            (true, _) if wanted.words.is_empty() => Vec::new(),
            (true, _) => self.by_words(search).await?,
            (false, None) => known,
            (false, before) => self.by_phone(search, before).await?,
        };
        let Some(number) = wanted.number.filter(|number| search.before.is_none_or(|before| *number < before)) else {
            return Ok(found);
        };
        let mut found = found;
        found.extend(self.only(search, number).await?);
        found.sort_unstable_by_key(|id| Reverse(*id));
        found.dedup();
        found.truncate(usize::try_from(search.limit).unwrap_or(usize::MAX));
        Ok(found)
    }

    async fn newest(self, search: &OrderSearch) -> Result<Vec<OrderId>, StoreError> {
        let (id, open) = if search.is_of_open_orders() { ("+o.id", " AND o.over_at IS NULL") } else { ("o.id", "") };
        let mut sql = format!("SELECT o.id FROM orders o WHERE {id} < $1{open}");
        within(&mut sql, search, "o.restaurant_id", Some("o.status"));
        end(&mut sql, id, search);
        self.numbers(sql, search.before, &[]).await
    }

    async fn by_phone(self, search: &OrderSearch, before: Option<OrderId>) -> Result<Vec<OrderId>, StoreError> {
        let mut bounds = Vec::new();
        let ranges = search.wanted.phones.iter().map(|phone| {
            // From the number itself up to what no digit can follow.
            bounds.extend([phone.clone(), format!("{phone}:")]);
            format!("(s.phone >= ${} AND s.phone < ${})", bounds.len(), bounds.len() + 1)
        });
        let ranges = ranges.collect::<Vec<_>>().join(" OR ");
        let sql = lines(search, "+s.order_id", &ranges);
        self.numbers(sql, before, &bounds).await
    }

    async fn by_words(self, search: &OrderSearch) -> Result<Vec<OrderId>, StoreError> {
        let words = &search.wanted.words;
        let each: Vec<String> = (0..words.len()).map(|at| format!("s.words LIKE ${} ESCAPE '\\'", at + 2)).collect();
        let parts: Vec<String> = words.iter().map(|word| part(word)).collect();
        let sql = lines(search, "s.order_id", &each.join(" AND "));
        self.numbers(sql, search.before, &parts).await
    }

    /// An order by its number, where the filters let it pass.
    async fn only(self, search: &OrderSearch, number: OrderId) -> Result<Vec<OrderId>, StoreError> {
        let mut sql = "SELECT o.id FROM orders o WHERE o.id < $1".to_owned();
        let _infallible = write!(sql, " AND o.id = {}", number.0);
        within(&mut sql, search, "o.restaurant_id", Some("o.status"));
        self.numbers(sql, None, &[]).await
    }

    async fn numbers(self, sql: String, before: Option<OrderId>, texts: &[String]) -> Result<Vec<OrderId>, StoreError> {
        let before = before.map_or(i64::MAX, |before| before.0);
        let numbers = self.0.read((sql, before, texts), |conn, (sql, before, texts)| {
            Box::pin(async move {
                // Of texts made here of fixed parts and numbers; what was typed is bound.
                let query = conn.query_once(sql.clone()).bind(*before);
                texts.iter().fold(query, |query, text| query.bind(text)).scalars().await
            })
        });
        Ok(numbers.await?.into_iter().map(OrderId).collect())
    }
}

impl OrderSearch {
    fn is_of_open_orders(&self) -> bool {
        !self.statuses.is_empty() && self.statuses.iter().copied().all(is_never_over)
    }
}

/// The lines that fit. The orders themselves are needed for their status alone: the open ones are so few
/// that their numbers are found first, the others are looked up one by one.
fn lines(search: &OrderSearch, id: &str, fits: &str) -> String {
    let (join, open) = match (search.statuses.is_empty(), search.is_of_open_orders()) {
        (true, _) => ("", String::new()),
        (false, false) => (" JOIN orders o ON o.id = s.order_id", String::new()),
        (false, true) => {
            let statuses = list(search.statuses.iter().map(|status| i64::from(status.number())));
            let few = format!("SELECT o.id FROM orders o WHERE o.over_at IS NULL AND o.status IN ({statuses})");
            ("", format!(" AND s.order_id IN ({few})"))
        }
    };
    let mut sql = format!("SELECT s.order_id FROM order_search s{join} WHERE {id} < $1 AND ({fits}){open}");
    within(&mut sql, search, "s.restaurant_id", if join.is_empty() { None } else { Some("o.status") });
    end(&mut sql, id, search);
    sql
}

/// Numbers for an `IN`; without any, one that is in nothing.
fn list(numbers: impl Iterator<Item = i64>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    if numbers.is_empty() { "NULL".to_owned() } else { numbers.join(", ") }
}

fn within(sql: &mut String, search: &OrderSearch, restaurant: &str, status: Option<&str>) {
    if let Some(restaurants) = search.reach.bound() {
        let numbers = list(restaurants.iter().map(|id| id.0));
        let _infallible = write!(sql, " AND {restaurant} IN ({numbers})");
    }
    if let Some(status) = status.filter(|_| !search.statuses.is_empty()) {
        let numbers = list(search.statuses.iter().map(|status| i64::from(status.number())));
        let _infallible = write!(sql, " AND {status} IN ({numbers})");
    }
}

fn end(sql: &mut String, id: &str, search: &OrderSearch) {
    let _infallible = write!(sql, " ORDER BY {id} DESC LIMIT {}", search.limit);
}

/// A pattern for lines of which this is a part.
fn part(word: &str) -> String {
    let mut pattern = "%".to_owned();
    for c in word.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pattern_means_otherwise_is_meant_as_it_is() {
        assert_eq!(part(r"100%_\"), r"%100\%\_\\%");
    }

    #[test]
    fn only_what_is_open_is_looked_for_among_the_open() {
        let never: Vec<i16> =
            Status::ALL.into_iter().filter(|status| is_never_over(*status)).map(Status::number).collect();
        assert_eq!(never, [-1, 0, 1, 2, 3, 5, 6, 7, 8, 9]);
    }
}
