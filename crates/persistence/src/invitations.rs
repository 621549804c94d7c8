//! Invitations that wait for their day, by hand: each statement is about however many people.

use application::ports::{InvitationReads, InvitationRepository, Invitee, Result};
use async_trait::async_trait;
use constcat::concat;
use domain::Instant;
use domain::id::UserId;
use domain::person::Role;
use sea_orm::{DbBackend, Value};
use std::collections::HashSet;
use uuid::Uuid;

use crate::database::Database;
use crate::row::row;
use crate::sql;
use crate::unit::Unit;

/// Whether a person `u` can be invited.
const IS_INVITABLE: &str = "u.is_active AND NOT u.is_blocked AND u.is_first_login \
    AND NOT EXISTS (SELECT 1 FROM last_sign_ins s WHERE s.user_id = u.id)";

/// Plans invitations for people `u`. In the order of their ids, so that of two that plan at once neither waits for the other.
fn plan(whom: &str) -> String {
    format!(
        "INSERT INTO invitations (user_id, due_at) SELECT u.id, $1 FROM users u WHERE {whom} AND {IS_INVITABLE} \
         ORDER BY u.id ON CONFLICT (user_id) DO UPDATE SET due_at = excluded.due_at"
    )
}

/// The roles are those of the program, so they stand in the text.
fn has_role(roles: &[Role]) -> String {
    let names: Vec<String> = roles.iter().map(|role| format!("'{}'", role.name())).collect();
    if names.is_empty() { "FALSE".to_owned() } else { format!("u.role IN ({})", names.join(", ")) }
}

row! {
    /// A person `u` whose invitation is due, and whether the person can be invited still.
    DUE_COLUMNS, due("users") -> Due {
        invitee: [INVITEE_COLUMNS => invitee],
        is_invitable: (IS_INVITABLE),
    }
}

row! {
    INVITEE_COLUMNS, invitee("users") -> Invitee {
        person: [crate::people::PERSON_COLUMNS => crate::people::person],
        email: "u.email",
        role: "u.role",
        is_break_glass: "u.is_break_glass",
    }
}

pub(crate) struct Due {
    invitee: Invitee,
    is_invitable: bool,
}

/// Accounts first, as everywhere: who has locked an account and plans an invitation for it waits for nobody.
pub(crate) fn take_due(backend: DbBackend) -> String {
    const DUE: &str = concat!(
        "SELECT ",
        DUE_COLUMNS,
        " FROM invitations i JOIN users u ON u.id = i.user_id WHERE i.due_at <= $1 ORDER BY i.due_at, i.user_id LIMIT $2"
    );
    format!("{DUE}{}", sql::lock(backend, " FOR NO KEY UPDATE OF u SKIP LOCKED"))
}

pub(crate) const IS_ANY_DUE: &str = "SELECT 1 FROM invitations WHERE due_at <= $1 LIMIT 1";

pub(crate) const CAN_BE_INVITED: &str = concat!("SELECT 1 FROM users u WHERE u.id = $1 AND ", IS_INVITABLE);

impl Unit {
    async fn plan_where(&self, whom: &str, values: Vec<Value>) -> Result<u32> {
        let planned = self.change(plan(whom), values).await?;
        self.transaction.brings_mail();
        Ok(u32::try_from(planned).unwrap_or(u32::MAX))
    }
}

#[async_trait]
impl InvitationRepository for Unit {
    async fn plan(&self, users: &[UserId], due: Instant) -> Result<u32> {
        let backend = self.backend();
        let users = sql::ids(backend, users.iter().map(|user| user.uuid()));
        self.plan_where(&sql::among(backend, "u.id", 2), vec![due.into(), users]).await
    }

    async fn plan_for_roles(&self, roles: &[Role], due: Instant) -> Result<u32> {
        self.plan_where(&has_role(roles), vec![due.into()]).await
    }

    async fn take_due(&self, now: Instant, limit: u32) -> Result<(Vec<Invitee>, bool)> {
        let backend = self.backend();
        let mut people = self.all(take_due(backend), vec![now.into(), i64::from(limit).into()], due).await?;
        let has_more = people.len() >= limit as usize;
        let ids = sql::ids(backend, people.iter().map(|one| one.invitee.person.id.uuid()));
        let take = format!("DELETE FROM invitations WHERE {} RETURNING user_id", sql::among(backend, "user_id", 1));
        // Another instance may have taken some since they were looked up.
        let taken = self.all(take, vec![ids], |columns| Ok(columns.take::<Uuid>()?)).await?;
        let taken: HashSet<Uuid> = taken.into_iter().collect();
        people.retain(|one| one.is_invitable && taken.contains(&one.invitee.person.id.uuid()));
        Ok((people.into_iter().map(|one| one.invitee).collect(), has_more))
    }
}

#[async_trait]
impl InvitationReads for Database {
    async fn is_any_due(&self, now: Instant) -> Result<bool> {
        Ok(self.first(IS_ANY_DUE, vec![now.into()], |_| Ok(())).await?.is_some())
    }

    async fn can_be_invited(&self, user: UserId) -> Result<bool> {
        Ok(self.first(CAN_BE_INVITED, vec![user.uuid().into()], |_| Ok(())).await?.is_some())
    }

    async fn count_invitable(&self, roles: &[Role]) -> Result<u32> {
        let statement = format!("SELECT count(*) FROM users u WHERE {} AND {IS_INVITABLE}", has_role(roles));
        Ok(self.first(statement, vec![], |columns| Ok(columns.count()?)).await?.unwrap_or_default())
    }
}
