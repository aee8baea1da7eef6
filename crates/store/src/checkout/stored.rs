//! What stands in the JSON columns of a checkout. A new field is an option or has a default, and none is ever renamed.

use domain::{
    Allergen,
    geo::LatLng,
    money::Cents,
    order::Customer,
    payment::{LedgerAmounts, LedgerVat, Sale},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::values::MailContact;

/// `checkouts.contact`.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct StoredContact {
    name: Option<String>,
    phone: Option<String>,
    street_address: Option<String>,
    apartment_number: Option<String>,
    city: Option<String>,
    postal_code: Option<String>,
    shipping_instruction: Option<String>,
    lat: Option<f64>,
    lng: Option<f64>,
    email: Option<String>,
    email_marketing: bool,
    sms_marketing: bool,
    /// Ids of allergens.
    avoided: Vec<String>,
    without_packaging: bool,
}

impl StoredContact {
    pub(super) fn new(customer: Customer, mail: MailContact) -> Self {
        Self {
            name: customer.name,
            phone: customer.phone,
            street_address: customer.street_address,
            apartment_number: customer.apartment_number,
            city: customer.city,
            postal_code: customer.postal_code,
            shipping_instruction: customer.shipping_instruction,
            lat: customer.coordinates.map(|point| point.lat()),
            lng: customer.coordinates.map(|point| point.lng()),
            email: mail.email,
            email_marketing: mail.email_marketing,
            sms_marketing: mail.sms_marketing,
            avoided: customer.avoid_allergens.into_iter().map(|allergen| allergen.as_str().to_owned()).collect(),
            without_packaging: customer.without_packaging,
        }
    }

    pub(crate) fn customer(self) -> Customer {
        Customer {
            coordinates: self.lat.zip(self.lng).and_then(|(lat, lng)| LatLng::new(lat, lng).ok()),
            name: self.name,
            phone: self.phone,
            street_address: self.street_address,
            apartment_number: self.apartment_number,
            city: self.city,
            postal_code: self.postal_code,
            shipping_instruction: self.shipping_instruction,
            avoid_allergens: self.avoided.iter().filter_map(|id| Allergen::parse(id)).collect(),
            without_packaging: self.without_packaging,
        }
    }

    pub(crate) fn mail(&self) -> MailContact {
        MailContact {
            email: self.email.clone(),
            email_marketing: self.email_marketing,
            sms_marketing: self.sms_marketing,
        }
    }
}

/// `checkouts.price`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredPrice {
    #[serde(default)]
    sale: StoredSale,
    pub(super) record: Box<RawValue>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct StoredSale {
    gross: i64,
    discounts: i64,
    shipping: i64,
    services: i64,
    /// Rates and taxes.
    vat: Vec<(u32, i64)>,
}

impl StoredPrice {
    pub(super) fn new(sale: &Sale, record: Box<RawValue>) -> Self {
        let Sale { amounts, vat } = sale;
        let sale = StoredSale {
            gross: amounts.gross.0,
            discounts: amounts.discounts.0,
            shipping: amounts.shipping.0,
            services: amounts.services.0,
            vat: vat.iter().map(|vat| (vat.rate, vat.amount.0)).collect(),
        };
        Self { sale, record }
    }

    pub(super) fn sale(&self) -> Sale {
        let StoredSale { gross, discounts, shipping, services, vat } = &self.sale;
        let amounts = LedgerAmounts {
            gross: Cents(*gross),
            discounts: Cents(*discounts),
            shipping: Cents(*shipping),
            services: Cents(*services),
            ..LedgerAmounts::default()
        };
        Sale {
            amounts,
            vat: vat.iter().map(|(rate, amount)| LedgerVat { rate: *rate, amount: Cents(*amount) }).collect(),
        }
    }
}
