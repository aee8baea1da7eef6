//! Who orders: what must be known of them before an order is placed (docs/spec/ordering.md, "Placing an order").

use domain::{
    error::Code,
    order::OrderType,
    phone::comparable,
    words::{HiddenCharacter, Lines, NotAnEmail, email, without_format},
};
use server::{
    ApiError,
    words::{AuthorKind, hidden},
};

use crate::cart::Contact;

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Required,
    Short,
    Long,
    Invalid,
}

impl Rule {
    fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Short => "short",
            Self::Long => "long",
            Self::Invalid => "invalid",
        }
    }
}

/// The longest first name, in characters.
const LONGEST_NAME: usize = 100;
/// A phone number's characters, its plus, hyphens and spaces among them.
const PHONE: std::ops::RangeInclusive<usize> = 5..=18;
/// Digits of a phone number.
const FEWEST_DIGITS: usize = 5;
/// Digits of a postal code.
const POSTAL_CODE: usize = 5;

/// Checks who orders, and brings what they wrote into its one spelling. The call centre needs no mail address.
///
/// # Errors
/// 422 with the path of the first field that does not fit, and the rule that it breaks.
pub(crate) fn check_contact(contact: &mut Contact, order_type: OrderType, needs_email: bool) -> Result<(), ApiError> {
    let is_delivered = order_type == OrderType::Delivery;
    read_words(&mut contact.first_name, "firstName")?;
    check("firstName", contact.first_name.as_deref(), name)?;
    read_words(&mut contact.last_name, "lastName")?;
    contact.phone_number = plain(contact.phone_number.as_deref(), &path_of("phoneNumber"))?;
    check("phoneNumber", contact.phone_number.as_deref(), phone)?;
    let written = plain(contact.email.as_deref(), &path_of("email"))?;
    contact.email =
        written.as_deref().map(email).transpose().map_err(|NotAnEmail| broken(&path_of("email"), Rule::Invalid))?;
    if needs_email {
        check("email", contact.email.as_deref(), |_| Ok(()))?;
    }
    read_words(&mut contact.street, "street")?;
    check_if(is_delivered, "street", contact.street.as_deref(), street)?;
    read_words(&mut contact.apartment_number, "apartmentNumber")?;
    read_words(&mut contact.postal_code, "postalCode")?;
    check_if(is_delivered, "postalCode", contact.postal_code.as_deref(), postal_code)?;
    read_words(&mut contact.city, "city")?;
    check_if(is_delivered, "city", contact.city.as_deref(), |_| Ok(()))?;
    if let Some((text, field)) = contact.instruction.take() {
        let words = AuthorKind::Person.words(Some(&text), Lines::Many, field)?;
        contact.instruction = words.map(|words| (words, field));
    }
    Ok(())
}

fn read_words(text: &mut Option<String>, field: &str) -> Result<(), ApiError> {
    *text = AuthorKind::Person.words(text.as_deref(), Lines::One, &path_of(field))?;
    Ok(())
}

/// A number or address as it looks: without format characters and blanks around it; none where nothing is left.
fn plain(text: Option<&str>, path: &str) -> Result<Option<String>, ApiError> {
    let Some(text) = text else { return Ok(None) };
    let text = without_format(text).map_err(|HiddenCharacter| hidden(path))?;
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// Takes the telephone that somebody called from as the order's: none other may be written down for it. Gives it in
/// [`comparable`]'s spelling.
///
/// # Errors
/// 422 with the path and the rule where that is no phone number, or another one is written down.
pub(crate) fn take_caller_phone(contact: &mut Contact, called_from: &str) -> Result<String, ApiError> {
    let phone_number = plain(Some(called_from), CALLER_PHONE)?;
    check_at(CALLER_PHONE, phone_number.as_deref(), phone)?;
    let caller = phone_number.as_deref().and_then(comparable).unwrap_or_default();
    let written = plain(contact.phone_number.as_deref(), &path_of("phoneNumber"))?;
    if written.as_deref().is_some_and(|written| comparable(written).as_ref() != Some(&caller)) {
        return Err(ApiError::invalid(CALLER_PHONE));
    }
    if written.is_none() {
        contact.phone_number = phone_number;
    }
    Ok(caller)
}

/// Where the telephone of somebody stands for whom the call centre orders.
pub(crate) const CALLER_PHONE: &str = "onBehalf.phone";

fn path_of(field: &str) -> String {
    format!("deliveryContact.{field}")
}

fn check(field: &str, text: Option<&str>, rule: impl FnOnce(&str) -> Result<(), Rule>) -> Result<(), ApiError> {
    check_at(&path_of(field), text, rule)
}

fn check_if(
    is_needed: bool,
    field: &str,
    text: Option<&str>,
    rule: impl FnOnce(&str) -> Result<(), Rule>,
) -> Result<(), ApiError> {
    if is_needed { check(field, text, rule) } else { Ok(()) }
}

fn check_at(path: &str, text: Option<&str>, rule: impl FnOnce(&str) -> Result<(), Rule>) -> Result<(), ApiError> {
    text.map_or(Err(Rule::Required), rule).map_err(|rule| broken(path, rule))
}

fn broken(path: &str, rule: Rule) -> ApiError {
    ApiError::new(Code::Invalid).with("field", path).with("rule", rule.as_str())
}

fn name(text: &str) -> Result<(), Rule> {
    if text.chars().count() <= LONGEST_NAME { Ok(()) } else { Err(Rule::Long) }
}

fn phone(text: &str) -> Result<(), Rule> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    if !digits.chars().all(|c| c.is_ascii_digit() || c == '-' || c == ' ') {
        return Err(Rule::Invalid);
    }
    match text.len() {
        length if length < *PHONE.start() => Err(Rule::Short),
        length if length > *PHONE.end() => Err(Rule::Long),
        _ if digits.bytes().filter(u8::is_ascii_digit).count() < FEWEST_DIGITS => Err(Rule::Short),
        _ => Ok(()),
    }
}

fn street(text: &str) -> Result<(), Rule> {
    if text.chars().any(|c| c.is_ascii_digit()) { Ok(()) } else { Err(Rule::Invalid) }
}

fn postal_code(text: &str) -> Result<(), Rule> {
    let is_code = text.len() == POSTAL_CODE && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_code { Ok(()) } else { Err(Rule::Invalid) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aino() -> Contact {
        let text = |text: &str| Some(text.to_owned());
        Contact {
            first_name: text("Aino"),
            phone_number: text("+358 40-123 4567"),
            email: text("aino@example.fi"),
            street: text("Liisankatu 12"),
            postal_code: text("00170"),
            city: text("Helsinki"),
            ..Contact::default()
        }
    }

    fn fault(contact: &Contact, order_type: OrderType) -> Option<(String, String)> {
        let body = check_contact(&mut contact.clone(), order_type, true).err()?.body();
        let word = |name: &str| body.metadata[name].as_str().unwrap().to_owned();
        Some((word("field"), word("rule")))
    }

    // spec: CK-01, CK-30, CK-31
    #[test]
    fn each_field_is_named_with_its_rule() {
        assert_eq!(fault(&aino(), OrderType::Delivery), None);
        let long = "a".repeat(101);
        for (field, value, rule) in [
            ("firstName", " ", "required"),
            ("firstName", long.as_str(), "long"),
            ("phoneNumber", "", "required"),
            ("phoneNumber", "0401", "short"),
            ("phoneNumber", "0401234567890123456", "long"),
            ("phoneNumber", "040 123 456a", "invalid"),
            ("phoneNumber", "040+1234", "invalid"),
            ("phoneNumber", "+-- --", "short"),
            ("phoneNumber", "+358 4", "short"),
            ("phoneNumber", "040\n123456", "characters"),
            ("firstName", "\u{200b}", "characters"),
            ("firstName", "\u{202e}oniA", "characters"),
            ("street", "Liisankatu 12\n\nMaksu on vahvistettu.", "characters"),
            ("city", "Hel\u{1b}@sinki", "characters"),
            ("email", "a@b..fi", "invalid"),
            ("email", "a,c@d.fi", "invalid"),
            ("email", "aino@example", "invalid"),
            ("email", "aino@example.fi\r\nBcc: a@b.fi", "characters"),
            ("email", "", "required"),
            ("email", "aino", "invalid"),
            ("email", "@example.fi", "invalid"),
            ("email", "aino@", "invalid"),
            ("email", "a b@example.fi", "invalid"),
            ("email", "aino@@example.fi", "invalid"),
            ("street", "", "required"),
            ("street", "Liisankatu", "invalid"),
            ("postalCode", "0017", "invalid"),
            ("postalCode", "0017a", "invalid"),
            ("city", "", "required"),
        ] {
            let mut contact = aino();
            let text = Some(value.to_owned());
            match field {
                "firstName" => contact.first_name = text,
                "phoneNumber" => contact.phone_number = text,
                "email" => contact.email = text,
                "street" => contact.street = text,
                "postalCode" => contact.postal_code = text,
                _ => contact.city = text,
            }
            let wanted = Some((format!("deliveryContact.{field}"), rule.to_owned()));
            assert_eq!(fault(&contact, OrderType::Delivery), wanted, "{value}");
        }
        for phone in ["04012", "+040-1234 567", "040123456789012345"] {
            let contact = Contact { phone_number: Some(phone.to_owned()), ..aino() };
            assert_eq!(fault(&contact, OrderType::Delivery), None, "{phone}");
        }
    }

    #[test]
    fn what_is_fetched_needs_no_address_and_the_call_centre_no_mail() {
        let fetched = Contact { street: None, postal_code: None, city: None, ..aino() };
        assert_eq!(fault(&fetched, OrderType::Pickup), None);
        let silent = || Contact { email: None, ..aino() };
        assert!(check_contact(&mut silent(), OrderType::Delivery, false).is_ok());
        assert!(check_contact(&mut silent(), OrderType::Delivery, true).is_err());
        for good in ["0401", "+3584012345678901234"] {
            let mut contact = Contact { phone_number: Some(good.to_owned()), ..aino() };
            assert!(check_contact(&mut contact, OrderType::Pickup, true).is_err(), "{good}");
        }
    }

    #[test]
    fn what_was_written_has_one_spelling() {
        let text = |text: &str| Some(text.to_owned());
        let mut contact = Contact {
            first_name: text("  Aino  Ma\u{308}ki "),
            last_name: text(" \u{a0} "),
            phone_number: text("\u{202d}040 123 4567\u{202c}"),
            email: text("aino@m\u{e4}kel\u{e4}.fi\u{200b}"),
            apartment_number: text(" B  7"),
            instruction: Some((" Ovikoodi 1234 \r\n\r\n soita ".to_owned(), "additionalInfo")),
            ..aino()
        };
        check_contact(&mut contact, OrderType::Delivery, true).unwrap();
        let wanted = Contact {
            first_name: text("Aino Mäki"),
            phone_number: text("040 123 4567"),
            email: text("aino@xn--mkel-load.fi"),
            apartment_number: text("B 7"),
            instruction: Some(("Ovikoodi 1234\nsoita".to_owned(), "additionalInfo")),
            ..aino()
        };
        assert_eq!(contact, wanted);
    }
}
