//! What somebody sends who wants an account, checked in the order of the specification's table.

use std::fmt;

use jiff::civil::Date;

use super::{BadBirthDate, BirthDate, CustomerPhone, FieldRule, PersonName, WrongField};
use crate::{captcha, email::CustomerEmail, password};

/// The fields of a registration as they came; none: absent, or `null` (LG-30).
#[derive(Clone, Copy, Default)]
pub struct RawRegistration<'a> {
    pub first_name: Option<&'a str>,
    pub last_name: Option<&'a str>,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub password: Option<&'a str>,
    pub accepted_terms: Option<bool>,
    pub accepted_loyalty_terms: Option<bool>,
    pub email_marketing_permission: Option<bool>,
    pub show_loyalty_sign_up_page: Option<bool>,
    pub birthdate: Option<&'a str>,
    pub captcha_token: Option<&'a str>,
}

/// A registration whose fields all fit: the terms of the shop are accepted.
#[derive(Clone, PartialEq, Eq)]
pub struct CheckedRegistration<'a> {
    pub first_name: PersonName,
    pub last_name: PersonName,
    pub email: CustomerEmail,
    pub phone: CustomerPhone,
    pub password: &'a str,
    pub accepted_loyalty_terms: bool,
    pub email_marketing_permission: bool,
    pub show_loyalty_sign_up_page: bool,
    pub birth_date: Option<BirthDate>,
    /// Not verified yet.
    pub captcha_token: &'a str,
}

impl<'a> RawRegistration<'a> {
    /// Checks the fields. A password has `shortest_password` characters at least; `today` is Helsinki's.
    ///
    /// # Errors
    /// The first field that does not fit.
    pub fn check(self, shortest_password: usize, today: Date) -> Result<CheckedRegistration<'a>, WrongField> {
        let first_name = name("firstName", self.first_name)?;
        let last_name = name("lastName", self.last_name)?;
        let email = email(self.email)?;
        let phone = needed("phone", self.phone)?;
        let phone = CustomerPhone::read(phone).map_err(|bad| bad.of("phone"))?;
        let password = needed("password", self.password)?;
        password::check(password, email.as_str(), shortest_password)
            .map_err(|weak| WrongField::with_code("password", weak.code()))?;
        match self.accepted_terms {
            Some(true) => {}
            Some(false) => return Err(WrongField::breaking("acceptedTerms", FieldRule::Invalid)),
            None => return Err(WrongField::required("acceptedTerms")),
        }
        let birthdate = self.birthdate.map(str::trim).filter(|text| !text.is_empty());
        let birth_date = birthdate
            .map(|text| BirthDate::read(text, today))
            .transpose()
            .map_err(|BadBirthDate| WrongField::with_code("birthdate", BadBirthDate::CODE))?;
        let captcha_token = self.captcha_token.ok_or(WrongField::required(captcha::FIELD))?;
        Ok(CheckedRegistration {
            first_name,
            last_name,
            email,
            phone,
            password,
            accepted_loyalty_terms: self.accepted_loyalty_terms.unwrap_or(false),
            email_marketing_permission: self.email_marketing_permission.unwrap_or(false),
            show_loyalty_sign_up_page: self.show_loyalty_sign_up_page.unwrap_or(true),
            birth_date,
            captcha_token,
        })
    }
}

impl fmt::Debug for RawRegistration<'_> {
    /// Without its contents: they are a person's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RawRegistration(…)")
    }
}

impl fmt::Debug for CheckedRegistration<'_> {
    /// Without its contents: they are a person's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CheckedRegistration(…)")
    }
}

fn needed<'a>(field: &'static str, text: Option<&'a str>) -> Result<&'a str, WrongField> {
    text.ok_or(WrongField::required(field))
}

fn name(field: &'static str, text: Option<&str>) -> Result<PersonName, WrongField> {
    PersonName::read(needed(field, text)?).map_err(|bad| bad.of(field))
}

fn email(text: Option<&str>) -> Result<CustomerEmail, WrongField> {
    let text = needed("email", text)?;
    if text.trim().is_empty() {
        return Err(WrongField::required("email"));
    }
    text.parse().map_err(|_| WrongField::breaking("email", FieldRule::Invalid))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 24);

    fn aino() -> RawRegistration<'static> {
        RawRegistration {
            first_name: Some(" Aino "),
            last_name: Some("Aalto"),
            email: Some("Aino.Aalto@Ovelle.Example"),
            phone: Some("+358 40-123 4567"),
            password: Some("kR7#mq"),
            accepted_terms: Some(true),
            captcha_token: Some("a token"),
            ..RawRegistration::default()
        }
    }

    /// Field, code and rule of what does not fit.
    type Wrong = (&'static str, &'static str, Option<&'static str>);

    fn wrong(raw: RawRegistration<'_>) -> Option<Wrong> {
        let wrong = raw.check(6, TODAY).err()?;
        Some((wrong.field, wrong.code.as_str(), wrong.rule.map(FieldRule::as_str)))
    }

    fn with(change: impl FnOnce(&mut RawRegistration<'static>)) -> Option<Wrong> {
        let mut raw = aino();
        change(&mut raw);
        wrong(raw)
    }

    #[test]
    fn what_fits_is_kept_in_its_one_spelling() {
        let aino = aino().check(6, TODAY).unwrap();
        assert_eq!((aino.first_name.as_str(), aino.last_name.as_str()), ("Aino", "Aalto"));
        assert_eq!((aino.email.as_str(), aino.phone.as_str()), ("aino.aalto@ovelle.example", "+358 40123 4567"));
        assert_eq!((aino.password, aino.captcha_token, aino.birth_date), ("kR7#mq", "a token", None));
        let flags = [aino.accepted_loyalty_terms, aino.email_marketing_permission, aino.show_loyalty_sign_up_page];
        assert_eq!(flags, [false, false, true], "unless something else is said");
    }

    #[test]
    fn flags_and_a_birth_date_are_taken_as_they_are_said() {
        let raw = RawRegistration {
            accepted_loyalty_terms: Some(true),
            email_marketing_permission: Some(true),
            show_loyalty_sign_up_page: Some(false),
            birthdate: Some("2020-01-02"),
            ..aino()
        };
        let said = raw.check(6, TODAY).unwrap();
        assert!(said.accepted_loyalty_terms && said.email_marketing_permission && !said.show_loyalty_sign_up_page);
        assert_eq!(said.birth_date.map(|born| born.date()), Some(date(2020, 1, 2)), "joining alone asks for an age");
        let empty = RawRegistration { birthdate: Some(""), ..aino() }.check(6, TODAY);
        assert_eq!(empty.unwrap().birth_date, None);
    }

    #[test]
    fn each_field_has_its_fault() {
        let invalid = "request/invalid";
        for (found, expected) in [
            (with(|raw| raw.first_name = None), ("firstName", invalid, Some("required"))),
            (with(|raw| raw.last_name = Some("Aa\nlto")), ("lastName", invalid, Some("characters"))),
            (with(|raw| raw.email = Some(" ")), ("email", invalid, Some("required"))),
            (with(|raw| raw.email = Some("aino@ovelle")), ("email", invalid, Some("invalid"))),
            (with(|raw| raw.phone = None), ("phone", invalid, Some("required"))),
            (with(|raw| raw.phone = Some("0401")), ("phone", "phone/too-short", None)),
            (with(|raw| raw.phone = Some("040 1234x")), ("phone", "phone/invalid", None)),
            (with(|raw| raw.password = None), ("password", invalid, Some("required"))),
            (with(|raw| raw.password = Some("kR7#m")), ("password", "password/too-short", None)),
            (with(|raw| raw.password = Some("ainoaalto")), ("password", "password/too-common", None)),
            (with(|raw| raw.accepted_terms = None), ("acceptedTerms", invalid, Some("required"))),
            (with(|raw| raw.accepted_terms = Some(false)), ("acceptedTerms", invalid, Some("invalid"))),
            (with(|raw| raw.birthdate = Some("2026-11-25")), ("birthdate", "loyalty/birth-date-invalid", None)),
            (with(|raw| raw.captcha_token = None), ("googleRecaptchaToken", invalid, Some("required"))),
        ] {
            assert_eq!(found, Some(expected));
        }
        assert!(RawRegistration { password: Some("kR7#mq"), ..aino() }.check(7, TODAY).is_err());
    }

    #[test]
    fn the_first_wrong_field_is_said() {
        let mut raw = RawRegistration { birthdate: Some("x"), ..RawRegistration::default() };
        let mut said = Vec::new();
        while let Some((field, ..)) = wrong(raw) {
            said.push(field);
            match field {
                "firstName" => raw.first_name = aino().first_name,
                "lastName" => raw.last_name = aino().last_name,
                "email" => raw.email = aino().email,
                "phone" => raw.phone = aino().phone,
                "password" => raw.password = aino().password,
                "acceptedTerms" => raw.accepted_terms = Some(true),
                "birthdate" => raw.birthdate = None,
                _ => raw.captcha_token = aino().captcha_token,
            }
        }
        let order = "firstName lastName email phone password acceptedTerms birthdate googleRecaptchaToken";
        assert_eq!(said.join(" "), order);
    }

    #[test]
    fn nothing_of_a_person_is_printed() {
        assert_eq!(
            format!("{:?} {:?}", aino(), aino().check(6, TODAY)),
            "RawRegistration(…) Ok(CheckedRegistration(…))"
        );
    }
}
