//! `ovelle price FILE`: prices a cart and says why it costs so, for those who write campaigns.

mod table;

use std::{fs, io, path::PathBuf, sync::Arc};

use chain::Faults;
use clap::{Args, ValueEnum};
use deps::{Clock, SystemClock};
use jiff::Timestamp;
use ordering::{
    ChainView,
    cart::{CartBody, CartContext},
};
use pricing::{Buyer, NoCodes, PersonKind};
use server::{ApiError, extract::from_json};

use crate::content;

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
    pub person: PriceCaller,
    /// They are old enough for what is age-restricted.
    #[arg(long)]
    pub adult: bool,
    /// When they ask, with its offset. Unset: now.
    #[arg(long)]
    pub at: Option<Timestamp>,
}

/// Who asks for a price.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum PriceCaller {
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
    #[error("{file} is no cart: {}", problem_of(fault))]
    Form {
        /// The file.
        file: String,
        /// Where and why.
        fault: ApiError,
    },
}

/// What is wrong with a cart, in words.
fn problem_of(fault: &ApiError) -> String {
    match fault.body().metadata.get("field").and_then(|field| field.as_str().map(str::to_owned)) {
        Some(field) if field.is_empty() => "it is no object".to_owned(),
        Some(field) => format!("{field} does not fit"),
        None => "it is no JSON".to_owned(),
    }
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
    let wrong = |fault| PriceError::Form { file: file.clone(), fault };
    let read = from_json::<CartBody>(text.as_bytes()).and_then(CartBody::read).map_err(wrong)?;
    let view = ChainView::of_files(Arc::new(chain), now);
    let context = CartContext::of(&view, &read).map_err(wrong)?;
    let person = Buyer { kind: flags.person.kind(), is_adult: flags.adult };
    let priced = context.price(&read.cart, person, &NoCodes);
    Ok(table::of(&priced))
}

impl PriceCaller {
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
            person: PriceCaller::Guest,
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
            ("{", "it is no JSON"),
            ("[]", "it is no object"),
            ("{}", "shopId does not fit"),
            (r#"{"shopId":"99","deliveryType":1,"orderItems":[]}"#, "shopId does not fit"),
            (r#"{"shopId":"12","deliveryType":"drone","orderItems":[]}"#, "deliveryType does not fit"),
        ] {
            let error = table(cart).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
