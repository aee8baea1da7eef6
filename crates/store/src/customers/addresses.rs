//! Where customers have food brought to (docs/spec/people.md, "Addresses").
//!
//! Who changes a list holds the account's row: of any number of changes at once each sees what the one before it left, so
//! that one address is primary wherever there is any, and none is too many.

use std::fmt;

use domain::{
    customer::{Address, AddressChange, MOST_ADDRESSES, PrimaryMark, primary_after},
    geo::LatLng,
    ids::{AddressId, CustomerId},
};
use jiff::Timestamp;

use super::CustomerStore;
use crate::{
    conn::Conn,
    customer_lock::lock_customer,
    error::StoreError,
    idempotency::{KeyRun, mark_made},
    row::Row,
    ts::Ts,
};

/// A customer's address. `Debug` prints its number alone.
#[derive(Clone, PartialEq)]
pub struct CustomerAddress {
    pub id: AddressId,
    pub street_address: String,
    pub apartment_number: String,
    pub zip_code: String,
    pub city: String,
    pub extra_info: String,
    /// None of an old one that came without.
    pub point: Option<LatLng>,
    pub is_primary: bool,
}

impl fmt::Debug for CustomerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CustomerAddress({})", self.id)
    }
}

/// An address that comes into a list.
#[derive(Debug, Clone)]
pub struct PutAddress {
    pub customer: CustomerId,
    pub address: Address,
    /// The run of the call that brings it, where that came with a key: the key then names a new address.
    pub run: Option<KeyRun>,
    /// The present moment.
    pub now: Timestamp,
}

/// What became of an address that came.
#[derive(Debug, Clone, PartialEq)]
pub struct AddressPut {
    pub address: CustomerAddress,
    /// Whether it was not there before.
    pub is_new: bool,
}

/// Why a list was not changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AddressError {
    /// The account was erased.
    #[error("there is no such account")]
    Gone,
    /// The account has no such address.
    #[error("there is no such address")]
    NotFound,
    /// It would be one more than there may be.
    #[error("there are too many addresses")]
    TooMany,
    /// Another one is the same.
    #[error("the same address is there already")]
    Exists,
    /// It is not known where it is.
    #[error("the address has no coordinates")]
    NoCoordinates,
    /// Another run of the call's key was quicker.
    #[error("another run of the call has its key")]
    KeyLost,
    #[error("the address could not be kept")]
    Store(#[from] StoreError),
}

/// The oldest first.
const OF_CUSTOMER: &str = "SELECT id, street, apartment, postal_code, city, extra_info, lat, lng, is_primary, same_as \
    FROM customer_addresses WHERE customer_id = $1 ORDER BY id";
const ADD: &str = "INSERT INTO customer_addresses (customer_id, street, apartment, postal_code, city, extra_info, lat, \
    lng, is_primary, created_at, same_as) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, FALSE, $9, $10) RETURNING id";
const CHANGE: &str = "UPDATE customer_addresses SET street = $3, apartment = $4, postal_code = $5, city = $6, \
    extra_info = $7, lat = $8, lng = $9, same_as = $10 WHERE customer_id = $1 AND id = $2";
const DELETE: &str = "DELETE FROM customer_addresses WHERE customer_id = $1 AND id = $2";
// In this order: two marks at once are refused.
const UNMARK: &str =
    "UPDATE customer_addresses SET is_primary = FALSE WHERE customer_id = $1 AND is_primary AND id <> $2";
const MARK: &str =
    "UPDATE customer_addresses SET is_primary = TRUE WHERE customer_id = $1 AND id = $2 AND NOT is_primary";

impl CustomerStore<'_> {
    /// Somebody's addresses, the oldest first.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn addresses(self, customer: CustomerId) -> Result<Vec<CustomerAddress>, StoreError> {
        let kept = self.0.read(customer.0, |conn, &customer| Box::pin(list(conn, customer))).await?;
        Ok(kept.into_iter().map(|kept| kept.address).collect())
    }

    /// Takes an address into somebody's list; one that is there already is brought up to date.
    ///
    /// # Errors
    /// [`AddressError`].
    pub async fn put_address(self, put: PutAddress) -> Result<AddressPut, AddressError> {
        self.0.write(move |conn| Box::pin(put_address(conn, put))).await
    }

    /// Puts an address in the place of one of somebody's.
    ///
    /// # Errors
    /// [`AddressError`].
    pub async fn change_address(
        self,
        customer: CustomerId,
        id: AddressId,
        address: Address,
    ) -> Result<CustomerAddress, AddressError> {
        self.0.write(move |conn| Box::pin(change_address(conn, customer.0, id, address))).await
    }

    /// Makes one of somebody's addresses the primary one.
    ///
    /// # Errors
    /// [`AddressError`].
    pub async fn make_address_primary(
        self,
        customer: CustomerId,
        id: AddressId,
    ) -> Result<CustomerAddress, AddressError> {
        self.0.write(move |conn| Box::pin(make_primary(conn, customer.0, id))).await
    }

    /// Takes one of somebody's addresses away; of those that are left the oldest becomes primary where it was.
    ///
    /// # Errors
    /// [`AddressError`].
    pub async fn delete_address(self, customer: CustomerId, id: AddressId) -> Result<(), AddressError> {
        self.0.write(move |conn| Box::pin(delete_address(conn, customer.0, id))).await
    }
}

/// An address with by what the same again is known.
struct KeptAddress {
    address: CustomerAddress,
    same_as: String,
}

impl KeptAddress {
    /// As it would have come, at another place: those of old do not know theirs.
    fn at(&self, point: LatLng) -> Address {
        let old = &self.address;
        Address {
            street_address: old.street_address.clone(),
            apartment_number: old.apartment_number.clone(),
            zip_code: old.zip_code.clone(),
            city: old.city.clone(),
            extra_info: old.extra_info.clone(),
            point,
            wants_primary: old.is_primary,
        }
    }
}

async fn put_address(conn: &mut Conn<'_>, put: PutAddress) -> Result<AddressPut, AddressError> {
    let PutAddress { customer: CustomerId(customer), address, run, now } = put;
    let kept = hold(conn, customer).await?;
    let (same_as, wants_primary) = (address.door(), address.wants_primary);
    let same = kept.iter().find(|kept| kept.same_as == same_as);
    let id = match same {
        Some(old) => {
            let old_address = old.at(address.point);
            change(conn, customer, old.address.id, address.in_place_of(&old_address)).await?;
            old.address.id
        }
        None if kept.len() >= MOST_ADDRESSES => return Err(AddressError::TooMany),
        None => add(conn, customer, address, now).await?,
    };
    let is_new = same.is_none();
    if let Some(run) = run.filter(|_| is_new)
        && !mark_made(conn, run, id.to_string()).await?
    {
        return Err(AddressError::KeyLost);
    }
    mark_primary(conn, customer, &kept, AddressChange::Kept { id, wants_primary }).await?;
    Ok(AddressPut { address: one(conn, customer, id).await?, is_new })
}

async fn change_address(
    conn: &mut Conn<'_>,
    customer: i64,
    id: AddressId,
    address: Address,
) -> Result<CustomerAddress, AddressError> {
    let kept = hold(conn, customer).await?;
    find(&kept, id)?;
    let (same_as, wants_primary) = (address.door(), address.wants_primary);
    if kept.iter().any(|kept| kept.same_as == same_as && kept.address.id != id) {
        return Err(AddressError::Exists);
    }
    change(conn, customer, id, address).await?;
    mark_primary(conn, customer, &kept, AddressChange::Kept { id, wants_primary }).await?;
    one(conn, customer, id).await
}

async fn make_primary(conn: &mut Conn<'_>, customer: i64, id: AddressId) -> Result<CustomerAddress, AddressError> {
    let kept = hold(conn, customer).await?;
    if find(&kept, id)?.point.is_none() {
        return Err(AddressError::NoCoordinates);
    }
    mark_primary(conn, customer, &kept, AddressChange::MadePrimary(id)).await?;
    one(conn, customer, id).await
}

async fn delete_address(conn: &mut Conn<'_>, customer: i64, id: AddressId) -> Result<(), AddressError> {
    let kept = hold(conn, customer).await?;
    find(&kept, id)?;
    conn.query(DELETE).bind(customer).bind(id.0).execute().await?;
    mark_primary(conn, customer, &kept, AddressChange::Deleted(id)).await?;
    Ok(())
}

/// Somebody's addresses, which nobody else changes until the transaction ends.
async fn hold(conn: &mut Conn<'_>, customer: i64) -> Result<Vec<KeptAddress>, AddressError> {
    if !lock_customer(conn, customer).await? {
        return Err(AddressError::Gone);
    }
    Ok(list(conn, customer).await?)
}

fn find(kept: &[KeptAddress], id: AddressId) -> Result<&CustomerAddress, AddressError> {
    let found = kept.iter().map(|kept| &kept.address).find(|address| address.id == id);
    found.ok_or(AddressError::NotFound)
}

async fn list(conn: &mut Conn<'_>, customer: i64) -> Result<Vec<KeptAddress>, StoreError> {
    conn.query(OF_CUSTOMER).bind(customer).fetch_all().await?.iter().map(kept).collect()
}

/// One of them, as it stands now.
async fn one(conn: &mut Conn<'_>, customer: i64, id: AddressId) -> Result<CustomerAddress, AddressError> {
    Ok(find(&list(conn, customer).await?, id)?.clone())
}

async fn add(conn: &mut Conn<'_>, customer: i64, address: Address, now: Timestamp) -> Result<AddressId, StoreError> {
    let (same_as, point) = (address.door(), address.point);
    let query = conn.query(ADD).bind(customer).bind(address.street_address).bind(address.apartment_number);
    let query = query.bind(address.zip_code).bind(address.city).bind(address.extra_info);
    let query = query.bind(point.lat()).bind(point.lng()).bind(Ts::new(now)).bind(same_as);
    query.scalar().await.map(AddressId)
}

async fn change(conn: &mut Conn<'_>, customer: i64, id: AddressId, address: Address) -> Result<(), StoreError> {
    let (same_as, point) = (address.door(), address.point);
    let query = conn.query(CHANGE).bind(customer).bind(id.0).bind(address.street_address);
    let query = query.bind(address.apartment_number).bind(address.zip_code).bind(address.city);
    query.bind(address.extra_info).bind(point.lat()).bind(point.lng()).bind(same_as).execute().await.map(drop)
}

/// Marks the address that the rules say is primary after a change of a list.
async fn mark_primary(
    conn: &mut Conn<'_>,
    customer: i64,
    before: &[KeptAddress],
    change: AddressChange<AddressId>,
) -> Result<(), StoreError> {
    let mark = |kept: &KeptAddress| PrimaryMark { id: kept.address.id, is_primary: kept.address.is_primary };
    let marks: Vec<_> = before.iter().map(mark).collect();
    if let Some(primary) = primary_after(&marks, change) {
        conn.query(UNMARK).bind(customer).bind(primary.0).execute().await?;
        conn.query(MARK).bind(customer).bind(primary.0).execute().await?;
    }
    Ok(())
}

fn kept(row: &Row) -> Result<KeptAddress, StoreError> {
    let row = row.of("customer_addresses", "id");
    let place: (Option<f64>, Option<f64>) = (row.get("lat")?, row.get("lng")?);
    Ok(KeptAddress {
        address: CustomerAddress {
            id: AddressId(row.get("id")?),
            street_address: row.get("street")?,
            apartment_number: row.get("apartment")?,
            zip_code: row.get("postal_code")?,
            city: row.get("city")?,
            extra_info: row.get("extra_info")?,
            point: place.0.zip(place.1).and_then(|(lat, lng)| LatLng::new(lat, lng).ok()),
            is_primary: row.get("is_primary")?,
        },
        same_as: row.get("same_as")?,
    })
}
