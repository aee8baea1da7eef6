//! Erasures that a restored backup has undone, read from the log of the nodes: the database that knew them may be lost.

use domain::ids::{CustomerId, OrderId};
use jiff::Timestamp;
use store::{EraseError, EraseOnlyIf, EraseOrderError};

use super::{Clerk, PersonError};

/// Who was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LoggedErasure {
    /// An account, at this moment.
    Account(CustomerId, Timestamp),
    /// The people of an order.
    Order(OrderId),
}

impl LoggedErasure {
    /// Of a line of target `erasures`, of which there is one for each; none of any other line.
    fn read(line: &str) -> Option<Self> {
        let plain = without_colours(line);
        let subject = plain.split_once(" erasures: ")?.1.split_once("subject=\"")?.1.split('"').next()?;
        match subject.split_once(':')? {
            ("customer", id) => {
                let at = plain.split_whitespace().next()?.parse().ok()?;
                Some(Self::Account(CustomerId(id.parse().ok()?), at))
            }
            ("order", id) => id.parse().ok().map(Self::Order),
            _ => None,
        }
    }
}

impl Clerk<'_> {
    pub(super) async fn replay(&self, log: &str) -> Result<String, PersonError> {
        let (mut accounts, mut orders, mut stay) = (0, 0, Vec::new());
        for erased in log.lines().filter_map(LoggedErasure::read) {
            match erased {
                // A number that a backup took back may be somebody else's by now.
                LoggedErasure::Account(id, at) => match self.erase_account(id, None, EraseOnlyIf::MadeBy(at)).await {
                    Ok(()) => accounts += 1,
                    Err(PersonError::Erase(EraseError::Gone | EraseError::Stays)) => {}
                    Err(PersonError::Erase(EraseError::OpenOrders)) => stay.push(format!("account {id}")),
                    Err(error) => return Err(error),
                },
                LoggedErasure::Order(order) => match self.erase_order(order).await {
                    Ok(()) => orders += 1,
                    Err(PersonError::NoOrder) => {}
                    Err(PersonError::EraseOrder(EraseOrderError::Open)) => stay.push(format!("order {order}")),
                    Err(error) => return Err(error),
                },
            }
        }
        let done = format!("erased again: {accounts} accounts, the people of {orders} orders");
        if stay.is_empty() { Ok(done) } else { Err(PersonError::Stay(stay)) }
    }
}

/// A line as it is without a terminal's colours.
fn without_colours(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or("", |(_, text)| text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_log_says_who_was_erased_and_when() {
        let line = "2026-11-29T13:05:07.123456Z  WARN erasures: erased subject=\"customer:17\"";
        let at = "2026-11-29T13:05:07.123456Z".parse().unwrap();
        assert_eq!(LoggedErasure::read(line), Some(LoggedErasure::Account(CustomerId(17), at)));
        let order = line.replace("subject=\"customer:17\"", "subject=\"order:10023\"");
        assert_eq!(LoggedErasure::read(&order), Some(LoggedErasure::Order(OrderId(10023))));
        let coloured = format!("\u{1b}[2m{}", line.replace(" WARN", "\u{1b}[0m \u{1b}[33m WARN\u{1b}[0m"));
        assert_eq!(LoggedErasure::read(&coloured), LoggedErasure::read(line));
        for other in ["", "subject=\"customer:17\"", &line.replace("erasures", "security"), &line.replace("17", "x")] {
            assert_eq!(LoggedErasure::read(other), None, "{other}");
        }
    }
}
