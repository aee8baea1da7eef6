//! The receipt of an order: what was ordered, what is in it, and what it cost.

mod html;
mod text;

use domain::{ids::OrderId, money::Cents};
use jiff::civil::DateTime;

use crate::{
    message::{Mail, MailKind},
    money::{clock, moment},
};

/// An order as its receipt tells of it. All times are those of Helsinki, all words Finnish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub order: OrderId,
    pub placed_at: DateTime,
    /// Name, address and telephone of the restaurant.
    pub restaurant: [String; 3],
    pub wanted: HandoverKind,
    /// From when to when it is promised, where it is.
    pub promised: Option<(DateTime, DateTime)>,
    /// What whoever eats it wants to avoid, by name.
    pub avoided: Vec<String>,
    /// Whether it is brought without packaging.
    pub without_packaging: bool,
    pub lines: Vec<ReceiptLine>,
    /// What is added to the lines and taken from them, in its order: delivery, fees, discounts, what was prepaid.
    pub sums: Vec<Sum>,
    pub total: Cents,
    /// By rate, the lowest first.
    pub vat: Vec<ReceiptVat>,
    /// How it is paid.
    pub payment: String,
    /// Whether that has happened.
    pub is_paid: bool,
    /// The link to the order's page.
    pub tracking_url: String,
}

/// How an order is handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandoverKind {
    /// At the door, there.
    Delivery(String),
    Pickup,
    Eatin,
}

/// A line of the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptLine {
    pub quantity: u32,
    pub name: String,
    /// The size's name, where the product has several.
    pub size: Option<String>,
    /// What is in it, by name.
    pub allergens: Vec<String>,
    /// What was changed in the recipe: `+ ananas`, `− sipuli`.
    pub changes: Vec<String>,
    /// Of all units, before discounts.
    pub price: Cents,
    pub discount: Cents,
}

/// An amount with its name; what is taken off is negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    pub name: String,
    pub amount: Cents,
}

/// What is taxed at one rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReceiptVat {
    /// In hundredths of a percent.
    pub rate: u32,
    pub gross: Cents,
    pub tax: Cents,
}

impl Receipt {
    /// The mail to this address.
    #[must_use]
    pub fn mail(&self, to: &str) -> Mail {
        Mail {
            kind: MailKind::OrderReceipt,
            to: to.to_owned(),
            subject: format!("Kuitti tilauksesta {}", self.order),
            text: self.text(),
            html: Some(self.html()),
            links: vec![self.tracking_url.clone()],
        }
    }

    /// Number, moment.
    fn headline(&self) -> String {
        format!("Tilaus {}, {}", self.order, moment(self.placed_at))
    }

    /// How, where and when it is handed over.
    fn handover(&self) -> String {
        let when = self.promised.map(|(from, until)| {
            let day = if from.date() == self.placed_at.date() { String::new() } else { day_of(from) };
            format!(", {day}klo {}–{}", clock(from), clock(until))
        });
        let when = when.unwrap_or_default();
        match &self.wanted {
            HandoverKind::Delivery(address) => {
                let packaging = if self.without_packaging { ", ilman pakkausta" } else { "" };
                format!("Kuljetus osoitteeseen {address}{when}{packaging}")
            }
            HandoverKind::Pickup => format!("Nouto ravintolasta{when}"),
            HandoverKind::Eatin => format!("Syödään ravintolassa{when}"),
        }
    }

    fn payment_line(&self) -> String {
        let state = if self.is_paid { "Maksettu" } else { "Maksetaan" };
        format!("{state}: {}", self.payment)
    }

    /// What to look out for, where anything is to be avoided.
    fn warning(&self) -> Option<String> {
        (!self.avoided.is_empty()).then(|| format!("Vältettävä: {}", self.avoided.join(", ")))
    }
}

fn day_of(at: DateTime) -> String {
    format!("{}.{}. ", at.day(), at.month())
}

impl ReceiptLine {
    fn title(&self) -> String {
        let size = self.size.as_ref().map(|size| format!(", {size}")).unwrap_or_default();
        format!("{} × {}{size}", self.quantity, self.name)
    }

    /// What stands below the title, allergens first.
    fn notes(&self) -> Vec<String> {
        let allergens = (!self.allergens.is_empty()).then(|| format!("Allergeenit: {}", self.allergens.join(", ")));
        allergens.into_iter().chain(self.changes.iter().cloned()).collect()
    }
}

impl ReceiptVat {
    fn net(self) -> Cents {
        Cents(self.gross.0 - self.tax.0)
    }
}
