//! Invitations that wait for their day.

use super::state::{State, count};
use super::{Memory, Unit, lock};
use application::ports::{InvitationReads, InvitationRepository, Invitee, Result};
use async_trait::async_trait;
use domain::Instant;
use domain::id::UserId;
use domain::person::Role;

impl State {
    /// The people who can be invited, in the order of their ids.
    fn invitable(&self) -> impl Iterator<Item = (UserId, Role)> {
        let can_be = |account: &&super::Account| {
            let standing = account.record.standing;
            standing.can_act() && account.is_first_login && self.last_sign_in(account.record.id).is_none()
        };
        self.people.values().filter(can_be).map(|account| (account.record.id, account.record.standing.role))
    }

    fn plan_where(&mut self, keep: impl Fn(UserId, Role) -> bool, due: Instant) -> u32 {
        let meant: Vec<UserId> =
            self.invitable().filter(|(user, role)| keep(*user, *role)).map(|(user, _)| user).collect();
        self.invitations.extend(meant.iter().map(|user| (*user, due)));
        count(meant.len())
    }
}

#[async_trait]
impl InvitationRepository for Unit {
    async fn plan(&self, users: &[UserId], due: Instant) -> Result<u32> {
        self.ask("InvitationRepository::plan", |state| state.plan_where(|user, _| users.contains(&user), due))
    }

    async fn plan_for_roles(&self, roles: &[Role], due: Instant) -> Result<u32> {
        self.ask("InvitationRepository::plan_for_roles", |state| state.plan_where(|_, role| roles.contains(&role), due))
    }

    async fn take_due(&self, now: Instant, limit: u32) -> Result<(Vec<Invitee>, bool)> {
        let taken = self.ask("InvitationRepository::take_due", |state| {
            let mut due: Vec<(Instant, UserId)> =
                state.invitations.iter().filter(|(_, due)| **due <= now).map(|(user, due)| (*due, *user)).collect();
            due.sort_unstable();
            due.truncate(limit as usize);
            state.invitations.retain(|user, _| !due.iter().any(|(_, taken)| taken == user));
            let can_be: Vec<UserId> = state.invitable().map(|(user, _)| user).collect();
            let invitee = |user: &UserId| {
                let account = state.people.get(user)?;
                Some(Invitee {
                    person: account.name(),
                    email: account.record.email.to_string(),
                    role: account.record.standing.role,
                    is_break_glass: account.is_break_glass,
                })
            };
            let users = due.iter().map(|(_, user)| user).filter(|user| can_be.contains(user));
            (users.filter_map(invitee).collect::<Vec<_>>(), due.len() >= limit as usize)
        })?;
        lock(&self.memory.0.plan).locked.extend(taken.0.iter().map(|invitee| invitee.person.id));
        Ok(taken)
    }
}

#[async_trait]
impl InvitationReads for Memory {
    async fn is_any_due(&self, now: Instant) -> Result<bool> {
        self.read("InvitationReads::is_any_due", |state| state.invitations.values().any(|due| *due <= now))
    }

    async fn can_be_invited(&self, user: UserId) -> Result<bool> {
        self.read("InvitationReads::can_be_invited", |state| state.invitable().any(|(other, _)| other == user))
    }

    async fn count_invitable(&self, roles: &[Role]) -> Result<u32> {
        self.read("InvitationReads::count_invitable", |state| {
            count(state.invitable().filter(|(_, role)| roles.contains(role)).count())
        })
    }
}
