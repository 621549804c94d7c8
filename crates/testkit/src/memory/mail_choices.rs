//! Which mails people have chosen.

use super::people::recipient;
use super::state::{Account, State};
use super::{Memory, Unit};
use application::ports::{Addressees, MailChoiceReads, MailChoiceRepository, Recipient, Result};
use async_trait::async_trait;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};

impl State {
    /// How a person wants mails of a kind; `None` where they are not for somebody in that role, or the person cannot act.
    pub(super) fn wants(&self, account: &Account, kind: MailKind) -> Option<MailTiming> {
        let standing = account.record.standing;
        let chosen = self.mail_choices.get(&(account.record.id, kind)).copied();
        kind.timing(standing.role, chosen).filter(|_| standing.can_act())
    }

    fn chosen_by(&self, user: UserId) -> Vec<(MailKind, MailTiming)> {
        let own = self.mail_choices.iter().filter(|((owner, _), _)| *owner == user);
        own.map(|((_, kind), timing)| (*kind, *timing)).collect()
    }
}

#[async_trait]
impl MailChoiceRepository for Unit {
    async fn wanting(&self, kind: MailKind, timing: MailTiming, to: &Addressees) -> Result<Vec<Recipient>> {
        self.ask("MailChoiceRepository::wanting", |state| {
            let is_addressed = |account: &&Account| match to {
                Addressees::People(people) => people.contains(&account.record.id),
                Addressees::Role(role) => account.record.standing.role == *role,
                Addressees::TeamOf(manager, day) => {
                    let user = account.record.id;
                    user == *manager || state.managers_of(user, *day).iter().any(|kept| kept.manager == *manager)
                }
            };
            let addressed = state.people.values().filter(is_addressed);
            let wanting = addressed.filter(|account| state.wants(account, kind) == Some(timing));
            wanting.map(|account| recipient(&account.record)).collect()
        })
    }

    async fn of(&self, user: UserId) -> Result<Vec<(MailKind, MailTiming)>> {
        self.ask("MailChoiceRepository::of", |state| state.chosen_by(user))
    }

    async fn choose(&self, user: UserId, kind: MailKind, timing: Option<MailTiming>) -> Result<()> {
        self.ask("MailChoiceRepository::choose", |state| {
            match timing {
                Some(timing) => state.mail_choices.insert((user, kind), timing),
                None => state.mail_choices.remove(&(user, kind)),
            };
        })
    }
}

#[async_trait]
impl MailChoiceReads for Memory {
    async fn chosen(&self, user: UserId) -> Result<Vec<(MailKind, MailTiming)>> {
        self.read("MailChoiceReads::chosen", |state| state.chosen_by(user))
    }
}
