//! The calls of customers. Each may be made twice: what makes something has a key.

use reqwest::{Method as Http, Response, StatusCode, header};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    client::{CallRefusal, CityClient, Nothing},
    retry::RetryPauses,
    wire::{
        CityPoint, WireOrderType,
        shop::{
            AskFee, CartAnswer, CartRequest, Delivering, FeeToken, MenuAnswer, Method, OrderByKey, Pay, Placed,
            ShopAvailability, ShopIngredient, Step,
        },
    },
};

/// The page of the embedded test provider, below the server's address.
const TEST_PAGE: &str = "/testimaksu/";

/// A try to pay at the test provider's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Session(String);

impl Session {
    /// The try that is paid at an address; none where that is no page of the test provider.
    pub(super) fn at(address: &str) -> Option<Self> {
        let (_, session) = address.split_once(TEST_PAGE)?;
        let is_one = !session.is_empty() && session.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_one.then(|| Self(session.to_owned()))
    }
}

impl CityClient {
    pub(super) async fn menu(
        &self,
        order_type: WireOrderType,
        backoff: &mut RetryPauses,
    ) -> Result<MenuAnswer, CallRefusal> {
        self.look("api/commerce/v2/menu", &[("orderType", order_type.as_str())], backoff).await
    }

    pub(super) async fn ingredients(
        &self,
        shop: &str,
        backoff: &mut RetryPauses,
    ) -> Result<Vec<ShopIngredient>, CallRefusal> {
        self.look(&format!("api/commerce/v2/shops/{shop}/ingredients"), &[], backoff).await
    }

    /// By what means one may pay in a restaurant, by the number that payments know it by.
    pub(super) async fn payment_methods(
        &self,
        shop: &str,
        backoff: &mut RetryPauses,
    ) -> Result<Vec<Method>, CallRefusal> {
        self.look("api/payments/methods", &[("shopExternalId", shop)], backoff).await
    }

    /// Who delivers to a place.
    pub(super) async fn delivering(
        &self,
        place: CityPoint,
        backoff: &mut RetryPauses,
    ) -> Result<Vec<Delivering>, CallRefusal> {
        let (lat, lng) = (place.lat.to_string(), place.lng.to_string());
        self.look("api/commerce/v2/shops/delivering", &[("lat", &lat), ("lng", &lng)], backoff).await
    }

    pub(super) async fn availability(
        &self,
        shop: &str,
        order_type: WireOrderType,
        backoff: &mut RetryPauses,
    ) -> Result<ShopAvailability, CallRefusal> {
        let path = format!("api/commerce/v2/shops/{shop}/availability");
        self.look(&path, &[("orderType", order_type.as_str())], backoff).await
    }

    /// Holds a delivery fee that was seen.
    pub(super) async fn hold_fee(&self, ask: &AskFee<'_>, backoff: &mut RetryPauses) -> Result<FeeToken, CallRefusal> {
        self.ask("api/pricing/delivery-price-token", ask, None, backoff).await
    }

    pub(super) async fn price(
        &self,
        cart: &CartRequest<'_>,
        backoff: &mut RetryPauses,
    ) -> Result<CartAnswer, CallRefusal> {
        self.ask("api/pricing/pricing/customer/cart", cart, None, backoff).await
    }

    /// Places an order; with the same key it is the same one.
    pub(super) async fn place(
        &self,
        cart: &CartRequest<'_>,
        key: &str,
        backoff: &mut RetryPauses,
    ) -> Result<Placed, CallRefusal> {
        self.ask("api/commerce/v2/shoppingcart/order", cart, Some(key), backoff).await
    }

    /// Tries to pay an order anew, or with what a wallet has approved.
    pub(super) async fn pay(&self, pay: &Pay<'_>, key: &str, backoff: &mut RetryPauses) -> Result<Step, CallRefusal> {
        self.ask("api/payments/pay", pay, Some(key), backoff).await
    }

    /// Gives up an order that is not paid.
    pub(super) async fn give_up(&self, order: &OrderByKey<'_>, backoff: &mut RetryPauses) -> Result<(), CallRefusal> {
        self.ask::<Nothing>("api/commerce/v2/order/cancel", order, None, backoff).await.map(drop)
    }

    /// Chooses at the test provider's page and comes back; whether the order is paid. A page that was used already was so by
    /// us: its answer was lost.
    pub(super) async fn choose(
        &self,
        session: &Session,
        choice: &str,
        backoff: &mut RetryPauses,
    ) -> Result<bool, CallRefusal> {
        let page = format!("{}{}", TEST_PAGE.trim_start_matches('/'), session.0);
        let form = || {
            let form = self.visit(Http::POST, &page).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
            form.body(choice.to_owned())
        };
        self.until_led(backoff, form, |status| matches!(status, StatusCode::SEE_OTHER | StatusCode::CONFLICT)).await?;
        let back = format!("api/payments/return/{}", session.0);
        let led =
            self.until_led(backoff, || self.visit(Http::GET, &back), |status| status == StatusCode::SEE_OTHER).await?;
        Ok(leads_to(&led).is_some_and(|address| address.contains("status=OK")))
    }

    async fn look<T: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, &str)],
        backoff: &mut RetryPauses,
    ) -> Result<T, CallRefusal> {
        self.until_answered(backoff, || self.visit(Http::GET, path).query(query)).await
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &(impl Serialize + Sync),
        key: Option<&str>,
        backoff: &mut RetryPauses,
    ) -> Result<T, CallRefusal> {
        self.until_answered(backoff, || {
            let call = self.visit(Http::POST, path).json(body);
            match key {
                Some(key) => call.header("Idempotency-Key", key),
                None => call,
            }
        })
        .await
    }
}

fn leads_to(response: &Response) -> Option<&str> {
    response.headers().get(header::LOCATION)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_test_provider_is_paid() {
        let session = Session::at("http://localhost:8080/testimaksu/0af7").unwrap();
        assert_eq!(session, Session("0af7".to_owned()));
        for address in
            ["https://pay.example/s/0af7", "http://localhost/testimaksu/", "http://localhost/testimaksu/a/../b"]
        {
            assert_eq!(Session::at(address), None, "{address}");
        }
    }
}
