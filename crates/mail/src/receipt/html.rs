//! The receipt as a page: tables and styles of its own, because mail programs read little else.

use std::fmt::Write as _;

use domain::money::Cents;

use super::{Receipt, ReceiptLine};
use crate::{
    money::{euros, percent},
    page::{MailPage, escaped},
};

impl Receipt {
    pub(super) fn html(&self) -> String {
        let mut body = String::new();
        let [name, address, phone] = self.restaurant.each_ref().map(|text| escaped(text));
        let _infallible = write!(
            body,
            "<p class=\"q\">{}</p><h1>Kiitos tilauksestasi!</h1><p><b>{name}</b><br>{address}<br>{phone}</p><p>{}</p>",
            escaped(&self.headline()),
            escaped(&self.handover()),
        );
        if let Some(warning) = self.warning() {
            let _infallible = write!(body, "<p class=\"w\">{}</p>", escaped(&warning));
        }
        let _infallible =
            write!(body, "<p><a class=\"b\" href=\"{}\">Seuraa tilausta</a></p>", escaped(&self.tracking_url));
        body.push_str("<table><caption>Tilauksesi</caption>");
        self.lines.iter().for_each(|line| write_line(&mut body, line));
        for sum in &self.sums {
            row(&mut body, &escaped(&sum.name), sum.amount, "");
        }
        row(&mut body, "Yhteensä", self.total, " class=\"t\"");
        let _infallible = write!(body, "</table><p>{}</p>", escaped(&self.payment_line()));
        self.write_vat(&mut body);
        MailPage { title: &format!("Kuitti tilauksesta {}", self.order), body: &body }.html()
    }

    fn write_vat(&self, body: &mut String) {
        body.push_str(
            "<table class=\"v\"><caption>Arvonlisävero</caption><tr><th scope=\"col\">Kanta</th>\
             <th scope=\"col\">Veroton</th><th scope=\"col\">Vero</th><th scope=\"col\">Yhteensä</th></tr>",
        );
        for vat in &self.vat {
            let [net, tax, gross] = [vat.net(), vat.tax, vat.gross].map(euros);
            let rate = percent(vat.rate);
            let _infallible = write!(body, "<tr><td>{rate}</td><td>{net}</td><td>{tax}</td><td>{gross}</td></tr>");
        }
        body.push_str("</table>");
    }
}

fn write_line(body: &mut String, line: &ReceiptLine) {
    let mut words = format!("<b>{}</b>", escaped(&line.title()));
    for note in line.notes() {
        let _infallible = write!(words, "<br><span class=\"q\">{}</span>", escaped(&note));
    }
    row(body, &words, line.price, "");
    if line.discount.0 != 0 {
        row(body, "Alennus", Cents(-line.discount.0), " class=\"d\"");
    }
}

/// A row of words, which are escaped already, with an amount at the right.
fn row(body: &mut String, words: &str, amount: Cents, class: &str) {
    let _infallible = write!(body, "<tr{class}><td>{words}</td><td>{}</td></tr>", euros(amount));
}
