//! What stands in the JSON columns of a checkout. A new field is an option or has a default, and none is ever renamed.

use domain::{geo::LatLng, order::Customer};
use serde::{Deserialize, Serialize};

use super::values::MailContact;

/// `checkouts.contact`.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StoredContact {
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
        }
    }

    pub(super) fn customer(self) -> Customer {
        Customer {
            coordinates: self.lat.zip(self.lng).and_then(|(lat, lng)| LatLng::new(lat, lng).ok()),
            name: self.name,
            phone: self.phone,
            street_address: self.street_address,
            apartment_number: self.apartment_number,
            city: self.city,
            postal_code: self.postal_code,
            shipping_instruction: self.shipping_instruction,
        }
    }

    pub(super) fn mail(&self) -> MailContact {
        MailContact {
            email: self.email.clone(),
            email_marketing: self.email_marketing,
            sms_marketing: self.sms_marketing,
        }
    }
}
