//! How the two engines write the same thing.

use crate::engine::Engine;
use crate::organisation::Kind;

/// The words of an engine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dialect(pub(super) Engine);

impl Dialect {
    /// Constraints hold by construction, and a crash while filling loses nothing that anybody needs.
    pub(super) const fn before(self) -> &'static [&'static str] {
        match self.0 {
            Engine::Sqlite => &[
                "PRAGMA journal_mode = MEMORY",
                "PRAGMA synchronous = OFF",
                "PRAGMA foreign_keys = OFF",
                "PRAGMA cache_size = -1000000",
            ],
            Engine::Postgres => {
                &["SET session_replication_role = replica", "SET synchronous_commit = off", "SET work_mem = '256MB'"]
            }
        }
    }

    /// PostgreSQL's housekeeping is done now, and falls into no measurement. SQLite is left as the portal leaves it.
    pub(super) const fn after(self) -> &'static [&'static str] {
        match self.0 {
            Engine::Sqlite => &["PRAGMA journal_mode = WAL"],
            Engine::Postgres => &["VACUUM ANALYZE", "CHECKPOINT"],
        }
    }

    /// Begins a transaction that writes, whatever others do meanwhile.
    pub(super) const fn begin(self) -> &'static str {
        match self.0 {
            Engine::Sqlite => "BEGIN IMMEDIATE",
            Engine::Postgres => "BEGIN",
        }
    }

    /// The id of `kind` with the number that `expression` gives.
    pub(super) fn id(self, kind: Kind, expression: &str) -> String {
        let (start, number) = (kind.start(), self.hex(expression, 12));
        match self.0 {
            Engine::Sqlite => format!("unhex('{}' || {number})", start.replace('-', "")),
            Engine::Postgres => format!("('{start}' || {number})::uuid"),
        }
    }

    /// The same id as a text.
    pub(super) fn id_text(self, kind: Kind, expression: &str) -> String {
        format!("'{}' || {}", kind.start(), self.hex(expression, 12))
    }

    /// The number that `expression` gives, in so many hexadecimal digits.
    pub(super) fn hex(self, expression: &str, digits: u32) -> String {
        match self.0 {
            Engine::Sqlite => format!("printf('%0{digits}x', {expression})"),
            Engine::Postgres => format!("lpad(to_hex({expression}), {digits}, '0')"),
        }
    }

    /// The date so many days after `start`.
    pub(super) fn days_after(self, start: impl std::fmt::Display, days: &str) -> String {
        match self.0 {
            Engine::Sqlite => format!("date('{start}', '+' || ({days}) || ' days')"),
            Engine::Postgres => format!("(DATE '{start}' + ({days})::integer)"),
        }
    }

    /// The text that `expression` gives, as a date or an instant.
    fn typed(self, expression: &str, name: &str) -> String {
        match self.0 {
            Engine::Sqlite => expression.to_owned(),
            Engine::Postgres => format!("({expression})::{name}"),
        }
    }

    pub(super) fn date(self, expression: &str) -> String {
        self.typed(expression, "date")
    }

    pub(super) fn instant(self, expression: &str) -> String {
        self.typed(expression, "timestamptz")
    }
}
