//! Entries that travel as one JSON parameter, however many they are. Both engines unfold it into the rows of a table `n`.

use domain::timesheet::{Entry, Stored};
use sea_orm::DbBackend;
use serde_json::Value;
use uuid::Uuid;

use crate::sql::{instant_text, unfolded};

/// How an id is spelt, so that the engine turns it back into its own.
type Spelling = fn(Uuid) -> String;

/// A column with its type on PostgreSQL, and how to write it.
struct Column {
    name: &'static str,
    kind: &'static str,
    value: fn(&Stored, Spelling) -> Value,
}

const fn column(name: &'static str, kind: &'static str, value: fn(&Stored, Spelling) -> Value) -> Column {
    Column { name, kind, value }
}

/// Which entry it is, and what a decision changes.
static DECIDED: [Column; 10] = [
    column("id", "uuid", |of, id| id(of.id.uuid()).into()),
    column("status", "text", |of, _| of.status.name().into()),
    column("comment", "text", |of, _| of.comment.clone().into()),
    column("is_resubmission", "boolean", |of, _| of.is_resubmission.into()),
    column("version", "integer", |of, _| of.version.into()),
    column("decided_by", "uuid", |of, id| of.decided_by.map(|by| id(by.uuid())).into()),
    column("decided_at", "timestamptz", |of, _| of.decided_at.map(instant_text).into()),
    column("decided_for", "uuid", |of, id| of.decided_for.map(|manager| id(manager.uuid())).into()),
    column("rejected_on", "date", |of, _| of.rejected_on.map(|on| on.to_string()).into()),
    column("updated_at", "timestamptz", |of, _| instant_text(of.updated_at).into()),
];

/// What a new entry has besides.
static ADDED: [Column; 5] = [
    column("user_id", "uuid", |of, id| id(of.user.uuid()).into()),
    column("date", "date", |of, _| of.date.to_string().into()),
    column("half_hours", "integer", |of, _| of.hours.half_hours().into()),
    column("description", "text", |of, _| of.description.clone().into()),
    column("created_at", "timestamptz", |of, _| instant_text(of.created_at).into()),
];

/// The columns of entries that a statement takes as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JsonColumns {
    /// The id, and what a decision changes.
    Decided,
    All,
}

impl JsonColumns {
    fn each(self) -> impl Iterator<Item = &'static Column> {
        let added: &[Column] = match self {
            Self::Decided => &[],
            Self::All => &ADDED,
        };
        DECIDED.iter().chain(added)
    }

    pub(super) fn names(self) -> String {
        self.each().map(|column| column.name).collect::<Vec<_>>().join(", ")
    }

    /// The table `n` in the parameter `$1`, which is that of [`Self::as_json`].
    pub(super) fn unfolded(self, backend: DbBackend) -> String {
        let columns: Vec<(&str, &str)> = self.each().map(|column| (column.name, column.kind)).collect();
        unfolded(backend, &columns)
    }

    /// Entries with these columns.
    pub(super) fn as_json(self, backend: DbBackend, entries: &[Entry]) -> String {
        let spelling: Spelling = match backend {
            DbBackend::Postgres => |id: Uuid| id.hyphenated().to_string(),
            _ => |id: Uuid| id.simple().to_string(),
        };
        let row = |entry: &Entry| {
            let stored = entry.clone().into_stored();
            self.each().map(|column| (column.name, (column.value)(&stored, spelling))).collect::<Value>()
        };
        Value::Array(entries.iter().map(row).collect()).to_string()
    }
}
