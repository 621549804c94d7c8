//! The outbox from the side of whoever sends: claims with an end, so that the mails of a sender who died are sent by the next.
//!
//! A claim counts the attempt, and what the sender says afterwards holds for that attempt alone: somebody who was so slow
//! that his claim ran out has nothing more to say about a mail that another one has taken up.

use application::ports::{ClaimedMail, MailOverview, MailQueue, MailState, MailView, StoreError};
use async_trait::async_trait;
use domain::Instant;
use domain::id::MailId;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Value};
use uuid::Uuid;

use super::{json, state};
use crate::database::Database;
use crate::fault::Failure;
use crate::sql::{self, Columns, corrupt};

/// The most that is kept of what a mail server said.
const LONGEST_ERROR: usize = 500;

const UNREADABLE: &str = "its words cannot be read by this program";

macro_rules! claim {
    ($lock:literal) => {
        concat!(
            "UPDATE mails SET attempts = attempts + 1, claimed_until = $2 WHERE id IN (SELECT id FROM mails \
               WHERE state = 'waiting' AND next_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1) \
               ORDER BY next_at, id LIMIT $3",
            $lock,
            ") RETURNING id, recipient, kind, letter, attempts, created_at, next_at"
        )
    };
}

/// In the order in which they came due: a mail that keeps failing comes after those that came due before it was to be tried again.
/// Whoever claims at the same moment gets other mails, and waits for nobody.
pub(crate) const CLAIM_POSTGRES: &str = claim!(" FOR UPDATE SKIP LOCKED");
pub(crate) const CLAIM_SQLITE: &str = claim!("");

const SENT: &str = "\
    UPDATE mails SET state = 'sent', sent_at = $3, letter = NULL, next_at = NULL, claimed_until = NULL, last_error = NULL \
    WHERE id = $1 AND attempts = $2 AND state = 'waiting'";

const RETRY: &str = "\
    UPDATE mails SET last_error = $3, next_at = $4, claimed_until = NULL WHERE id = $1 AND attempts = $2 AND state = 'waiting'";

const GIVE_UP: &str = "\
    UPDATE mails SET last_error = $3, letter = CASE WHEN $4 THEN NULL ELSE letter END, \
      state = 'given-up', next_at = NULL, claimed_until = NULL \
    WHERE id = $1 AND attempts = $2 AND state = 'waiting'";

/// A mail that somebody is sending stays with him: it is only due again at once if he fails to say how it went.
const HURRY: &str = "\
    UPDATE mails SET state = 'waiting', next_at = $1 WHERE state = 'waiting' OR (state = 'given-up' AND letter IS NOT NULL)";

const STATES: &str = "SELECT state, count(*) FROM mails GROUP BY state";

const UNSENT: &str = "\
    SELECT id, recipient, kind, state, attempts, created_at, next_at, last_error \
    FROM mails WHERE state <> 'sent' ORDER BY id DESC LIMIT $1";

/// A mail and when it was due, or the id and attempt of one whose words cannot be read.
type Claimed = Result<(Instant, ClaimedMail), (Uuid, i32)>;

fn claimed(row: &QueryResult) -> Result<Claimed, Failure> {
    let mut columns = Columns::of(row);
    let uuid: Uuid = columns.take()?;
    let id = MailId::new(uuid);
    let to = columns.take()?;
    let (kind, letter): (String, Option<String>) = (columns.take()?, columns.take()?);
    let attempts: i32 = columns.take()?;
    let attempt = u32::try_from(attempts).map_err(|_| corrupt("mails", "attempts", id))?;
    let (created_at, due) = (columns.take()?, columns.take()?);
    let letter = letter.and_then(|text| json::read(&kind, &text));
    Ok(letter.map(|letter| (due, ClaimedMail { id, to, letter, attempt, created_at })).ok_or((uuid, attempts)))
}

/// Gives a mail up in one of its attempts; `wipe`: with its words.
async fn give_up<C: ConnectionTrait>(
    connection: &C,
    id: Uuid,
    attempt: i32,
    why: &str,
    wipe: bool,
) -> Result<u64, DbErr> {
    sql::change(connection, GIVE_UP, vec![id.into(), attempt.into(), why.into(), wipe.into()]).await
}

fn state_named(name: &str) -> Option<MailState> {
    match name {
        state::WAITING => Some(MailState::Waiting),
        state::SENT => Some(MailState::Sent),
        state::GIVEN_UP => Some(MailState::GivenUp),
        _ => None,
    }
}

fn view(row: &QueryResult) -> Result<MailView, Failure> {
    let mut columns = Columns::of(row);
    let id = MailId::new(columns.take()?);
    let (to, kind, state): (String, String, String) = (columns.take()?, columns.take()?, columns.take()?);
    let attempts: i32 = columns.take()?;
    Ok(MailView {
        id,
        to,
        kind,
        state: state_named(&state).ok_or_else(|| corrupt("mails", "state", id))?,
        attempts: u32::try_from(attempts).map_err(|_| corrupt("mails", "attempts", id))?,
        created_at: columns.take()?,
        next_at: columns.take()?,
        last_error: columns.take()?,
    })
}

impl Database {
    /// Runs one statement about mails in a transaction of its own, and says how many it changed.
    async fn change_mails(&self, statement: &'static str, values: Vec<Value>, wakes: bool) -> Result<u64, StoreError> {
        let transaction = self.begin_transaction().await?;
        let changed = transaction
            .run(move |connection| async move { Ok(sql::change(&*connection, statement, values).await?) })
            .await?;
        if wakes {
            transaction.brings_mail();
        }
        transaction.commit().await?;
        Ok(changed)
    }
}

#[async_trait]
impl MailQueue for Database {
    async fn claim(&self, now: Instant, until: Instant, limit: u32) -> Result<Vec<ClaimedMail>, StoreError> {
        let statement = if self.backend() == DbBackend::Postgres { CLAIM_POSTGRES } else { CLAIM_SQLITE };
        let values = vec![now.into(), until.into(), i64::from(limit).into()];
        let transaction = self.begin_transaction().await?;
        let mut mails = transaction
            .run(move |connection| async move {
                let rows = sql::all(&*connection, statement, values).await?;
                let mut mails = Vec::with_capacity(rows.len());
                for row in &rows {
                    match claimed(row)? {
                        Ok(mail) => mails.push(mail),
                        // Its words stay: a newer program that wrote them can read them.
                        Err((id, attempt)) => {
                            give_up(&*connection, id, attempt, UNREADABLE, false).await?;
                        }
                    }
                }
                Ok(mails)
            })
            .await?;
        transaction.commit().await?;
        mails.sort_unstable_by_key(|(due, mail)| (*due, mail.id));
        Ok(mails.into_iter().map(|(_, mail)| mail).collect())
    }

    async fn sent(&self, id: MailId, attempt: u32, at: Instant) -> Result<(), StoreError> {
        let values = vec![id.uuid().into(), attempt.cast_signed().into(), at.into()];
        self.change_mails(SENT, values, false).await?;
        Ok(())
    }

    async fn failed(
        &self,
        id: MailId,
        attempt: u32,
        why: &str,
        next: Option<Instant>,
        wipe: bool,
    ) -> Result<(), StoreError> {
        // What a server says is not ours to trust: PostgreSQL cannot keep a NUL.
        let why: String = why.chars().filter(|c| *c != '\0').take(LONGEST_ERROR).collect();
        let mut values = vec![id.uuid().into(), attempt.cast_signed().into(), why.into()];
        let statement = if let Some(next) = next {
            values.push(next.into());
            RETRY
        } else {
            values.push(wipe.into());
            GIVE_UP
        };
        self.change_mails(statement, values, false).await?;
        Ok(())
    }

    async fn hurry(&self, now: Instant) -> Result<u32, StoreError> {
        let changed = self.change_mails(HURRY, vec![now.into()], true).await?;
        Ok(u32::try_from(changed).unwrap_or(u32::MAX))
    }

    async fn overview(&self, limit: u32) -> Result<MailOverview, StoreError> {
        self.read(move |connection| async move {
            let mut overview = MailOverview { sent: 0, waiting: 0, given_up: 0, unsent: Vec::new() };
            for row in sql::all(&*connection, STATES, vec![]).await? {
                let mut columns = Columns::of(&row);
                let name: String = columns.take()?;
                let count = match state_named(&name).ok_or_else(|| corrupt("mails", "state", name))? {
                    MailState::Sent => &mut overview.sent,
                    MailState::Waiting => &mut overview.waiting,
                    MailState::GivenUp => &mut overview.given_up,
                };
                *count = columns.count()?;
            }
            let rows = sql::all(&*connection, UNSENT, vec![i64::from(limit).into()]).await?;
            overview.unsent = rows.iter().map(view).collect::<Result<_, _>>()?;
            Ok(overview)
        })
        .await
    }
}
