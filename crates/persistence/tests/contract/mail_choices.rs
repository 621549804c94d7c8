//! Which mails people have chosen, and who gets one.

use application::ports::Addressees;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};
use domain::person::Role;
use uuid::Uuid;

use crate::engines::Engine;
use crate::substitutions::keep;
use crate::support::{altered, begin, committed, day, people, person};

pub(crate) async fn choose(store: &dyn Engine, user: UserId, kind: MailKind, timing: Option<MailTiming>) {
    committed(store, async |unit| unit.mail_choices().choose(user, kind, timing).await).await;
}

async fn wanting(store: &dyn Engine, kind: MailKind, timing: MailTiming, to: &Addressees) -> Vec<UserId> {
    let found = begin(store).await.mail_choices().wanting(kind, timing, to).await.unwrap();
    found.into_iter().map(|recipient| recipient.user).collect()
}

on_every_engine! {
    async fn a_choice_is_kept_until_another_one_is_made(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        assert_eq!(store.chosen(ann).await, Ok(vec![]));
        choose(store, ann, MailKind::Rejected, Some(MailTiming::Digest)).await;
        choose(store, ann, MailKind::Rejected, Some(MailTiming::Off)).await;
        choose(store, bob, MailKind::Approved, Some(MailTiming::Instant)).await;
        assert_eq!(store.chosen(ann).await, Ok(vec![(MailKind::Rejected, MailTiming::Off)]));
        assert_eq!(begin(store).await.mail_choices().of(bob).await, Ok(vec![(MailKind::Approved, MailTiming::Instant)]));
        choose(store, ann, MailKind::Rejected, None).await;
        choose(store, ann, MailKind::Frozen, None).await;
        assert_eq!(store.chosen(ann).await, Ok(vec![]));
    }

    async fn a_choice_counts_and_the_default_of_the_role_where_there_is_none(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let (max, hal) = (person(store, Role::Manager, None).await, person(store, Role::Hr, None).await);
        let all = Addressees::People(vec![max, UserId::new(Uuid::now_v7()), ann, bob, hal]);
        let at_once = |kind| wanting(store, kind, MailTiming::Instant, &all);
        assert_eq!(at_once(MailKind::Rejected).await, [ann, bob], "of those who choose this kind, in the order of ids");
        assert_eq!(at_once(MailKind::Approved).await, []);
        assert_eq!(at_once(MailKind::UnlockRequest).await, [ann, bob, max], "HR has them in the digest");
        assert_eq!(wanting(store, MailKind::UnlockRequest, MailTiming::Digest, &all).await, [hal]);
        choose(store, ann, MailKind::Rejected, Some(MailTiming::Off)).await;
        choose(store, bob, MailKind::Approved, Some(MailTiming::Instant)).await;
        choose(store, hal, MailKind::UnlockRequest, Some(MailTiming::Instant)).await;
        choose(store, max, MailKind::Approved, Some(MailTiming::Instant)).await;
        assert_eq!(at_once(MailKind::Rejected).await, [bob]);
        assert_eq!(at_once(MailKind::Approved).await, [bob], "a former Employee's choice waits for their return");
        assert_eq!(at_once(MailKind::UnlockRequest).await, [ann, bob, max, hal]);
        assert_eq!(wanting(store, MailKind::Rejected, MailTiming::Instant, &Addressees::People(vec![])).await, []);
    }

    async fn somebody_who_cannot_sign_in_gets_none(store: &AnyEngine) {
        let [ann, bob] = people(store, Role::Employee, None).await;
        let both = Addressees::People(vec![ann, bob]);
        choose(store, ann, MailKind::Rejected, Some(MailTiming::Instant)).await;
        altered(store, ann, |record| record.standing.is_blocked = true).await;
        altered(store, bob, |record| record.standing.is_active = false).await;
        assert_eq!(wanting(store, MailKind::Rejected, MailTiming::Instant, &both).await, []);
        altered(store, ann, |record| record.standing.is_blocked = false).await;
        assert_eq!(wanting(store, MailKind::Rejected, MailTiming::Instant, &both).await, [ann]);
    }

    async fn a_role_and_those_who_lead_a_team_are_addressed_as_a_whole(store: &AnyEngine) {
        let (hal, hue) = (person(store, Role::Hr, None).await, person(store, Role::Hr, None).await);
        let max = person(store, Role::Manager, None).await;
        person(store, Role::Manager, None).await;
        let digest = |to| async move { wanting(store, MailKind::Resubmission, MailTiming::Digest, &to).await };
        assert_eq!(digest(Addressees::Role(Role::Hr)).await, [hal, hue]);
        assert_eq!(digest(Addressees::Role(Role::Employee)).await, []);
        assert_eq!(digest(Addressees::TeamOf(max, day("2026-06-10"))).await, [max]);
        keep(store, max, hue, "2026-06-10", "2026-06-10").await;
        let mut both = digest(Addressees::TeamOf(max, day("2026-06-10"))).await;
        both.sort_unstable();
        assert_eq!(both, [hue, max], "and their substitute");
        assert_eq!(digest(Addressees::TeamOf(max, day("2026-06-11"))).await, [max], "until it is over");
    }
}
