//! Claiming mails: each belongs to one sender at a time, and what a late sender says is ignored.

use std::collections::BTreeSet;

use application::ports::{MailQueue, MailState};
use domain::id::MailId;
use testkit::contents::{Viewer, difference};

use crate::engines::at_once;
use crate::mails::{enqueue, letter, new_mail};
use crate::support::{execute, later, literal, now, number};

fn ids(mails: &[application::ports::ClaimedMail]) -> Vec<MailId> {
    mails.iter().map(|mail| mail.id).collect()
}

on_every_engine! {
    async fn a_claim_hands_out_what_is_due_soonest_due_first(store: &AnyEngine) {
        let [young, old, middle, future] = [("young", 20), ("old", -5), ("middle", 10), ("future", 31)].map(|(name, since)| new_mail(name, since));
        enqueue(store, &[young.clone(), old.clone(), middle.clone(), future.clone()]).await;
        let first = store.claim(later(30), later(600), 2).await.unwrap();
        assert_eq!(ids(&first), [old.id, middle.id]);
        let mail = &first[0];
        assert_eq!((mail.to.as_str(), mail.attempt, mail.created_at), ("old@example.org", 1, later(-5)));
        assert_eq!(mail.letter, letter("old"));
        let second = store.claim(later(30), later(600), 2).await.unwrap();
        assert_eq!(ids(&second), [young.id], "what is claimed is left out, and what is not due yet");
        assert_eq!(store.claim(later(30), later(600), 2).await, Ok(vec![]));
        assert_eq!(ids(&store.claim(later(31), later(600), 2).await.unwrap()), [future.id], "due at the instant itself");
        assert_eq!(store.claim(later(31), later(600), 0).await, Ok(vec![]));
    }

    async fn a_mail_that_keeps_failing_comes_after_those_that_were_due_before(store: &AnyEngine) {
        let [failing, fresh, late] = [("failing", 0), ("fresh", 20), ("late", 40)].map(|(name, since)| new_mail(name, since));
        enqueue(store, std::slice::from_ref(&failing)).await;
        assert_eq!(ids(&store.claim(now(), later(600), 1).await.unwrap()), [failing.id]);
        store.failed(failing.id, 1, "no answer", Some(later(30)), false).await.unwrap();
        enqueue(store, &[late.clone(), fresh.clone()]).await;
        // All are due, and the one that hung before is the oldest.
        assert_eq!(ids(&store.claim(later(60), later(600), 1).await.unwrap()), [fresh.id]);
        assert_eq!(ids(&store.claim(later(60), later(600), 2).await.unwrap()), [failing.id, late.id]);
    }

    async fn two_claimers_never_get_the_same_mail(store: &AnyEngine, subject: &Subject) {
        let mails: Vec<_> = (0..40).map(|n| new_mail(&format!("p{n}"), n)).collect();
        enqueue(store, &mails).await;
        let claimers = at_once(subject, 4, |_, store| async move {
            let mut mine = Vec::new();
            loop {
                let claimed = store.claim(later(60), later(600), 3).await.unwrap();
                if claimed.is_empty() {
                    return mine;
                }
                mine.extend(ids(&claimed));
            }
        });
        let claimed = claimers.await.concat();
        assert_eq!(claimed.len(), 40);
        assert_eq!(claimed.into_iter().collect::<BTreeSet<_>>(), mails.iter().map(|mail| mail.id).collect());
    }

    async fn what_failed_is_due_again_when_it_was_said(store: &AnyEngine) {
        enqueue(store, &[new_mail("ann", 0)]).await;
        let first = store.claim(now(), later(600), 10).await.unwrap().remove(0);
        let why = format!("451 not\0now {}", "😀".repeat(600));
        store.failed(first.id, 1, &why, Some(later(30)), false).await.unwrap();
        let view = store.overview(1).await.unwrap().unsent.remove(0);
        assert_eq!((view.state, view.attempts, view.next_at), (MailState::Waiting, 1, Some(later(30))));
        let said = view.last_error.unwrap();
        assert_eq!((said.chars().count(), &said[..11]), (500, "451 notnow "), "what the server said, as far as it is kept");
        assert_eq!(store.claim(later(29), later(600), 10).await, Ok(vec![]), "the claim is over, but it is not due");
        let second = store.claim(later(30), later(700), 10).await.unwrap().remove(0);
        assert_eq!((second.attempt, &second.letter), (2, &first.letter));
    }

    async fn what_is_given_up_is_not_tried_again(store: &AnyEngine, subject: &Subject) {
        enqueue(store, &[new_mail("kept", 0), new_mail("wiped", 1)]).await;
        let mails = store.claim(later(5), later(600), 10).await.unwrap();
        store.failed(mails[0].id, 1, "no such mailbox", None, false).await.unwrap();
        store.failed(mails[1].id, 1, "it was too late to be of use", None, true).await.unwrap();
        assert_eq!(store.claim(later(1_000_000), later(2_000_000), 10).await, Ok(vec![]));
        subject.holds(2, "SELECT count(*) FROM mails WHERE state = 'given-up' AND claimed_until IS NULL").await;
        subject.holds(1, "SELECT count(*) FROM mails WHERE letter IS NULL AND recipient = 'wiped@example.org'").await;
        subject.holds(1, "SELECT count(*) FROM mails WHERE letter IS NOT NULL AND recipient = 'kept@example.org'").await;
    }
}

on_databases! {
    async fn a_claim_that_is_over_is_handed_out_again_and_its_holder_is_not_heard(database: &TestDatabase, store: &Database) {
        let viewer = Viewer::open(database).await;
        enqueue(database.database(), &[new_mail("ann", 0)]).await;
        let first = store.claim(now(), later(600), 10).await.unwrap().remove(0);
        assert_eq!(store.claim(later(599), later(1_200), 10).await, Ok(vec![]), "as long as the claim holds");
        let second = store.claim(later(600), later(1_200), 10).await.unwrap().remove(0);
        assert_eq!((second.id, first.attempt, second.attempt), (first.id, 1, 2));

        let before = viewer.contents().await;
        store.failed(first.id, 1, "too slow", Some(later(601)), false).await.unwrap();
        store.failed(first.id, 1, "too slow", None, true).await.unwrap();
        store.sent(first.id, 1, later(601)).await.unwrap();
        assert_eq!(difference(&before, &viewer.contents().await), "", "a later attempt has begun");

        store.sent(second.id, 2, later(602)).await.unwrap();
        let sent = viewer.contents().await;
        store.failed(second.id, 2, "said twice", Some(later(603)), false).await.unwrap();
        assert_eq!(difference(&sent, &viewer.contents().await), "", "what is sent stays sent");
        assert_eq!(number(database, "SELECT count(*) FROM mails WHERE state = 'sent' AND letter IS NULL AND last_error IS NULL").await, 1);
    }

    async fn a_mail_that_nobody_can_read_holds_nobody_up(database: &TestDatabase, store: &Database) {
        let [broken, newer, good] = ["broken", "newer", "good"].map(|name| new_mail(name, 0));
        enqueue(database.database(), &[broken.clone(), newer.clone(), good.clone()]).await;
        for (mail, change) in [(broken, "letter = '{\"name\":7'"), (newer, "kind = 'of-a-newer-program'")] {
            let id = literal(database, mail.id.uuid());
            execute(database, &format!("UPDATE mails SET {change} WHERE id = {id}")).await.unwrap();
        }
        assert_eq!(ids(&store.claim(now(), later(600), 10).await.unwrap()), [good.id]);
        let overview = store.overview(10).await.unwrap();
        assert_eq!((overview.waiting, overview.given_up), (1, 2));
        assert_eq!(number(database, "SELECT count(*) FROM mails WHERE state = 'given-up' AND letter IS NOT NULL AND last_error IS NOT NULL").await, 2, "a reader who can open them finds them whole");
    }

    async fn haste_makes_everything_due_that_still_has_words(database: &TestDatabase, store: &Database) {
        let names = ["sent", "postponed", "given", "wiped", "claimed", "fresh"];
        let mails = names.map(|name| new_mail(name, 0));
        enqueue(database.database(), &mails[..5]).await;
        assert_eq!(store.claim(now(), later(600), 10).await.unwrap().len(), 5);
        store.sent(mails[0].id, 1, later(1)).await.unwrap();
        store.failed(mails[1].id, 1, "greylisted", Some(later(3_600)), false).await.unwrap();
        store.failed(mails[2].id, 1, "no such mailbox", None, false).await.unwrap();
        store.failed(mails[3].id, 1, "too late", None, true).await.unwrap();
        enqueue(database.database(), &mails[5..]).await;
        let mut waiting = store.mail_waiting();
        waiting.mark_unchanged();
        assert_eq!(store.hurry(later(10)).await, Ok(4));
        assert!(waiting.has_changed().unwrap(), "the sender of mails is told");
        let due: BTreeSet<_> = ids(&store.claim(later(10), later(700), 10).await.unwrap()).into_iter().collect();
        assert_eq!(due, BTreeSet::from([mails[1].id, mails[2].id, mails[5].id]), "a mail that is being sent is left alone");
        assert_eq!(ids(&store.claim(later(600), later(1_200), 10).await.unwrap()), [mails[4].id]);
    }
}
