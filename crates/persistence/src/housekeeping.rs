//! What the composition root keeps in the database beside the use cases.

use application::ports::{Result, StoreError};
use domain::Instant;
use sea_orm::DbBackend;
use sea_orm::sea_query::OnConflict;

use crate::database::Database;
use crate::kept_values::kept_value;
use crate::{kept_values, sql};

/// So many rows go at once: nobody waits behind a deletion of everything that is old.
const BATCH: u32 = 500;

/// What is kept for a while only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transient {
    /// Budgets of attempts; their age counts from the last attempt.
    Throttles,
    /// From which addresses somebody has signed in, from the last time on.
    KnownAddresses,
    /// Sessions, from the instant on at which they end by themselves.
    Sessions,
    /// Notices that were read, from then on. Others stay.
    ReadNotices,
    /// To whom and when a mail was sent, from then on.
    SentMails,
    /// Mails that were given up and have no words any more, from their making on. Others that were never sent stay until somebody
    /// has seen to them.
    GivenUpMails,
    /// Reset links, from their end on.
    ResetLinks,
    /// Requests for reset links that nobody has answered: those who asked have long asked again.
    ResetRequests,
    /// Keys of second factors that wait for their first code, from their making on.
    WaitingKeys,
    /// What may come once in sign-ins by providers, from when on it counts no longer.
    UsedFlows,
    /// Codes that become sessions, from their end on.
    SignInCodes,
    /// The ID tokens of sessions, from the instant on at which these end by themselves. The sessions stay.
    IdTokens,
    /// Rows of plans of imports that have expired.
    ImportRows,
    /// The plans, once their rows are gone.
    Imports,
}

impl Transient {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Throttles,
        Self::KnownAddresses,
        Self::Sessions,
        Self::ReadNotices,
        Self::SentMails,
        Self::GivenUpMails,
        Self::ResetLinks,
        Self::ResetRequests,
        Self::WaitingKeys,
        Self::UsedFlows,
        Self::SignInCodes,
        Self::IdTokens,
        Self::ImportRows,
        Self::Imports,
    ];

    /// The table, its key, the instant from which the age counts, and which rows are older than `$1`.
    const fn rows(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Throttles => ("throttles", "bucket", "updated_at", "updated_at < $1"),
            Self::KnownAddresses => ("known_addresses", "user_id, address", "last_success_at", "last_success_at < $1"),
            Self::Sessions => ("sessions", "id", "expires_at", "expires_at < $1"),
            Self::ReadNotices => ("notices", "id", "read_at", "read_at < $1"),
            Self::SentMails => ("mails", "id", "sent_at", "state = 'sent' AND sent_at < $1"),
            Self::GivenUpMails => {
                ("mails", "id", "created_at", "state = 'given-up' AND letter IS NULL AND created_at < $1")
            }
            Self::ResetLinks => ("reset_links", "user_id", "expires_at", "expires_at <= $1"),
            Self::ResetRequests => ("reset_requests", "id", "asked_at", "asked_at < $1"),
            Self::WaitingKeys => ("credentials", "id", "created_at", "kind = 'totp-waiting' AND created_at < $1"),
            Self::UsedFlows => ("used_flows", "fingerprint", "ends_at", "ends_at <= $1"),
            Self::SignInCodes => ("sign_in_codes", "fingerprint", "expires_at", "expires_at <= $1"),
            Self::IdTokens => ("sessions", "id", "expires_at", "id_token IS NOT NULL AND expires_at <= $1"),
            Self::ImportRows => (
                "import_rows",
                "import_id, line",
                "import_id, line",
                "import_id IN (SELECT i.id FROM imports i WHERE i.expires_at <= $1 AND i.state <> 'applying')",
            ),
            Self::Imports => (
                "imports",
                "id",
                "expires_at",
                "expires_at <= $1 AND state <> 'applying' \
                 AND NOT EXISTS (SELECT 1 FROM import_rows r WHERE r.import_id = imports.id)",
            ),
        }
    }

    /// How a row is forgotten: whole, or a value of it.
    fn forgets(self, table: &str) -> String {
        match self {
            Self::IdTokens => format!("UPDATE {table} SET id_token = NULL"),
            _ => format!("DELETE FROM {table}"),
        }
    }
}

/// Forgets at most `$2` rows that are older than `$1`, oldest first. Those that somebody else holds are left for the next time. By
/// hand, because the names of table and columns vary.
pub(crate) fn forget_statement(backend: DbBackend, what: Transient) -> String {
    let (table, key, since, is_old) = what.rows();
    let lock = sql::lock(backend, " FOR UPDATE SKIP LOCKED");
    let forgets = what.forgets(table);
    format!(
        "{forgets} WHERE ({key}) IN \
         (SELECT {key} FROM {table} WHERE {is_old} ORDER BY {since} LIMIT $2{lock})"
    )
}

impl Database {
    /// The value that all instances share under `key`: `candidate` where there is none yet.
    pub async fn shared_setting(&self, key: &str, candidate: &str) -> Result<String> {
        let kept = OnConflict::column(kept_value::Column::Key).do_nothing().to_owned();
        let (name, insert) = (key.to_owned(), kept_values::insert(key, candidate, kept));
        let transaction = self.begin_transaction().await?;
        let value = transaction
            .run(move |connection| async move {
                insert.exec_without_returning(&*connection).await?;
                Ok(kept_values::value(&*connection, &name).await?)
            })
            .await?;
        transaction.commit().await?;
        value.ok_or_else(|| StoreError::Backend("a setting that was just saved is not there".into()))
    }

    /// Forgets what is older than `before`, batch by batch, and says how many rows there were.
    pub async fn forget(&self, what: Transient, before: Instant) -> Result<u64> {
        let statement = forget_statement(self.backend(), what);
        let mut forgotten = 0;
        loop {
            let (statement, values) = (statement.clone(), vec![before.into(), i64::from(BATCH).into()]);
            let transaction = self.begin_transaction().await?;
            let gone = transaction
                .run(move |connection| async move { Ok(sql::change(&*connection, &statement, values).await?) })
                .await?;
            transaction.commit().await?;
            forgotten += gone;
            if gone < u64::from(BATCH) {
                return Ok(forgotten);
            }
        }
    }
}
