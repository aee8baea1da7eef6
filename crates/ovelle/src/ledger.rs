//! `ovelle ledger …`: the book's sums by day and restaurant, as lines of CSV.

use std::{collections::BTreeSet, fmt::Write as _};

use clap::Args;
use deps::{Clock, SystemClock};
use domain::{board::day_of, ids::RestaurantId, money::Cents};
use jiff::civil::Date;
use store::{LedgerDay, Store, StoreConfig, StoreError};

use crate::Config;

/// Which days, and how they are written.
#[derive(Debug, Args)]
pub struct LedgerFlags {
    /// The first day, in Helsinki [default: the first of this month].
    #[arg(long)]
    from: Option<Date>,
    /// The last day, included [default: today].
    #[arg(long)]
    to: Option<Date>,
    /// One restaurant [default: all].
    #[arg(long)]
    restaurant: Option<RestaurantId>,
    /// As CSV, the one form that there is.
    #[arg(long, required = true)]
    csv: bool,
}

/// Reads them, and says what is to be printed.
///
/// # Errors
/// Where the database does not answer.
pub async fn run(config: &Config, flags: &LedgerFlags) -> Result<String, StoreError> {
    let today = day_of(SystemClock.now());
    let (from, to) = (flags.from.unwrap_or_else(|| today.first_of_month()), flags.to.unwrap_or(today));
    let store = Store::open(&StoreConfig::new(&config.database_url)).await?;
    let days = store.ledger().days(from, to, flags.restaurant).await;
    store.close().await;
    Ok(csv(&days?))
}

/// A column for each rate that any day has.
fn csv(days: &[LedgerDay]) -> String {
    let rates: BTreeSet<u32> = days.iter().flat_map(|day| day.vat.iter().map(|vat| vat.rate)).collect();
    let mut text = String::from("date,restaurantId,gross,discounts,shipping,services");
    for rate in &rates {
        let _infallible = write!(text, ",vat{}", f64::from(*rate) / 100.0);
    }
    text.push_str(",paid,refunded");
    for LedgerDay { day, restaurant, amounts, vat } in days {
        let _infallible = write!(text, "\n{day},{restaurant}");
        let before = [amounts.gross, amounts.discounts, amounts.shipping, amounts.services];
        let taxes =
            rates.iter().map(|rate| vat.iter().find(|vat| vat.rate == *rate).map_or(Cents(0), |vat| vat.amount));
        for amount in before.into_iter().chain(taxes).chain([amounts.paid, amounts.refunded]) {
            let _infallible = write!(text, ",{:.2}", amount.euros());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use domain::payment::{LedgerAmounts, LedgerVat};
    use jiff::civil::date;

    use super::*;

    #[test]
    fn each_rate_has_a_column() {
        let day = |day, rate| LedgerDay {
            day: date(2026, 11, day),
            restaurant: RestaurantId(12),
            amounts: LedgerAmounts { gross: Cents(2000), paid: Cents(2690), ..LedgerAmounts::default() },
            vat: vec![LedgerVat { rate, amount: Cents(330) }],
        };
        let wanted = "date,restaurantId,gross,discounts,shipping,services,vat13.5,vat25.5,paid,refunded\n\
            2026-11-24,12,20.00,0.00,0.00,0.00,3.30,0.00,26.90,0.00\n\
            2026-11-25,12,20.00,0.00,0.00,0.00,0.00,3.30,26.90,0.00";
        assert_eq!(csv(&[day(24, 1350), day(25, 2550)]), wanted);
    }
}
