//! The receipt in letters.

use std::fmt::Write as _;

use domain::money::Cents;

use super::Receipt;
use crate::money::{euros, percent};

/// Letters in a line.
const WIDTH: usize = 64;

impl Receipt {
    pub(super) fn text(&self) -> String {
        let mut text = String::from("Kiitos tilauksestasi!\n\n");
        line(&mut text, &self.headline());
        line(&mut text, &self.restaurant.join(", "));
        line(&mut text, &self.handover());
        line(&mut text, &format!("Seuraa tilausta: {}", self.tracking_url));
        if let Some(warning) = self.warning() {
            line(&mut text, &format!("\n{}", warning.to_uppercase()));
        }
        text.push('\n');
        self.write_lines(&mut text);
        text.push('\n');
        for sum in &self.sums {
            priced(&mut text, &sum.name, sum.amount);
        }
        priced(&mut text, "YHTEENSÄ", self.total);
        line(&mut text, &self.payment_line());
        line(&mut text, "\nArvonlisävero");
        for vat in &self.vat {
            let (net, tax) = (euros(vat.net()), euros(vat.tax));
            priced(&mut text, &format!("{} veroton {net}, vero {tax}", percent(vat.rate)), vat.gross);
        }
        text.push_str("\nOvelle. Tähän viestiin ei voi vastata.\n");
        text
    }

    fn write_lines(&self, text: &mut String) {
        for ordered in &self.lines {
            priced(text, &ordered.title(), ordered.price);
            for note in ordered.notes() {
                line(text, &format!("    {note}"));
            }
            if ordered.discount.0 != 0 {
                priced(text, "    Alennus", Cents(-ordered.discount.0));
            }
        }
    }
}

fn line(text: &mut String, words: &str) {
    let _infallible = writeln!(text, "{words}");
}

/// Words with an amount at the right.
fn priced(text: &mut String, words: &str, amount: Cents) {
    let amount = euros(amount);
    let gap = WIDTH.saturating_sub(words.chars().count() + amount.chars().count()).max(1);
    let _infallible = writeln!(text, "{words}{}{amount}", " ".repeat(gap));
}
