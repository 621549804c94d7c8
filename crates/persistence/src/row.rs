//! Rows of statements that are written out: the columns that are asked for and how each is read stand in one declaration, [`row`].
//! Rows of a single table come as the models of their entities; [`restore`] turns a column of these into what the rules know.

use application::ports::{Result, StoreError};
use chrono::NaiveDate;
use domain::Instant;
use domain::id::UserId;
use domain::person::FullName;
use sea_orm::{DbErr, QueryResult, TryGetable};
use uuid::Uuid;

use crate::fault::Failure;

/// Declares a row: a constant with the list of its columns, for the text of statements, and the function that reads them in that
/// order.
///
/// Each field is one column; a text in parentheses where that is put together; or `[COLUMNS => function]`, for a field that is read
/// from several columns, another declared row among others. The table is the one that a column with an impossible value is reported
/// for; its row is identified by the first column.
///
/// ```text
/// row! {
///     /// A holiday with the name of its creator.
///     HOLIDAY_VIEW, holiday_view("holidays") -> HolidayView {
///         holiday: [HOLIDAY => holiday],
///         creator: ["u.first_name, u.last_name" => Columns::maybe_name],
///     }
/// }
/// const ALL: &str = concat!("SELECT ", HOLIDAY_VIEW, " FROM holidays h LEFT JOIN users u ON u.id = h.created_by");
/// ```
macro_rules! row {
    ($(#[$doc:meta])* $list:ident, $read:ident($table:literal) -> $row:ident { $($field:ident: $spec:tt),+ $(,)? }) => {
        pub(crate) const $list: &str = $crate::row::row!(@list $($spec),+);

        $(#[$doc])*
        pub(crate) fn $read(columns: &mut $crate::row::Columns<'_>) -> Result<$row, $crate::fault::Failure> {
            #[allow(unused_variables, reason = "a row may be made of other rows alone")]
            let place = columns.place($table);
            Ok($row { $($field: $crate::row::row!(@read columns place $spec)),+ })
        }
    };
    (@list $first:tt $(, $spec:tt)*) => {
        constcat::concat!($crate::row::row!(@columns $first) $(, ", ", $crate::row::row!(@columns $spec))*)
    };
    (@columns $column:literal) => { $column };
    (@columns ($column:expr)) => { $column };
    (@columns [$columns:expr => $read:path]) => { $columns };
    (@read $columns:ident $place:ident $column:literal) => { $columns.column(&$place, $column)? };
    (@read $columns:ident $place:ident ($column:expr)) => { $columns.column(&$place, $column)? };
    (@read $columns:ident $place:ident [$listed:expr => $read:path]) => { $read($columns)? };
}
pub(crate) use row;

/// What a column can be read into. `None`: the rules do not know the value.
pub(crate) trait FromColumn: Sized {
    type Stored: TryGetable;

    fn from_column(stored: Self::Stored) -> Option<Self>;
}

/// Lets values be read from columns: what is stored, and how it is read.
macro_rules! from_column {
    ($($column:ty: $stored:ty => $read:expr),+ $(,)?) => {$(
        impl $crate::row::FromColumn for $column {
            type Stored = $stored;

            fn from_column(stored: $stored) -> Option<Self> {
                let read: fn($stored) -> Option<Self> = $read;
                read(stored)
            }
        }
    )+};
}

pub(crate) use from_column;

from_column! {
    bool: bool => Some,
    i32: i32 => Some,
    i64: i64 => Some,
    u32: i32 => |number| u32::try_from(number).ok(),
    String: String => Some,
    Uuid: Uuid => Some,
    NaiveDate: NaiveDate => Some,
    Instant: Instant => Some,
}

/// Lets ids be read from columns.
macro_rules! ids {
    ($($id:ty),+ $(,)?) => { $crate::row::from_column! { $($id: uuid::Uuid => |id| Some(Self::new(id))),+ } };
}
pub(crate) use ids;

impl<T: FromColumn> FromColumn for Option<T> {
    type Stored = Option<T::Stored>;

    fn from_column(stored: Self::Stored) -> Option<Self> {
        stored.map_or(Some(None), |stored| T::from_column(stored).map(Some))
    }
}

/// The number that a `count(*)` gives, as a column of a declared row.
pub(crate) fn number(columns: &mut Columns<'_>) -> Result<u32, Failure> {
    Ok(columns.count()?)
}

/// What an entity has read from a column.
pub(crate) fn restore<T: FromColumn>(
    stored: T::Stored,
    table: &'static str,
    column: &'static str,
    id: impl std::fmt::Display,
) -> Result<T> {
    T::from_column(stored).ok_or_else(|| corrupt(table, column, id))
}

/// A row holds something that the rules do not know.
pub(crate) fn corrupt(table: &'static str, column: &'static str, id: impl std::fmt::Display) -> StoreError {
    StoreError::Corrupt { table, column, id: id.to_string() }
}

/// Where the columns of a declared row begin, for the report of one that cannot be right.
pub(crate) struct Place {
    table: &'static str,
    first: usize,
}

/// Reads the columns of a row from left to right.
pub(crate) struct Columns<'row> {
    row: &'row QueryResult,
    next: usize,
}

impl<'row> Columns<'row> {
    pub(crate) fn of(row: &'row QueryResult) -> Self {
        Self { row, next: 0 }
    }

    pub(crate) fn place(&self, table: &'static str) -> Place {
        Place { table, first: self.next }
    }

    pub(crate) fn take<T: TryGetable>(&mut self) -> Result<T, DbErr> {
        let index = self.next;
        self.next += 1;
        self.row.try_get_by_index(index)
    }

    /// The next column, which is called `name` in its statement.
    pub(crate) fn column<T: FromColumn>(&mut self, place: &Place, name: &'static str) -> Result<T, Failure> {
        let stored = self.take()?;
        Ok(T::from_column(stored).ok_or_else(|| {
            let column = name.rsplit_once('.').map_or(name, |(_, column)| column);
            let id = self.row.try_get_by_index::<Uuid>(place.first);
            corrupt(place.table, column, id.unwrap_or_default())
        })?)
    }

    /// The number that a `count(*)` gives.
    pub(crate) fn count(&mut self) -> Result<u32, DbErr> {
        Ok(u32::try_from(self.take::<i64>()?).unwrap_or(u32::MAX))
    }

    pub(crate) fn name(&mut self) -> Result<FullName, DbErr> {
        Ok(FullName { first: self.take()?, last: self.take()? })
    }

    /// First and last name of somebody who may be missing.
    pub(crate) fn maybe_name(&mut self) -> Result<Option<FullName>, DbErr> {
        let (first, last): (Option<String>, Option<String>) = (self.take()?, self.take()?);
        Ok(first.zip(last).map(|(first, last)| FullName { first, last }))
    }

    /// Id, first and last name of somebody who may be missing.
    pub(crate) fn maybe_named(&mut self) -> Result<Option<(UserId, FullName)>, DbErr> {
        let id: Option<Uuid> = self.take()?;
        Ok(id.map(UserId::new).zip(self.maybe_name()?))
    }

    /// Days that were [`crate::sql::gathered`], oldest first.
    pub(crate) fn days(&mut self, table: &'static str, id: impl std::fmt::Display) -> Result<Vec<NaiveDate>, Failure> {
        let text: String = self.take()?;
        let days = text.split(',').map(str::parse).collect::<Result<Vec<NaiveDate>, _>>();
        let mut days = days.map_err(|_| corrupt(table, "date", id))?;
        days.sort_unstable();
        Ok(days)
    }
}
