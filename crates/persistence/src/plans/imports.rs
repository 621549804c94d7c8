//! What imports ask for.

use sea_orm::DbBackend;

use super::{BY_ID, Expected};
use crate::imports;

pub(super) fn of_imports(backend: DbBackend) -> Vec<Expected> {
    let refuse = "'refuse'";
    vec![
        (imports::FIND.to_owned(), vec![BY_ID], "pk_imports"),
        (imports::is_abandoned(backend), vec![], "ux_imports_applying"),
        (imports::COUNT_ALL.to_owned(), vec![BY_ID], "import_rows"),
        (imports::COUNT.to_owned(), vec![BY_ID, refuse], "ix_import_rows_action"),
        (imports::PAGE_ALL.to_owned(), vec![BY_ID, "50", "100"], "pk_import_rows"),
        (imports::PAGE.to_owned(), vec![BY_ID, refuse, "50", "100"], "ix_import_rows_action"),
        (imports::AFTER_ALL.to_owned(), vec![BY_ID, "7", "1000"], "pk_import_rows"),
        (imports::AFTER.to_owned(), vec![BY_ID, refuse, "7", "1000"], "ix_import_rows_action"),
        (imports::leave_out(backend), vec!["'[{\"line\": 7, \"problem\": \"x\"}]'", BY_ID], "pk_import_rows"),
    ]
}
