//! Moments, as both databases keep them.

use jiff::Timestamp;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use sqlx::{
    Database, Decode, Encode, Postgres, Sqlite, Type,
    encode::IsNull,
    error::BoxDynError,
    postgres::{PgTypeInfo, PgValueRef},
    sqlite::{SqliteTypeInfo, SqliteValueRef},
};

/// A moment in whole microseconds: `TIMESTAMPTZ` on PostgreSQL, an `INTEGER` of microseconds since
/// 1970 on SQLite (text would not sort: `…00Z` comes after `…00.5Z`).
///
/// Cut to microseconds when it is made, so that what is answered equals what is read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ts(Timestamp);

impl Ts {
    /// Cuts a moment to microseconds.
    #[must_use]
    pub fn new(moment: Timestamp) -> Self {
        Self(Timestamp::from_microsecond(moment.as_microsecond()).unwrap_or(moment))
    }

    /// The moment.
    #[must_use]
    pub fn get(self) -> Timestamp {
        self.0
    }

    /// Microseconds since 1970.
    #[must_use]
    pub fn micros(self) -> i64 {
        self.0.as_microsecond()
    }
}

/// `moment`, cut to microseconds.
pub(crate) fn cut(moment: Timestamp) -> Timestamp {
    Ts::new(moment).get()
}

impl Type<Sqlite> for Ts {
    fn type_info() -> SqliteTypeInfo {
        <i64 as Type<Sqlite>>::type_info()
    }

    fn compatible(ty: &SqliteTypeInfo) -> bool {
        <i64 as Type<Sqlite>>::compatible(ty)
    }
}

impl Encode<'_, Sqlite> for Ts {
    fn encode_by_ref(&self, buffer: &mut <Sqlite as Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        <i64 as Encode<'_, Sqlite>>::encode_by_ref(&self.micros(), buffer)
    }
}

impl<'r> Decode<'r, Sqlite> for Ts {
    fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
        let micros = <i64 as Decode<'r, Sqlite>>::decode(value)?;
        Ok(Self(Timestamp::from_microsecond(micros)?))
    }
}

impl ToSql for Ts {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.micros().into())
    }
}

impl FromSql for Ts {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Timestamp::from_microsecond(value.as_i64()?).map(Self).map_err(FromSqlError::other)
    }
}

impl Type<Postgres> for Ts {
    fn type_info() -> PgTypeInfo {
        <jiff_sqlx::Timestamp as Type<Postgres>>::type_info()
    }
}

impl Encode<'_, Postgres> for Ts {
    fn encode_by_ref(&self, buffer: &mut <Postgres as Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        <jiff_sqlx::Timestamp as Encode<'_, Postgres>>::encode_by_ref(&self.0.into(), buffer)
    }
}

impl<'r> Decode<'r, Postgres> for Ts {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        let moment = <jiff_sqlx::Timestamp as Decode<'r, Postgres>>::decode(value)?;
        Ok(Self::new(moment.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_cut_to_microseconds() {
        let moment: Timestamp = "2026-11-21T08:00:00.123456789Z".parse().unwrap();
        assert_eq!(Ts::new(moment).get().to_string(), "2026-11-21T08:00:00.123456Z");
        assert_eq!(Ts::new(moment), Ts::new(Ts::new(moment).get()));
    }
}
