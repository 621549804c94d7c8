//! The names of the unique keys on SQLite, which tells a violation by its columns.

use std::collections::HashMap;
use std::sync::PoisonError;

use sea_orm::{DbBackend, QueryResult};

use super::{Database, OpenError};
use crate::fault::Fault;
use crate::sql;

/// The name of an index by its columns, in the words of a violation: `users.email`.
pub(super) type Keys = HashMap<String, String>;

/// The columns of each unique index in their order. That of a primary key has no name of ours, and needs none, but for those whose
/// violation is told: they have their name on PostgreSQL.
const KEYS: &str = "\
    SELECT group_concat(place, ', '), \
      CASE group_concat(place, ', ') WHEN 'timesheets.user_id, timesheets.date' THEN 'ux_timesheets_user_date' \
      WHEN 'leave_halves.user_id, leave_halves.date, leave_halves.half' THEN 'pk_leave_halves' ELSE key END FROM (\
      SELECT t.name || '.' || c.name AS place, i.name AS key \
      FROM sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c \
      WHERE t.type = 'table' AND i.\"unique\" ORDER BY i.name, c.seqno) \
    GROUP BY key";

impl Database {
    /// Reads the keys of the schema as it is now.
    pub(crate) async fn learn_keys(&self) -> Result<(), OpenError> {
        if self.backend() != DbBackend::Sqlite {
            return Ok(());
        }
        let keys = self.read(|connection| async move {
            let rows = sql::all(&*connection, KEYS, vec![]).await?;
            let key = |row: &QueryResult| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?));
            rows.iter().map(key).collect::<Result<Keys, _>>()
        });
        *self.inner.keys.write().unwrap_or_else(PoisonError::into_inner) =
            keys.await.map_err(|error| OpenError::Refused(error.to_string()))?;
        Ok(())
    }

    /// The same fault, with the name of the key in place of its columns.
    pub(super) fn named(&self, fault: Fault) -> Fault {
        match fault {
            Fault::Unique(columns) => {
                let keys = self.inner.keys.read().unwrap_or_else(PoisonError::into_inner);
                Fault::Unique(keys.get(&columns).cloned().unwrap_or(columns))
            }
            other => other,
        }
    }
}
