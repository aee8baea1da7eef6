//! What is said to whoever has an account: by each a mail of a few words and one link.

use std::fmt::Write as _;

use crate::{
    message::{Mail, MailKind},
    page::{MailPage, escaped},
};

/// What happened to an account, with the links of its mail. `Debug` prints none of them.
#[derive(Clone, PartialEq, Eq)]
pub enum AccountMail {
    /// It was made.
    Created { first_name: String, forgot_link: String },
    /// A new password was asked for.
    PasswordReset { link: String, minutes: i64 },
    /// It has another password.
    PasswordChanged { forgot_link: String },
    /// Somebody says that this address is theirs.
    ConfirmEmail { link: String, hours: i64 },
    /// It has another address than this one.
    EmailChanged { undo_link: String, days: i64 },
    /// The provider whose address it has says another one; to both of them.
    EmailFollowed { provider: String, forgot_link: String },
    /// An account at this provider opens it from now on.
    ProviderLinked { provider: String, forgot_link: String },
    /// And does so no more.
    ProviderUnlinked { provider: String, forgot_link: String },
    /// It is erased.
    Erased { privacy_link: String },
    /// Nobody uses it, and it will be erased.
    WillBeErased { sign_in_link: String, days: i64 },
    /// The shop has put its date of birth right.
    BirthDateChanged { account_link: String },
}

/// The parts of a mail.
struct AccountMailParts<'a> {
    kind: MailKind,
    subject: &'a str,
    words: Vec<String>,
    /// Its words and its address.
    link: (&'a str, &'a str),
}

impl AccountMail {
    /// The mail to this address.
    #[must_use]
    pub fn mail(&self, to: &str) -> Mail {
        let AccountMailParts { kind, subject, words, link: (says, address) } = self.told();
        let mut body = format!("<h1>{}</h1>", escaped(subject));
        let mut text = format!("{subject}\n\n{}\n", words.join("\n\n"));
        for paragraph in &words {
            let _infallible = write!(body, "<p>{}</p>", escaped(paragraph));
        }
        let _infallible = write!(body, "<p><a class=\"b\" href=\"{}\">{}</a></p>", escaped(address), escaped(says));
        let _infallible = write!(text, "\n{says}: {address}\n");
        text.push_str("\nOvelle. Tähän viestiin ei voi vastata.\n");
        Mail {
            kind,
            to: to.to_owned(),
            text,
            html: Some(MailPage { title: subject, body: &body }.html()),
            subject: subject.to_owned(),
            links: vec![address.to_owned()],
        }
    }

    fn told(&self) -> AccountMailParts<'_> {
        match self {
            Self::Created { first_name, forgot_link } => AccountMailParts {
                kind: MailKind::AccountCreated,
                subject: "Tervetuloa Ovelleen",
                words: vec![
                    format!("{}, tilisi on valmis. Seuraavat tilaukset löydät tililtäsi.", greeting(first_name)),
                    "Jos et luonut tiliä itse, vaihda sen salasana: näin tilistä tulee sinun.".to_owned(),
                ],
                link: ("Vaihda salasana", forgot_link),
            },
            Self::PasswordReset { link, minutes } => AccountMailParts {
                kind: MailKind::PasswordReset,
                subject: "Vaihda salasanasi",
                words: vec![
                    format!("Voit valita tilillesi uuden salasanan. Linkki toimii kerran, {minutes} minuutin ajan."),
                    "Jos et pyytänyt tätä, sinun ei tarvitse tehdä mitään.".to_owned(),
                ],
                link: ("Valitse uusi salasana", link),
            },
            Self::PasswordChanged { forgot_link } => AccountMailParts {
                kind: MailKind::PasswordChanged,
                subject: "Salasanasi on vaihdettu",
                words: vec![
                    "Tilisi salasana vaihdettiin, ja muut kirjautumiset päättyivät.".to_owned(),
                    "Jos et vaihtanut sitä itse, valitse heti uusi salasana.".to_owned(),
                ],
                link: ("Valitse uusi salasana", forgot_link),
            },
            Self::ConfirmEmail { link, hours } => AccountMailParts {
                kind: MailKind::EmailChanged,
                subject: "Vahvista sähköpostiosoitteesi",
                words: vec![
                    format!("Tilille halutaan tämä osoite. Linkki toimii kerran, {hours} tunnin ajan."),
                    "Jos et pyytänyt tätä, sinun ei tarvitse tehdä mitään.".to_owned(),
                ],
                link: ("Vahvista osoite", link),
            },
            Self::EmailChanged { undo_link, days } => AccountMailParts {
                kind: MailKind::EmailChanged,
                subject: "Tilisi sähköposti on vaihdettu",
                words: vec![
                    "Tilisi kirjautumisosoite ei ole enää tämä.".to_owned(),
                    format!("Jos et vaihtanut sitä itse, peru vaihto. Linkki toimii {days} päivää."),
                ],
                link: ("Peru vaihto", undo_link),
            },
            Self::Erased { privacy_link } => AccountMailParts {
                kind: MailKind::AccountErased,
                subject: "Tilisi on poistettu",
                words: vec![
                    "Tilisi ja sen tiedot on poistettu. Kirjanpito säilyttää tilaustesi summat ilman nimeäsi."
                        .to_owned(),
                    "Jos et poistanut tiliä itse, ota meihin heti yhteyttä. Poistoa ei voi perua.".to_owned(),
                ],
                link: ("Lue, mitä tiedoille tehdään", privacy_link),
            },
            Self::WillBeErased { sign_in_link, days } => AccountMailParts {
                kind: MailKind::AccountErased,
                subject: "Tilisi poistetaan pian",
                words: vec![
                    format!("Tiliäsi ei ole käytetty pitkään aikaan, ja se poistetaan {days} päivän kuluttua."),
                    "Jos haluat pitää sen, kirjaudu sisään kerran. Muuten sinun ei tarvitse tehdä mitään.".to_owned(),
                ],
                link: ("Kirjaudu sisään", sign_in_link),
            },
            Self::BirthDateChanged { account_link } => AccountMailParts {
                kind: MailKind::BirthDateChanged,
                subject: "Syntymäpäiväsi on korjattu",
                words: vec![
                    "Asiakaspalvelu korjasi tilisi syntymäpäivän.".to_owned(),
                    "Jos et pyytänyt tätä, ota meihin yhteyttä.".to_owned(),
                ],
                link: ("Katso tietosi", account_link),
            },
            Self::ProviderLinked { provider, forgot_link } => of_provider(
                MailKind::ProviderLinked,
                "Tiliisi liitettiin tunnus",
                format!("Tilillesi pääsee nyt myös kirjautumalla palvelussa {provider}."),
                forgot_link,
            ),
            Self::ProviderUnlinked { provider, forgot_link } => of_provider(
                MailKind::ProviderLinked,
                "Tililtäsi poistettiin tunnus",
                format!("Tilillesi ei enää pääse kirjautumalla palvelussa {provider}."),
                forgot_link,
            ),
            Self::EmailFollowed { provider, forgot_link } => of_provider(
                MailKind::EmailChanged,
                "Tilisi sähköposti on vaihdettu",
                format!("Tilisi sähköpostiosoite on sama kuin palvelussa {provider}, ja se vaihtui siellä."),
                forgot_link,
            ),
        }
    }
}

/// What a mail says of an identity provider.
fn of_provider<'a>(kind: MailKind, subject: &'a str, happened: String, forgot_link: &'a str) -> AccountMailParts<'a> {
    AccountMailParts {
        kind,
        subject,
        words: vec![happened, "Jos et tehnyt tätä itse, valitse tilillesi heti uusi salasana.".to_owned()],
        link: ("Valitse uusi salasana", forgot_link),
    }
}

/// A provider may say no name.
fn greeting(first_name: &str) -> String {
    if first_name.is_empty() { "Hei".to_owned() } else { format!("Hei {first_name}") }
}

impl std::fmt::Debug for AccountMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AccountMail({})", self.told().kind.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mail_says_its_link_in_text_and_page_and_nothing_of_it_in_logs() {
        let link = || "https://ovelle.example/x?t=geheim&e=1".to_owned();
        let mails = [
            (AccountMail::Created { first_name: "<Aino>".to_owned(), forgot_link: link() }, "account-created"),
            (AccountMail::PasswordReset { link: link(), minutes: 30 }, "password-reset"),
            (AccountMail::PasswordChanged { forgot_link: link() }, "password-changed"),
            (AccountMail::ConfirmEmail { link: link(), hours: 24 }, "email-changed"),
            (AccountMail::EmailChanged { undo_link: link(), days: 7 }, "email-changed"),
            (AccountMail::EmailFollowed { provider: "Tunnus".to_owned(), forgot_link: link() }, "email-changed"),
            (AccountMail::ProviderLinked { provider: "Tunnus".to_owned(), forgot_link: link() }, "provider-linked"),
            (AccountMail::ProviderUnlinked { provider: "Tunnus".to_owned(), forgot_link: link() }, "provider-linked"),
            (AccountMail::Erased { privacy_link: link() }, "account-erased"),
            (AccountMail::WillBeErased { sign_in_link: link(), days: 30 }, "account-erased"),
            (AccountMail::BirthDateChanged { account_link: link() }, "birth-date-changed"),
        ];
        for (told, kind) in mails {
            let mail = told.mail("aino@ovelle.example");
            assert_eq!((mail.kind.as_str(), mail.links.as_slice()), (kind, &[link()][..]));
            assert!(mail.text.contains(&link()), "{}", mail.text);
            let html = mail.html.unwrap();
            assert!(html.contains("t=geheim&amp;e=1") && !html.contains("<Aino>"), "{html}");
            assert!(!format!("{told:?}").contains("geheim"));
        }
    }
}
