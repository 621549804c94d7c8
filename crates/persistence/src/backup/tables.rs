//! Which tables a backup has, and how each engine reads and writes their values.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Value};
use uuid::Uuid;

use super::{BackupError, Result};
use crate::sql;

/// Under this key of `settings` the instances on one PostgreSQL share the key that signs sessions. It is in no backup.
pub const SIGNING_KEY: &str = "signing-secret";

/// The tables of a backup. Each comes after those that its rows refer to.
pub(super) const TABLES: &[&str] = &[
    "users",
    "counters",
    "settings",
    "known_addresses",
    "credentials",
    "identities",
    "holidays",
    "timesheets",
    "timesheet_versions",
    "decided_counts",
    "unlocks",
    "resubmissions",
    "notices",
    "events",
    "event_subjects",
    "audit_seals",
    "audit_chain",
    "audit_gaps",
    "audit_verifications",
    "job_runs",
    "last_sign_ins",
    "reset_requests",
    "reset_links",
    "invitations",
    "mails",
    "absences",
    "service_periods",
    "tenures",
    "setting_changes",
    "setting_values",
    "work_pattern_lists",
    "work_patterns",
    "salaries",
    "substitutions",
    "mail_choices",
    "leave_types",
    "leave_terms",
    "leave_requests",
    "leave_halves",
    "leave_steps",
    "leave_ledger",
    "leave_feeds",
    "months",
    "month_revisions",
    "month_rows",
    "accepted_days",
    "month_reminders",
];

/// The tables that are in no backup: which migrations have been applied, which the file says in its heading, sessions and
/// attempts, sign-ins under way, plans of imports, and
/// what running instances ask for.
#[cfg(test)]
const LEFT_OUT: &[&str] = &[
    "import_rows",
    "imports",
    "instances",
    "person_changes",
    "seaql_migrations",
    "sessions",
    "sign_in_codes",
    "throttles",
    "used_flows",
];

/// What a process holds for as long as it works on it. In a backup nobody does.
const HELD: &[(&str, &str)] = &[
    ("mails", "claimed_until"),
    ("months", "close_id"),
    ("months", "closing_until"),
    ("audit_gaps", "writers"),
    ("audit_verifications", "holder"),
    ("audit_verifications", "held_until"),
];

/// The rows of a table that are in a backup, where not all are.
fn condition(table: &str) -> String {
    if table == "settings" { format!(" WHERE key <> '{SIGNING_KEY}'") } else { String::new() }
}

#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: String,
    kind: String,
    /// Its place in the primary key, from 1; 0 for none.
    key: i64,
}

/// The columns of each table in their order.
pub(super) type Schema = BTreeMap<String, Vec<Column>>;

const SCHEMA_SQLITE: &str = "\
    SELECT t.name, c.name, lower(c.type), c.pk FROM sqlite_schema t JOIN pragma_table_info(t.name) c \
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid";

const SCHEMA_POSTGRES: &str = "\
    SELECT t.relname::text, c.attname::text, format_type(c.atttypid, NULL), \
      coalesce(array_position(k.indkey::int2[], c.attnum) + 1, 0)::bigint \
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema() \
    JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped \
    LEFT JOIN pg_index k ON k.indrelid = t.oid AND k.indisprimary \
    WHERE t.relkind = 'r' ORDER BY t.relname, c.attnum";

/// Reads the schema as it is.
pub(super) async fn schema<C: ConnectionTrait>(connection: &C) -> Result<Schema, DbErr> {
    let is_postgres = connection.get_database_backend() == DbBackend::Postgres;
    let mut schema = Schema::new();
    for row in sql::all(connection, if is_postgres { SCHEMA_POSTGRES } else { SCHEMA_SQLITE }, vec![]).await? {
        let table: String = row.try_get_by_index(0)?;
        let column =
            Column { name: row.try_get_by_index(1)?, kind: row.try_get_by_index(2)?, key: row.try_get_by_index(3)? };
        schema.entry(table).or_default().push(column);
    }
    Ok(schema)
}

/// Each name in double quotes, with commas between them.
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

/// The query for all rows of a table that are in a backup, each as one JSON array, in the order of its key.
pub(super) fn select(backend: DbBackend, table: &str, columns: &[Column]) -> String {
    let is_postgres = backend == DbBackend::Postgres;
    let values: Vec<String> = columns.iter().map(|column| value(is_postgres, table, column)).collect();
    let values = values.join(", ");
    let row = if is_postgres { format!("json_build_array({values})::text") } else { format!("json_array({values})") };
    let mut key: Vec<&Column> = columns.iter().filter(|column| column.key > 0).collect();
    key.sort_unstable_by_key(|column| column.key);
    let order = listed(key.into_iter().map(|column| column.name.as_str()));
    format!("SELECT {row} FROM \"{table}\"{} ORDER BY {order}", condition(table))
}

/// How a value is read. PostgreSQL makes JSON of each of its types; SQLite has fewer of them.
fn value(is_postgres: bool, table: &str, column: &Column) -> String {
    let name = format!("\"{}\"", column.name);
    if HELD.contains(&(table, &column.name)) {
        return "NULL".to_owned();
    }
    match column.kind.as_str() {
        _ if is_postgres => name,
        "uuid_text" => format!("nullif(lower(hex({name})), '')"),
        "boolean" => format!("json(CASE {name} WHEN 0 THEN 'false' WHEN 1 THEN 'true' END)"),
        _ => name,
    }
}

/// The statement that adds `rows` rows to a table: on PostgreSQL any number of them as one parameter, a JSON array of rows.
pub(super) fn insert(backend: DbBackend, table: &str, columns: &[Column], rows: usize) -> String {
    let into = format!("INSERT INTO \"{table}\" ({})", listed(columns.iter().map(|column| column.name.as_str())));
    if backend == DbBackend::Postgres {
        let values = columns.iter().enumerate().map(|(place, column)| format!("(r ->> {place})::{}", column.kind));
        let values = values.collect::<Vec<_>>().join(", ");
        return format!("{into} SELECT {values} FROM jsonb_array_elements($1::jsonb) AS r");
    }
    let row = format!("({})", vec!["?"; columns.len()].join(", "));
    format!("{into} VALUES {}", vec![row.as_str(); rows].join(", "))
}

/// The values of a line in the form in which SQLite keeps them: an id as its bytes, an instant as the portal itself writes it. What a
/// column cannot hold is refused here for both: SQLite takes any value for any column, and PostgreSQL rows that are too long or too short.
pub(super) fn values(line: &str, columns: &[Column]) -> Result<Vec<Value>> {
    let wrong = || BackupError::Damaged("it has a row that makes no sense".to_owned());
    let row: Vec<serde_json::Value> = serde_json::from_str(line).map_err(|_| wrong())?;
    if row.len() != columns.len() {
        return Err(wrong());
    }
    let kept = |(value, column): (serde_json::Value, &Column)| match (value, column.kind.as_str()) {
        (serde_json::Value::Null, _) => Some(Value::String(None)),
        (serde_json::Value::Bool(yes), "boolean") => Some(yes.into()),
        (serde_json::Value::Number(number), "integer" | "bigint") => number.as_i64().map(Into::into),
        (serde_json::Value::String(_), "boolean" | "integer" | "bigint") => None,
        (serde_json::Value::String(text), "uuid_text" | "uuid") => Uuid::parse_str(&text).ok().map(Into::into),
        (serde_json::Value::String(text), "timestamp_with_timezone_text" | "timestamp with time zone") => {
            DateTime::parse_from_rfc3339(&text).ok().map(|at| at.to_utc().into())
        }
        (serde_json::Value::String(text), "date_text" | "date") => text.parse::<NaiveDate>().ok().map(Into::into),
        (serde_json::Value::String(text), _) => Some(text.into()),
        _ => None,
    };
    row.into_iter().zip(columns).map(kept).collect::<Option<_>>().ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup::Scratch;
    use migrations::{Migrator, MigratorTrait};
    use std::collections::BTreeSet;
    use testkit::database::TestDatabase;

    /// A table that nobody thought of is in no backup, and lost without a word.
    async fn every_table_is_backed_up_or_left_out_on_purpose(database: TestDatabase) {
        let raw = database.raw().await;
        let schema = schema(&raw).await.unwrap();
        raw.close().await.unwrap();
        let there: BTreeSet<&str> = schema.keys().map(String::as_str).collect();
        let known: Vec<&str> = TABLES.iter().chain(LEFT_OUT).copied().collect();
        assert_eq!(known.iter().copied().collect::<BTreeSet<_>>(), there);
        assert_eq!(known.len(), there.len(), "a table stands here twice");
        for (table, column) in HELD {
            let columns = schema.get(*table).unwrap();
            assert!(columns.iter().any(|known| known.name == *column), "{table}.{column}");
        }
        for (table, columns) in &schema {
            assert!(columns.iter().any(|column| column.key > 0), "{table} is read in the order of its key");
        }
    }

    #[tokio::test]
    async fn every_table_is_backed_up_or_left_out_on_sqlite() {
        every_table_is_backed_up_or_left_out_on_purpose(TestDatabase::sqlite().await).await;
    }

    #[tokio::test]
    async fn every_table_is_backed_up_or_left_out_on_postgres() {
        every_table_is_backed_up_or_left_out_on_purpose(TestDatabase::postgres().await).await;
    }

    /// A backup of an earlier schema would lose them.
    #[tokio::test]
    async fn no_earlier_schema_has_a_table_that_is_not_backed_up() {
        let scratch = Scratch::make().unwrap();
        let transaction = scratch.database().begin_unlimited().await.unwrap();
        for migration in Migrator::names() {
            Migrator::up(&transaction, Some(1)).await.unwrap();
            let tables = schema(&transaction).await.unwrap().into_keys();
            let forgotten: Vec<String> =
                tables.filter(|table| !TABLES.iter().chain(LEFT_OUT).any(|known| *known == table.as_str())).collect();
            assert_eq!(forgotten, Vec::<String>::new(), "{migration}");
        }
        transaction.commit().await.unwrap();
    }

    #[test]
    fn a_value_that_its_column_cannot_hold_is_refused() {
        let column = |kind: &str| [Column { name: "c".into(), kind: kind.into(), key: 0 }];
        let id = "\"01a2206175167227b83e1151e61aee2c\"";
        for (kind, value) in [
            ("uuid_text", id),
            ("date_text", "\"2026-02-28\""),
            ("timestamp_with_timezone_text", "\"2026-06-10T09:30:00+00:00\""),
            ("boolean", "true"),
            ("bigint", "-7"),
            ("text", "\"7\""),
            ("integer", "null"),
        ] {
            assert!(values(&format!("[{value}]"), &column(kind)).is_ok(), "{kind}: {value}");
        }
        for (kind, value) in [
            ("uuid_text", "\"01a2\""),
            ("date_text", "\"2026-02-29\""),
            ("timestamp_with_timezone_text", "\"2026-06-10\""),
            ("boolean", "1"),
            ("bigint", "\"7\""),
            ("integer", "1e40"),
            ("integer", "true"),
            ("text", "7"),
            ("text", "[7]"),
            ("timestamp with time zone", "\"yesterday\""),
            ("text", "\"a\", \"b\""),
            ("text", ""),
        ] {
            assert!(values(&format!("[{value}]"), &column(kind)).is_err(), "{kind}: {value}");
        }
    }

    /// SQLite says little of the type of a value: each has to be one that is read and written above.
    #[tokio::test]
    async fn every_column_of_sqlite_has_a_kind_that_is_known() {
        let database = TestDatabase::sqlite().await;
        let raw = database.raw().await;
        let schema = schema(&raw).await.unwrap();
        raw.close().await.unwrap();
        let kinds = ["uuid_text", "date_text", "timestamp_with_timezone_text", "boolean", "integer", "bigint", "text"];
        for (table, columns) in schema.iter().filter(|(table, _)| TABLES.contains(&table.as_str())) {
            for Column { name, kind, .. } in columns {
                assert!(kinds.contains(&kind.as_str()) || kind.starts_with("varchar("), "{table}.{name}: {kind}");
            }
        }
    }
}
