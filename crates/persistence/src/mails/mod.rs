//! The mail outbox. A letter is written in the transaction of its cause, and its words stay in the row until it is sent.

mod json;
mod queue;

use application::ports::{MailRepository, NewMail, Result};
use async_trait::async_trait;
use sea_orm::{EntityTrait, Set};

use crate::entity::entity;
use crate::unit::Unit;

#[cfg(test)]
pub(crate) use self::queue::{CLAIM_POSTGRES, CLAIM_SQLITE};

entity! {
    /// A mail that is to be sent, or was.
    mail("mails") {
        #[sea_orm(primary_key, auto_increment = false)]
        id: Uuid,
        recipient: String,
        kind: String,
        #[sea_orm(column_type = "Text", nullable)]
        letter: Option<String>,
        created_at: DateTimeUtc,
        state: String,
        attempts: i32,
        next_at: Option<DateTimeUtc>,
        claimed_until: Option<DateTimeUtc>,
        sent_at: Option<DateTimeUtc>,
        last_error: Option<String>,
    }
}

/// Where a mail stands, as the column says it.
mod state {
    pub(super) const WAITING: &str = "waiting";
    pub(super) const SENT: &str = "sent";
    pub(super) const GIVEN_UP: &str = "given-up";
}

#[async_trait]
impl MailRepository for Unit {
    async fn enqueue(&self, mails: &[NewMail]) -> Result<()> {
        if mails.is_empty() {
            return Ok(());
        }
        let rows: Vec<mail::ActiveModel> = mails
            .iter()
            .map(|mail| mail::ActiveModel {
                id: Set(mail.id.uuid()),
                recipient: Set(mail.to.clone()),
                kind: Set(mail.letter.kind().to_owned()),
                letter: Set(Some(json::write(&mail.letter))),
                created_at: Set(mail.created_at),
                state: Set(state::WAITING.to_owned()),
                attempts: Set(0),
                next_at: Set(Some(mail.created_at)),
                claimed_until: Set(None),
                sent_at: Set(None),
                last_error: Set(None),
            })
            .collect();
        self.run(move |connection| async move {
            mail::Entity::insert_many(rows).exec_without_returning(&*connection).await?;
            Ok(())
        })
        .await?;
        self.transaction.brings_mail();
        Ok(())
    }
}
