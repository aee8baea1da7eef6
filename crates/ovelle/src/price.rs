//! `ovelle price FILE`: prices a cart and says why it costs so, for those who write campaigns.

mod question;
mod table;

use std::{fs, io, path::PathBuf};

use chain::{
    Faults,
    hours::{Hours, intervals},
};
use clap::{Args, ValueEnum};
use deps::{Clock, SystemClock};
use domain::{hours::HoursKind, ids::RestaurantId, order::OrderType};
use jiff::Timestamp;
use pricing::{Moment, NoCodes, Person, PersonKind, PriceRequest, StockOf};

use crate::content;
use question::Question;

/// What to price, and for whom.
#[derive(Debug, Args)]
pub struct PriceFlags {
    /// The cart, as `POST /api/pricing/pricing/customer/cart` takes it.
    pub file: PathBuf,
    /// Folder with the chain's data. Unset: the built-in chain.
    #[arg(long, env = "OVELLE_CONTENT")]
    pub content: Option<PathBuf>,
    /// Who asks.
    #[arg(long = "as", value_enum, default_value = "guest")]
    pub person: Caller,
    /// They are old enough for what is age-restricted.
    #[arg(long)]
    pub adult: bool,
    /// When they ask, with its offset. Unset: now.
    #[arg(long)]
    pub at: Option<Timestamp>,
}

/// Who asks for a price.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Caller {
    /// Nobody is signed in.
    Guest,
    /// A customer who is signed in.
    Customer,
    /// A customer of the loyalty programme.
    Member,
    /// Somebody who orders for a caller.
    Callcentre,
}

/// Why a cart is not priced.
#[derive(Debug, thiserror::Error)]
pub enum PriceError {
    /// The chain has faults.
    #[error(transparent)]
    Content(#[from] Faults),
    /// The file cannot be read.
    #[error("{file} cannot be read")]
    File {
        /// The file.
        file: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The file is no cart.
    #[error("{file} is no cart: {problem}")]
    Form {
        /// The file.
        file: String,
        /// Where and why.
        problem: String,
    },
    /// There is no such restaurant.
    #[error("shopId: there is no restaurant {0}")]
    Shop(RestaurantId),
}

/// Prices a cart; the table that says why it costs so.
///
/// # Errors
/// [`PriceError`] names what cannot be read.
pub fn run(flags: &PriceFlags) -> Result<String, PriceError> {
    let chain = content::read(flags.content.as_deref())?.chain;
    let file = flags.file.display().to_string();
    let text = fs::read_to_string(&flags.file).map_err(|source| PriceError::File { file: file.clone(), source })?;
    let now = flags.at.unwrap_or_else(|| SystemClock.now());
    let question = Question::read(&text).map_err(|problem| PriceError::Form { file, problem })?;
    let cart = question.cart;
    let shop = chain.shop(cart.shop).ok_or(PriceError::Shop(cart.shop))?;
    // A restaurant that bakes its deliveries elsewhere sells what is baked there.
    let elsewhere = shop.delivery_redirection.filter(|_| cart.order_type == OrderType::Delivery);
    let kitchen = elsewhere.and_then(|id| chain.shop(id)).unwrap_or(shop);
    let moment = match question.preorder {
        Some(at) => Moment::preorder(now, at),
        None => Moment::now(now, question::helsinki()),
    };
    let lunch = intervals(kitchen, Hours::Kind(HoursKind::Lunch), moment.at(), 1);
    let lunch_until =
        lunch.into_iter().find(|lunch| lunch.holds(moment.at())).map(|lunch| question::minute_of(lunch.end));
    let stock = StockOf(chain.out_of_stock(kitchen.id()));
    let priced = pricing::price(PriceRequest {
        chain: &chain,
        cart: &cart,
        person: Person { kind: flags.person.kind(), is_adult: flags.adult },
        moment: &moment,
        shop,
        kitchen,
        shop_message: None,
        lunch_until,
        stock: &stock,
        codes: &NoCodes,
    });
    Ok(table::of(&priced))
}

impl Caller {
    fn kind(self) -> PersonKind {
        match self {
            Self::Guest => PersonKind::Guest,
            Self::Customer => PersonKind::Customer,
            Self::Member => PersonKind::Member,
            Self::Callcentre => PersonKind::CallCentre,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(cart: &str) -> Result<String, PriceError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cart.json");
        fs::write(&file, cart).unwrap();
        run(&PriceFlags {
            file,
            content: Some(concat!(env!("CARGO_MANIFEST_DIR"), "/../chain/tests/fixtures/example").into()),
            person: Caller::Guest,
            adult: false,
            at: Some("2026-11-24T16:00:00Z".parse().unwrap()),
        })
    }

    #[test]
    fn a_table_says_why_a_cart_costs_so() {
        let cart = r#"{"shopId":"12","deliveryType":"pickup","promotionCodes":["KESÄ 5","kesa5"],"orderItems":[
            {"uuid":"a","productId":"3001","sizeId":"101","quantity":2,
             "ingredients":[{"ingredientId":"1201","quantity":1},{"ingredientId":"1301","quantity":1},{"ingredientId":"1305","quantity":1}]},
            {"uuid":"b","productId":"3020","sizeId":"100","quantity":1}]}"#;
        let said = table(cart).unwrap();
        let rows: Vec<String> = said.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        for row in [
            "2 × Testipizza Normaali 24.15",
            "base Normaali × 2 25.80",
            "extra Pekoni × 2 2.80",
            "spread Kesäetu -4.45",
            "grand total 27.10",
            "VAT 14 % of 27.10 3.33",
            "campaign/code-not-found: Kampanjakoodia ei löydy.",
        ] {
            assert!(rows.iter().any(|known| known == row), "{row} is not in\n{said}");
        }
    }

    #[test]
    fn what_is_no_cart_is_said_in_words() {
        for (cart, problem) in [
            ("{}", "missing field `shopId`"),
            (r#"{"shopId":"99","deliveryType":1,"orderItems":[]}"#, "there is no restaurant 99"),
            (r#"{"shopId":"12","deliveryType":"drone","orderItems":[]}"#, "deliveryType: drone is none"),
            (
                r#"{"shopId":"12","deliveryType":0,"preOrderTime":"2027-03-28 03:30","orderItems":[]}"#,
                "is no time of Helsinki",
            ),
        ] {
            let error = table(cart).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
