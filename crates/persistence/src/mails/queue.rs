//! The outbox from the sender's side: claims with an end, so that the mails of a sender that died are sent by the next.
//!
//! A claim counts the attempt, and what the sender says afterwards holds for that attempt alone: one that was so slow that its claim
//! ran out has nothing more to say about a mail that another one has taken up.

use application::ports::{ClaimedMail, MailOverview, MailQueue, MailState, MailView, Result};
use async_trait::async_trait;
use constcat::concat;
use domain::Instant;
use domain::id::MailId;
use sea_orm::{
    ColumnTrait, DbBackend, EntityTrait, ExprTrait, NotSet, QueryFilter, QueryOrder, QuerySelect, Set, UpdateMany,
};
use uuid::Uuid;

use super::{json, state};
use crate::database::Database;
use crate::mails::mail::{ActiveModel, Column, Entity, Model};
use crate::row::{corrupt, restore, row};
use crate::sql;

/// The most that is kept of what a mail server said.
const LONGEST_ERROR: usize = 500;

const UNREADABLE: &str = "its words cannot be read by this program";

pub(crate) struct Row {
    id: Uuid,
    to: String,
    kind: String,
    letter: Option<String>,
    attempt: u32,
    created_at: Instant,
    due: Instant,
}

row! {
    ROW_COLUMNS, row("mails") -> Row {
        id: "id",
        to: "recipient",
        kind: "kind",
        letter: "letter",
        attempt: "attempts",
        created_at: "created_at",
        due: "next_at",
    }
}

macro_rules! claim {
    ($lock:literal) => {
        concat!(
            "UPDATE mails SET attempts = attempts + 1, claimed_until = $2 WHERE id IN (SELECT id FROM mails \
               WHERE state = 'waiting' AND next_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1) \
               ORDER BY next_at, id LIMIT $3",
            $lock,
            ") RETURNING ",
            ROW_COLUMNS
        )
    };
}

/// By hand, because it passes over what another sender has locked. In the order in which they came due: a mail that keeps failing
/// comes after those that came due before it was to be tried again. Another sender at the same moment gets other mails, and waits
/// for nobody.
pub(crate) const CLAIM_POSTGRES: &str = claim!(" FOR UPDATE SKIP LOCKED");
pub(crate) const CLAIM_SQLITE: &str = claim!("");

/// The row of a mail in one of its attempts, while that is still the one that counts.
fn attempt(id: Uuid, attempt: u32) -> UpdateMany<Entity> {
    let of_attempt = Entity::update_many().filter(Column::Id.eq(id)).filter(Column::Attempts.eq(attempt.cast_signed()));
    of_attempt.filter(Column::State.eq(state::WAITING))
}

/// Gives a mail up in one of its attempts; `wipe`: with its words.
fn give_up(id: Uuid, number: u32, why: &str, wipe: bool) -> UpdateMany<Entity> {
    attempt(id, number).set(ActiveModel {
        last_error: Set(Some(why.to_owned())),
        letter: if wipe { Set(None) } else { NotSet },
        state: Set(state::GIVEN_UP.to_owned()),
        next_at: Set(None),
        claimed_until: Set(None),
        ..ActiveModel::default()
    })
}

/// A mail that is being sent stays with its sender: it is only due again at once if that one fails to say how it went.
fn hurry(now: Instant) -> UpdateMany<Entity> {
    let given_up = Column::State.eq(state::GIVEN_UP).and(Column::Letter.is_not_null());
    let row = ActiveModel { state: Set(state::WAITING.to_owned()), next_at: Set(Some(now)), ..ActiveModel::default() };
    Entity::update_many().set(row).filter(Column::State.eq(state::WAITING).or(given_up))
}

fn state_named(name: &str) -> Result<MailState> {
    match name {
        state::WAITING => Ok(MailState::Waiting),
        state::SENT => Ok(MailState::Sent),
        state::GIVEN_UP => Ok(MailState::GivenUp),
        _ => Err(corrupt("mails", "state", name)),
    }
}

fn view(row: Model) -> Result<MailView> {
    Ok(MailView {
        id: MailId::new(row.id),
        to: row.recipient,
        kind: row.kind,
        state: state_named(&row.state)?,
        attempts: restore(row.attempts, "mails", "attempts", row.id)?,
        created_at: row.created_at,
        next_at: row.next_at,
        last_error: row.last_error,
    })
}

impl Database {
    /// Runs one update of mails in a transaction of its own, and says how many it changed.
    async fn change_mails(&self, update: UpdateMany<Entity>, wakes: bool) -> Result<u64> {
        let transaction = self.begin_transaction().await?;
        let changed = transaction
            .run(move |connection| async move { Ok(update.exec(&*connection).await?.rows_affected) })
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
    async fn claim(&self, now: Instant, until: Instant, limit: u32) -> Result<Vec<ClaimedMail>> {
        let statement = if self.backend() == DbBackend::Postgres { CLAIM_POSTGRES } else { CLAIM_SQLITE };
        let values = vec![now.into(), until.into(), i64::from(limit).into()];
        let transaction = self.begin_transaction().await?;
        let mut mails = transaction
            .run(move |connection| async move {
                let mut mails = Vec::new();
                for row in sql::rows(&*connection, statement, values, row).await? {
                    let Some(letter) = row.letter.and_then(|text| json::read(&row.kind, &text)) else {
                        // Its words stay: a newer program that wrote them can read them.
                        give_up(row.id, row.attempt, UNREADABLE, false).exec(&*connection).await?;
                        continue;
                    };
                    let Row { to, attempt, created_at, .. } = row;
                    mails.push((row.due, ClaimedMail { id: MailId::new(row.id), to, letter, attempt, created_at }));
                }
                Ok(mails)
            })
            .await?;
        transaction.commit().await?;
        mails.sort_unstable_by_key(|(due, mail)| (*due, mail.id));
        Ok(mails.into_iter().map(|(_, mail)| mail).collect())
    }

    async fn sent(&self, id: MailId, number: u32, at: Instant) -> Result<()> {
        let sent = ActiveModel {
            state: Set(state::SENT.to_owned()),
            sent_at: Set(Some(at)),
            letter: Set(None),
            next_at: Set(None),
            claimed_until: Set(None),
            last_error: Set(None),
            ..ActiveModel::default()
        };
        self.change_mails(attempt(id.uuid(), number).set(sent), false).await?;
        Ok(())
    }

    async fn failed(&self, id: MailId, number: u32, why: &str, next: Option<Instant>, wipe: bool) -> Result<()> {
        // What a server says is not ours to trust: PostgreSQL cannot keep a NUL.
        let why: String = why.chars().filter(|c| *c != '\0').take(LONGEST_ERROR).collect();
        let update = match next {
            None => give_up(id.uuid(), number, &why, wipe),
            Some(next) => attempt(id.uuid(), number).set(ActiveModel {
                last_error: Set(Some(why)),
                next_at: Set(Some(next)),
                claimed_until: Set(None),
                ..ActiveModel::default()
            }),
        };
        self.change_mails(update, false).await?;
        Ok(())
    }

    async fn hurry(&self, now: Instant) -> Result<u32> {
        Ok(u32::try_from(self.change_mails(hurry(now), true).await?).unwrap_or(u32::MAX))
    }

    async fn overview(&self, limit: u32) -> Result<MailOverview> {
        self.read(move |connection| async move {
            let mut overview = MailOverview { sent: 0, waiting: 0, given_up: 0, unsent: Vec::new() };
            let states = Entity::find().select_only().column(Column::State).column_as(Column::Id.count(), "mails");
            for (name, count) in states.group_by(Column::State).into_tuple::<(String, i64)>().all(&*connection).await? {
                *match state_named(&name)? {
                    MailState::Sent => &mut overview.sent,
                    MailState::Waiting => &mut overview.waiting,
                    MailState::GivenUp => &mut overview.given_up,
                } = u32::try_from(count).unwrap_or(u32::MAX);
            }
            let unsent = Entity::find().filter(Column::State.ne(state::SENT)).order_by_desc(Column::Id);
            let rows = unsent.limit(u64::from(limit)).all(&*connection).await?;
            overview.unsent = rows.into_iter().map(view).collect::<Result<_, _>>()?;
            Ok(overview)
        })
        .await
    }
}
