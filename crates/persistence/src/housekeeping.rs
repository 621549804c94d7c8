//! What the composition root keeps in the database beside the use cases.

use application::ports::StoreError;
use domain::Instant;

use crate::database::Database;
use crate::settings::SETTING;
use crate::sql;

const NEW_SETTING: &str = "INSERT INTO settings (key, value) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING";
const FORGET_THROTTLES: &str = "DELETE FROM throttles WHERE updated_at < $1";
const FORGET_LINKS: &str = "DELETE FROM reset_links WHERE expires_at <= $1";
const FORGET_MAILS: &str = "\
    DELETE FROM mails WHERE (state = 'sent' AND sent_at < $1) OR (state = 'given-up' AND letter IS NULL AND created_at < $1)";
const FORGET_REQUESTS: &str = "DELETE FROM reset_requests WHERE asked_at < $1";

impl Database {
    /// The value that all instances share under `key`: `candidate` where there is none yet.
    pub async fn shared_setting(&self, key: &str, candidate: &str) -> Result<String, StoreError> {
        let (name, values) = (key.to_owned(), vec![key.into(), candidate.into()]);
        let transaction = self.begin_transaction().await?;
        let value = transaction
            .run(move |connection| async move {
                sql::change(&*connection, NEW_SETTING, values).await?;
                let row = sql::one(&*connection, SETTING, vec![name.into()]).await?;
                Ok(row.map(|row| row.try_get_by_index::<String>(0)).transpose()?)
            })
            .await?;
        transaction.commit().await?;
        value.ok_or_else(|| StoreError::Backend("a setting that was just saved is not there".to_owned()))
    }

    /// Forgets budgets of attempts that nobody has touched since `before`.
    pub async fn forget_throttles(&self, before: Instant) -> Result<u64, StoreError> {
        self.forget(FORGET_THROTTLES, before).await
    }

    /// Forgets reset links that are over at `now`.
    pub async fn forget_reset_links(&self, now: Instant) -> Result<u64, StoreError> {
        self.forget(FORGET_LINKS, now).await
    }

    /// Forgets wishes for reset links that nobody has answered since `before`: whoever asked has long asked again.
    pub async fn forget_reset_requests(&self, before: Instant) -> Result<u64, StoreError> {
        self.forget(FORGET_REQUESTS, before).await
    }

    /// Forgets mails that were sent before `before`, and those of before that were given up and have no words any more. The
    /// others that were never sent stay until somebody has seen to them.
    pub async fn forget_mails(&self, before: Instant) -> Result<u64, StoreError> {
        self.forget(FORGET_MAILS, before).await
    }

    async fn forget(&self, statement: &'static str, before: Instant) -> Result<u64, StoreError> {
        let transaction = self.begin_transaction().await?;
        let gone = transaction
            .run(move |connection| async move { Ok(sql::change(&*connection, statement, vec![before.into()]).await?) })
            .await?;
        transaction.commit().await?;
        Ok(gone)
    }
}
