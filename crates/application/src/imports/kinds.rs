//! The kinds, with the files from which their rows are read.

use super::Kind;
use super::balances::Balances;
use super::holidays::Holidays;
use super::people::People;
use crate::ports::ImportReader;
use domain::import::{Choices, FileRefusal, ImportKind, Reading, Table, balances, holidays, people};

/// A kind whose rows stand in files.
pub(super) trait FileKind: Kind<Row: Clone> + Copy + 'static {
    const KIND: ImportKind;

    /// The rows of a table.
    fn read(table: Table, choices: Choices) -> Result<Reading<Self::Row>, FileRefusal>;

    /// Those of a calendar; `None` where a calendar has none of them.
    fn read_calendar(_: &dyn ImportReader, _: &[u8], _: i32) -> Option<Result<Reading<Self::Row>, FileRefusal>> {
        None
    }
}

impl FileKind for People {
    const KIND: ImportKind = ImportKind::People;

    fn read(table: Table, choices: Choices) -> Result<Reading<Self::Row>, FileRefusal> {
        people::read(table, choices)
    }
}

impl FileKind for Balances {
    const KIND: ImportKind = ImportKind::Balances;

    fn read(table: Table, choices: Choices) -> Result<Reading<Self::Row>, FileRefusal> {
        balances::read(table, choices)
    }
}

impl FileKind for Holidays {
    const KIND: ImportKind = ImportKind::Holidays;

    fn read(table: Table, choices: Choices) -> Result<Reading<Self::Row>, FileRefusal> {
        holidays::read(table, choices)
    }

    fn read_calendar(
        reader: &dyn ImportReader,
        bytes: &[u8],
        this_year: i32,
    ) -> Option<Result<Reading<Self::Row>, FileRefusal>> {
        Some(reader.read_calendar(bytes, this_year))
    }
}

/// Does something with the kind of this name.
macro_rules! with_kind {
    ($kind:expr, |$of:ident| $work:expr) => {
        match $kind {
            domain::import::ImportKind::People => {
                let $of = $crate::imports::people::People;
                $work
            }
            domain::import::ImportKind::Balances => {
                let $of = $crate::imports::balances::Balances;
                $work
            }
            domain::import::ImportKind::Holidays => {
                let $of = $crate::imports::holidays::Holidays;
                $work
            }
        }
    };
}
pub(super) use with_kind;
