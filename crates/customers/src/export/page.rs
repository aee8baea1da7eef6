//! An export as a page that people read: no scripts, nothing from elsewhere.

use std::fmt::Write as _;

use chain::hours::zone;
use jiff::Timestamp;
use serde_json::Value;

/// What each name of an export is called in Finnish.
const LABELS: &[(&str, &str)] = &[
    ("exportedAt", "Haettu"),
    ("user", "Tili"),
    ("addresses", "Osoitteet"),
    ("orders", "Tilaukset"),
    ("ledger", "Kirjanpito"),
    ("loyaltyLedger", "Kotijoukkojen tapahtumat"),
    ("benefits", "Edut"),
    ("spins", "Pizzapyörän pyöräytykset"),
    ("feedback", "Palaute"),
    ("sessions", "Kirjautumiset"),
    ("pushSubscriptions", "Ilmoitukset selaimeen"),
    ("consents", "Hyväksynnät ja luvat"),
    ("providers", "Liitetyt kirjautumistavat"),
    ("preferredPaymentMethod", "Ensisijainen maksutapa"),
    ("attribution", "Mistä tulit kauppaan"),
    ("notes", "Merkinnät tilauksissa"),
    ("compensations", "Hyvitykset"),
    ("staffViews", "Henkilökunnan katselut"),
    ("lunchLinked", "Lounasetu liitetty"),
    ("userId", "Tilin numero"),
    ("firstName", "Etunimi"),
    ("lastName", "Sukunimi"),
    ("email", "Sähköposti"),
    ("phone", "Puhelin"),
    ("pendingEmail", "Vahvistusta odottava sähköposti"),
    ("primaryAddress", "Suosikkiosoite"),
    ("socialLoginLinked", "Kirjautumispalvelu liitetty"),
    ("hasPassword", "Salasana asetettu"),
    ("acceptedTerms", "Käyttöehdot hyväksytty"),
    ("acceptedLoyaltyTerms", "Kotijoukkojen ehdot hyväksytty"),
    ("subscribedToLoyalty", "Kotijoukoissa"),
    ("showLoyaltySignUpPage", "Kotijoukkoja tarjotaan"),
    ("birthDate", "Syntymäpäivä"),
    ("birthDateSet", "Syntymäpäivä annettu"),
    ("customerSegment", "Asiakasryhmä"),
    ("favouriteOrderId", "Suosikkitilaus"),
    ("emailMarketingPermission", "Tarjouksia sähköpostilla"),
    ("smsMarketingPermission", "Tarjouksia tekstiviestillä"),
    ("loyalty", "Kotijoukot"),
    ("unusedBenefits", "Käyttämättömiä etuja"),
    ("activeOrders", "Kesken olevia tilauksia"),
    ("terms", "Ehdot"),
    ("shop", "Käyttöehdot"),
    ("version", "Versio"),
    ("acceptedVersion", "Hyväksytty versio"),
    ("mustAccept", "Hyväksyntä pyydetään"),
    ("addressId", "Osoitteen numero"),
    ("streetAddress", "Katuosoite"),
    ("apartmentNumber", "Huoneisto"),
    ("zipCode", "Postinumero"),
    ("postalCode", "Postinumero"),
    ("city", "Postitoimipaikka"),
    ("extraInfo", "Lisätiedot"),
    ("shippingInstruction", "Ohje kuljettajalle"),
    ("latitude", "Leveyspiiri"),
    ("longitude", "Pituuspiiri"),
    ("lat", "Leveyspiiri"),
    ("lng", "Pituuspiiri"),
    ("orderId", "Tilauksen numero"),
    ("restaurant", "Ravintola"),
    ("orderType", "Toimitustapa"),
    ("status", "Tila"),
    ("placedAt", "Tilattu"),
    ("preOrderTime", "Tilattu ajaksi"),
    ("overAt", "Valmistunut"),
    ("paymentMethod", "Maksutapa"),
    ("grandTotal", "Yhteensä, €"),
    ("items", "Tuotteet"),
    ("name", "Nimi"),
    ("sizeName", "Koko"),
    ("quantity", "Määrä"),
    ("price", "Hinta, €"),
    ("ingredients", "Täytteet"),
    ("payments", "Maksut"),
    ("method", "Maksutapa"),
    ("issuer", "Pankki"),
    ("amount", "Summa, €"),
    ("openedAt", "Aloitettu"),
    ("refunds", "Palautukset"),
    ("reason", "Syy"),
    ("askedAt", "Pyydetty"),
    ("contact", "Yhteystiedot"),
    ("avoidAllergens", "Vältettävät allergeenit"),
    ("withoutPackaging", "Ilman pakkausta"),
    ("fact", "Tapahtuma"),
    ("day", "Päivä"),
    ("gross", "Tuotteet, €"),
    ("discounts", "Alennukset, €"),
    ("shipping", "Kuljetus, €"),
    ("services", "Palvelumaksut, €"),
    ("paid", "Maksettu, €"),
    ("refunded", "Palautettu, €"),
    ("vat", "Arvonlisävero"),
    ("rate", "Verokanta, %"),
    ("rating", "Arvosana"),
    ("text", "Teksti"),
    ("at", "Aika"),
    ("createdAt", "Alkanut"),
    ("lastSeenAt", "Viimeksi käytetty"),
    ("what", "Mitä"),
    ("value", "Annettu"),
    ("from", "Missä"),
    ("provider", "Palvelu"),
    ("linkedAt", "Liitetty"),
    ("note", "Merkintä"),
    ("staffNote", "Henkilökunnan merkintä"),
    ("data", "Tiedot"),
    ("id", "Tunnus"),
    ("option", "Valinta"),
    ("type", "Laji"),
    ("timestamp", "Tapahtui"),
    ("slices_added", "Slaisseja"),
    ("spins_added", "Pyöräytyksiä"),
    ("benefitCode", "Edun koodi"),
    ("code", "Koodi"),
    ("givenAt", "Saatu"),
    ("validUntil", "Voimassa"),
    ("usedOrderId", "Käytetty tilauksessa"),
    ("voidedAt", "Mitätöity"),
    ("spinId", "Pyöräytyksen numero"),
    ("angle", "Kulma"),
    ("clientSeed", "Oma sana arvonnassa"),
    ("nonce", "Pyöräytyksiä sitä ennen"),
];

const STYLE: &str = "body{margin:0 auto;max-width:720px;padding:24px 16px;background:#fff;color:#1b2440;\
font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}h1{font-size:28px}h2{margin:32px 0 8px;\
font-size:20px}dl{margin:0}dt{color:#535c76;font-size:14px}dd{margin:0 0 8px;overflow-wrap:anywhere}\
ol{margin:0;padding-left:24px}li{margin-bottom:12px}dd dl,dd ol{padding:4px 0 0 16px;border-left:2px solid #ddd6cb}";

/// The whole page.
pub(super) fn page(title: &str, export: &Value) -> String {
    let mut body = String::new();
    for (name, value) in export.as_object().into_iter().flatten() {
        let _infallible = write!(body, "<section><h2>{}</h2>{}</section>", escaped(label(name)), shown(value));
    }
    format!(
        "<!doctype html><html lang=\"fi\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <title>{title} – Ovelle</title><style>{STYLE}</style></head><body><h1>{title}</h1>\
         <p>Tässä on kaikki, mitä Ovelle tietää sinusta. Salasanat ja avaimet eivät ole mukana.</p>{body}</body></html>\n"
    )
}

/// The name of something in Finnish; of what others named, that name.
fn label(name: &str) -> &str {
    LABELS.iter().find(|(known, _)| *known == name).map_or(name, |(_, label)| label)
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(true) => "kyllä".to_owned(),
        Value::Bool(false) => "ei".to_owned(),
        Value::Number(number) => number.to_string().replace('.', ","),
        Value::String(text) if text.is_empty() => "–".to_owned(),
        Value::String(text) => escaped(&moment(text).unwrap_or_else(|| text.clone())),
        Value::Array(list) if list.is_empty() => "–".to_owned(),
        Value::Array(list) => {
            let entries: Vec<String> = list.iter().map(|value| format!("<li>{}</li>", shown(value))).collect();
            format!("<ol>{}</ol>", entries.concat())
        }
        Value::Object(fields) => {
            let entries: Vec<String> = (fields.iter())
                .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>", escaped(label(name)), shown(value)))
                .collect();
            format!("<dl>{}</dl>", entries.concat())
        }
    }
}

/// A moment as people write it in Helsinki; none of what is no moment.
fn moment(text: &str) -> Option<String> {
    let at: Timestamp = text.parse().ok()?;
    Some(at.to_zoned(zone()).strftime("%-d.%-m.%Y %H:%M").to_string())
}

/// Text as it may stand in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_says_what_the_export_says_and_runs_nothing() {
        let export = json!({
            "exportedAt": "2026-11-29T13:05:00Z",
            "user": { "firstName": "<script>alert(1)</script>", "hasPassword": true, "loyalty": null },
            "orders": [{ "grandTotal": 12.5, "items": [] }],
        });
        let page = page("Omat tiedot", &export);
        for text in ["29.11.2026 15:05", "Etunimi", "&lt;script&gt;alert(1)", "kyllä", "12,5", "<dd>–</dd>"] {
            assert!(page.contains(text), "{text}: {page}");
        }
        assert!(!page.contains("<script") && !page.contains("src="), "{page}");
    }

    #[test]
    fn each_name_has_one_label() {
        for (at, (name, label)) in LABELS.iter().enumerate() {
            assert!(!label.is_empty() && LABELS[..at].iter().all(|(other, _)| other != name), "{name}");
        }
    }
}
