//! What is said to whoever gets money back.

use std::fmt::Write as _;

use domain::{ids::OrderId, money::Cents};

use crate::{
    message::{Mail, MailKind},
    money::euros,
    page::{MailPage, escaped},
};

/// Money that goes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    pub order: OrderId,
    /// What goes back now.
    pub amount: Cents,
    /// What stays paid.
    pub left: Cents,
    /// How it was paid, and so to where it goes back.
    pub payment: String,
    /// The link to the order's page.
    pub tracking_url: String,
}

impl Refund {
    /// The mail to this address.
    #[must_use]
    pub fn mail(&self, to: &str) -> Mail {
        let (subject, told) = (format!("Palautus tilauksesta {}", self.order), self.told());
        let mut body = format!("<h1>{}</h1>", escaped(&subject));
        for words in &told {
            let _infallible = write!(body, "<p>{}</p>", escaped(words));
        }
        let _infallible =
            write!(body, "<p><a class=\"b\" href=\"{}\">Katso tilausta</a></p>", escaped(&self.tracking_url));
        Mail {
            kind: MailKind::OrderRefund,
            to: to.to_owned(),
            text: format!(
                "{subject}\n\n{}\n\nKatso tilausta: {}\n\nOvelle. Tähän viestiin ei voi vastata.\n",
                told.join("\n"),
                self.tracking_url
            ),
            html: Some(MailPage { title: &subject, body: &body }.html()),
            subject,
            links: vec![self.tracking_url.clone()],
        }
    }

    fn told(&self) -> Vec<String> {
        let whole = if self.left.0 == 0 { "koko summan, " } else { "" };
        let mut told = vec![format!("Palautamme sinulle {whole}{}.", euros(self.amount))];
        if self.left.0 > 0 {
            told.push(format!("Tilauksesta jää maksetuksi {}.", euros(self.left)));
        }
        told.push(format!(
            "Raha palautuu samaa tietä kuin maksoit ({}). Siihen voi mennä muutama päivä.",
            self.payment
        ));
        told
    }
}
