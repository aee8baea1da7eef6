//! A price as a table of its steps.

use std::fmt::Write;

use domain::money::Cents;
use pricing::{PriceStep, Priced};

/// Columns of a step: what it is, and what it comes to.
const WHAT: usize = 56;

/// The table: each line with its steps, what stands beside the lines, the sums, and what is wrong.
pub(super) fn of(priced: &Priced<'_>) -> String {
    let mut text = String::new();
    for line in &priced.lines {
        let name = format!("{} × {} {}", line.quantity, line.product.name, line.size.name);
        row(&mut text, "", &name, line.discounted_price());
        line.explanation.iter().for_each(|step| step_row(&mut text, step));
    }
    if !priced.explanation.is_empty() {
        text.push_str("beside the lines\n");
        priced.explanation.iter().for_each(|step| step_row(&mut text, step));
    }
    row(&mut text, "", "grand total", priced.details.grand_total);
    for share in &priced.details.vat {
        row(&mut text, "  ", &format!("VAT {} % of {}", share.rate.percent(), euros(share.gross)), share.vat);
    }
    row(&mut text, "", "payable", priced.payable);
    for message in &priced.messages {
        let _written = writeln!(text, "{}: {}", message.code.as_str(), message.text);
    }
    for missed in &priced.not_applicable {
        let _written = writeln!(text, "{} does not apply: {}", missed.campaign.id, missed.message.text);
    }
    text.trim_end().to_owned()
}

fn step_row(text: &mut String, step: &PriceStep<'_>) {
    let mut what = step.kind.as_str().to_owned();
    if let Some(name) = &step.name {
        let _written = write!(what, " {name}");
    }
    if step.quantity > 1 {
        let _written = write!(what, " × {}", step.quantity);
    }
    row(text, "  ", &what, step.amount);
}

fn row(text: &mut String, indent: &str, what: &str, amount: Cents) {
    let _written = writeln!(text, "{:WHAT$} {:>9}", format!("{indent}{what}"), euros(amount));
}

/// Euros with two decimals.
fn euros(amount: Cents) -> String {
    let sign = if amount.0 < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", amount.0.abs() / 100, amount.0.abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_two_decimals_and_their_sign() {
        assert_eq!(
            [0, 5, -50, 1290, -123_456].map(|cents| euros(Cents(cents))),
            ["0.00", "0.05", "-0.50", "12.90", "-1234.56"]
        );
    }
}
