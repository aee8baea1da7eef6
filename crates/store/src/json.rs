//! JSON in a column: `JSONB` on PostgreSQL, text on SQLite.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::{Database, Decode, Encode, Postgres, Sqlite, Type, encode::IsNull, error::BoxDynError, types};

/// A value that stands in a column as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JsonColumn<T>(pub(crate) T);

impl<DB: Database, T> Type<DB> for JsonColumn<T>
where
    types::Json<T>: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        types::Json::<T>::type_info()
    }

    fn compatible(ty: &DB::TypeInfo) -> bool {
        types::Json::<T>::compatible(ty)
    }
}

impl<'q, T: Serialize> Encode<'q, Postgres> for JsonColumn<T> {
    fn encode_by_ref(&self, buffer: &mut <Postgres as Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        <types::Json<&T> as Encode<'_, Postgres>>::encode_by_ref(&types::Json(&self.0), buffer)
    }
}

impl<'q, T: Serialize> Encode<'q, Sqlite> for JsonColumn<T> {
    fn encode_by_ref(&self, buffer: &mut <Sqlite as Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        <types::Json<&T> as Encode<'_, Sqlite>>::encode_by_ref(&types::Json(&self.0), buffer)
    }
}

impl<'r, DB: Database, T> Decode<'r, DB> for JsonColumn<T>
where
    types::Json<T>: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        types::Json::<T>::decode(value).map(|types::Json(value)| Self(value))
    }
}

impl<T: Serialize> ToSql for JsonColumn<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let text = serde_json::to_string(&self.0);
        text.map(ToSqlOutput::from).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    }
}

impl<T: DeserializeOwned> FromSql for JsonColumn<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map(Self).map_err(FromSqlError::other)
    }
}
