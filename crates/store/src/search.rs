//! Finding orders: by number, by phone, by parts of name and address, the newest first.
//!
//! A number and a phone have their index. Parts of words are looked for in all of `order_search`,
//! which is small: one short line for each order whose contact data is still kept. 300,000 of them
//! are looked through in some 100 ms, and no order without contact data is among them.

use std::fmt::Write as _;

use domain::{
    ids::{OrderId, RestaurantId},
    order::{Course, OrderType, Status},
    search::Wanted,
};
use sqlx::AssertSqlSafe;

use crate::{connection::reading, error::StoreError, store::Store};

/// Which orders are looked for.
#[derive(Debug, Clone)]
pub struct OrderSearch {
    /// What was typed.
    pub wanted: Wanted,
    /// Of these restaurants; none: of all.
    pub restaurants: Option<Vec<RestaurantId>>,
    /// At one of these statuses; empty: at any.
    pub statuses: Vec<Status>,
    /// Below this number: those that come after it in the list.
    pub before: Option<OrderId>,
    /// At most so many.
    pub limit: u32,
}

/// Whether an order is never over at a status, so that the index of open orders serves.
fn is_never_over(status: Status) -> bool {
    let courses = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin]
        .into_iter()
        .flat_map(|order_type| [true, false].map(|delivery_tracking| Course { order_type, delivery_tracking }));
    courses.into_iter().all(|course| !status.is_over(course))
}

impl Store {
    /// The numbers of the orders that fit, the newest first.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn find_orders(&self, search: &OrderSearch) -> Result<Vec<OrderId>, StoreError> {
        let wanted = &search.wanted;
        if wanted.is_all() {
            return self.newest(search).await;
        }
        let known = if wanted.phones.is_empty() { Vec::new() } else { self.by_phone(search, None).await? };
        // Nobody's number begins so: perhaps it is the middle of one.
        let found = match (known.is_empty(), search.before) {
            (true, _) => self.by_words(search).await?,
            (false, None) => known,
            (false, before) => self.by_phone(search, before).await?,
        };
        let Some(number) = wanted.number.filter(|number| search.before.is_none_or(|before| *number < before)) else {
            return Ok(found);
        };
        let mut found = found;
        found.extend(self.only(search, number).await?);
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found.truncate(usize::try_from(search.limit).unwrap_or(usize::MAX));
        Ok(found)
    }

    async fn newest(&self, search: &OrderSearch) -> Result<Vec<OrderId>, StoreError> {
        let mut sql = "SELECT o.id FROM orders o WHERE o.id < $1".to_owned();
        if !search.statuses.is_empty() && search.statuses.iter().copied().all(is_never_over) {
            sql.push_str(" AND o.over_at IS NULL");
        }
        within(&mut sql, search, "o.restaurant_id", "o.status");
        end(&mut sql, "o.id", search);
        self.numbers(sql, search.before, &[]).await
    }

    async fn by_phone(&self, search: &OrderSearch, before: Option<OrderId>) -> Result<Vec<OrderId>, StoreError> {
        let mut sql = from(search);
        let mut bounds = Vec::new();
        sql.push_str(" AND (FALSE");
        for phone in &search.wanted.phones {
            // From the number itself up to what no digit can follow.
            let _infallible = write!(sql, " OR (s.phone >= ${} AND s.phone < ${})", bounds.len() + 2, bounds.len() + 3);
            bounds.extend([phone.clone(), format!("{phone}:")]);
        }
        sql.push(')');
        within(&mut sql, search, "s.restaurant_id", "o.status");
        end(&mut sql, "s.order_id", search);
        self.numbers(sql, before, &bounds).await
    }

    async fn by_words(&self, search: &OrderSearch) -> Result<Vec<OrderId>, StoreError> {
        let mut sql = from(search);
        for index in 0..search.wanted.words.len() {
            let _infallible = write!(sql, " AND s.words LIKE ${} ESCAPE '\\'", index + 2);
        }
        within(&mut sql, search, "s.restaurant_id", "o.status");
        end(&mut sql, "s.order_id", search);
        let parts: Vec<String> = search.wanted.words.iter().map(|word| part(word)).collect();
        self.numbers(sql, search.before, &parts).await
    }

    /// An order by its number, where the filters let it pass.
    async fn only(&self, search: &OrderSearch, number: OrderId) -> Result<Vec<OrderId>, StoreError> {
        let mut sql = "SELECT o.id FROM orders o WHERE o.id < $1".to_owned();
        let _infallible = write!(sql, " AND o.id = {}", number.0);
        within(&mut sql, search, "o.restaurant_id", "o.status");
        self.numbers(sql, None, &[]).await
    }

    async fn numbers(
        &self,
        sql: String,
        before: Option<OrderId>,
        texts: &[String],
    ) -> Result<Vec<OrderId>, StoreError> {
        let before = before.map_or(i64::MAX, |before| before.0);
        reading!(self, connection => {
            // Of texts made here of fixed parts and numbers; what was typed is bound.
            let mut query = sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql)).persistent(false).bind(before);
            for text in texts {
                query = query.bind(text);
            }
            Ok(query.fetch_all(connection).await?.into_iter().map(OrderId).collect())
        })
    }
}

/// The lines to look through; the orders themselves are needed for their status alone.
fn from(search: &OrderSearch) -> String {
    let join = if search.statuses.is_empty() { "" } else { " JOIN orders o ON o.id = s.order_id" };
    format!("SELECT s.order_id FROM order_search s{join} WHERE s.order_id < $1")
}

fn within(sql: &mut String, search: &OrderSearch, restaurant: &str, status: &str) {
    let list = |numbers: Vec<String>| if numbers.is_empty() { "NULL".to_owned() } else { numbers.join(", ") };
    if let Some(restaurants) = &search.restaurants {
        let numbers = list(restaurants.iter().map(|id| id.0.to_string()).collect());
        let _infallible = write!(sql, " AND {restaurant} IN ({numbers})");
    }
    if !search.statuses.is_empty() {
        let numbers = list(search.statuses.iter().map(|status| status.number().to_string()).collect());
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
