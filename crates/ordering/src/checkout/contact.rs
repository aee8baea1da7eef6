//! Who orders: what must be known of them before an order is placed (contract ordering, "Checkout and payment").

use domain::{error::Code, order::OrderType};
use server::ApiError;

use super::body::OnBehalfBody;
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
/// Digits of a postal code.
const POSTAL_CODE: usize = 5;

/// Checks who orders. The call centre needs no mail address.
///
/// # Errors
/// 422 with the path of the first field that does not fit, and the rule that it breaks.
pub(crate) fn check_contact(contact: &Contact, order_type: OrderType, needs_email: bool) -> Result<(), ApiError> {
    let text =
        |text: &'_ Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    check("firstName", text(&contact.first_name).as_deref(), name)?;
    check("phoneNumber", text(&contact.phone_number).as_deref(), phone)?;
    let email_of_contact = text(&contact.email);
    if needs_email || email_of_contact.is_some() {
        check("email", email_of_contact.as_deref(), email)?;
    }
    if order_type == OrderType::Delivery {
        check("street", text(&contact.street).as_deref(), street)?;
        check("postalCode", text(&contact.postal_code).as_deref(), postal_code)?;
        check("city", text(&contact.city).as_deref(), |_| Ok(()))?;
    }
    Ok(())
}

/// Takes the telephone that somebody called from, where none was written down for the order.
///
/// # Errors
/// 422 with the path and the rule where that is no phone number, or they are said to be a customer whom nobody has found.
pub(crate) fn take_caller(contact: &mut Contact, caller: &OnBehalfBody) -> Result<(), ApiError> {
    let phone_number = Some(caller.phone.trim()).filter(|text| !text.is_empty());
    check_at("onBehalf.phone", phone_number, phone)?;
    // No call finds customers yet, so nobody has signed such a reference.
    if caller.customer_ref.is_some() {
        return Err(ApiError::invalid("onBehalf.customerRef"));
    }
    let is_written = contact.phone_number.as_deref().is_some_and(|text| !text.trim().is_empty());
    if !is_written {
        contact.phone_number = phone_number.map(str::to_owned);
    }
    Ok(())
}

fn check(field: &str, text: Option<&str>, rule: impl FnOnce(&str) -> Result<(), Rule>) -> Result<(), ApiError> {
    check_at(&format!("deliveryContact.{field}"), text, rule)
}

fn check_at(path: &str, text: Option<&str>, rule: impl FnOnce(&str) -> Result<(), Rule>) -> Result<(), ApiError> {
    let outcome = text.map_or(Err(Rule::Required), rule);
    outcome.map_err(|rule| ApiError::new(Code::Invalid).with("field", path).with("rule", rule.as_str()))
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
        _ => Ok(()),
    }
}

fn email(text: &str) -> Result<(), Rule> {
    let is_plain = |part: &str| !part.is_empty() && !part.chars().any(|c| c.is_whitespace() || c.is_control());
    let parts = text.split_once('@').filter(|(local, domain)| is_plain(local) && is_plain(domain));
    let is_address =
        parts.is_some_and(|(_, domain)| !domain.contains('@') && !domain.starts_with('.') && !domain.ends_with('.'));
    if is_address { Ok(()) } else { Err(Rule::Invalid) }
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
        let body = check_contact(contact, order_type, true).err()?.body();
        let word = |name: &str| body.metadata[name].as_str().unwrap().to_owned();
        Some((word("field"), word("rule")))
    }

    // spec: CK-01, CK-24, CK-26, CK-27, CK-30, CK-31
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
    }

    #[test]
    fn what_is_fetched_needs_no_address_and_the_call_centre_no_mail() {
        let fetched = Contact { street: None, postal_code: None, city: None, ..aino() };
        assert_eq!(fault(&fetched, OrderType::Pickup), None);
        let silent = Contact { email: None, ..aino() };
        assert!(check_contact(&silent, OrderType::Delivery, false).is_ok());
        assert!(check_contact(&silent, OrderType::Delivery, true).is_err());
        for good in ["0401", "+3584012345678901234"] {
            let contact = Contact { phone_number: Some(good.to_owned()), ..aino() };
            assert!(check_contact(&contact, OrderType::Pickup, true).is_err(), "{good}");
        }
    }
}
