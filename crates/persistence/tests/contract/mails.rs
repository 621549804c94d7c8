//! Putting mails into the outbox: with their cause or not at all, and their words in one place alone.

use application::accounts::CredentialsLetter;
use application::mail::{Confidential, Letter};
use application::ports::{MailQueue, MailState, NewMail, StoreError};
use domain::id::MailId;
use domain::person::{FullName, Role};
use persistence::Transient;
use testkit::contents::Viewer;
use uuid::Uuid;

use crate::engines::Engine;
use crate::support::{begin, committed, execute, later, new_person, now, number};

const SECRET: &str = "Kq7-correct-horse";

pub(crate) fn letter(first: &str) -> Letter {
    let about = CredentialsLetter {
        employee_id: "EMP1001".into(),
        email: "ann@example.org".into(),
        password: Confidential(SECRET.into()),
    };
    Letter::new(FullName { first: first.into(), last: "Example".into() }, &about)
}

/// A mail that has waited since `since` seconds after [`now`].
pub(crate) fn new_mail(first: &str, since: i64) -> NewMail {
    NewMail {
        id: MailId::new(Uuid::now_v7()),
        to: format!("{first}@example.org"),
        letter: letter(first),
        created_at: later(since),
    }
}

pub(crate) async fn enqueue(store: &dyn Engine, mails: &[NewMail]) {
    committed(store, async |unit| unit.mails().enqueue(mails).await).await;
}

on_every_engine! {
    async fn the_overview_counts_all_and_shows_the_newest_that_were_not_sent(store: &AnyEngine) {
        enqueue(store, &(0..6).map(|n| new_mail(&format!("p{n}"), n)).collect::<Vec<_>>()).await;
        let mails = store.claim(later(10), later(60), 4).await.unwrap();
        store.sent(mails[0].id, 1, later(10)).await.unwrap();
        store.failed(mails[1].id, 1, "no such mailbox", None, false).await.unwrap();
        store.failed(mails[2].id, 1, "greylisted", Some(later(40)), false).await.unwrap();
        let overview = store.overview(4).await.unwrap();
        assert_eq!((overview.sent, overview.waiting, overview.given_up), (1, 4, 1));
        let shown: Vec<_> = overview.unsent.iter().map(|view| (view.to.as_str(), view.state, view.attempts, view.next_at)).collect();
        assert_eq!(
            shown,
            [
                ("p5@example.org", MailState::Waiting, 0, Some(later(5))),
                ("p4@example.org", MailState::Waiting, 0, Some(later(4))),
                ("p3@example.org", MailState::Waiting, 1, Some(later(3))),
                ("p2@example.org", MailState::Waiting, 1, Some(later(40))),
            ]
        );
        assert_eq!(overview.unsent[3].last_error.as_deref(), Some("greylisted"));
        assert_eq!((overview.unsent[0].kind.as_str(), overview.unsent[0].created_at), ("credentials", later(5)));
        let rest = store.overview(100).await.unwrap().unsent;
        assert_eq!((rest.len(), rest[4].state, rest[4].next_at), (5, MailState::GivenUp, None));
        assert!(store.overview(0).await.unwrap().unsent.is_empty());
    }
}

on_databases! {
    async fn a_mail_waits_from_the_commit_of_its_cause_on(store: &Database) {
        let mut waiting = store.mail_waiting();
        waiting.mark_unchanged();
        let claim = async || store.claim(now(), later(60), 10).await.unwrap().len();
        let dropped = begin(store).await;
        dropped.mails().enqueue(&[new_mail("ann", 0)]).await.unwrap();
        drop(dropped);
        assert!(!waiting.has_changed().unwrap(), "what is dropped has never been");
        assert_eq!(claim().await, 0);

        let unit = begin(store).await;
        unit.mails().enqueue(&[new_mail("ann", 0), new_mail("bob", 0)]).await.unwrap();
        assert!(!waiting.has_changed().unwrap(), "nobody is told before it is true");
        unit.commit().await.unwrap();
        assert!(waiting.has_changed().unwrap(), "the sender of mails is told at once");
        assert_eq!(claim().await, 2);

        waiting.mark_unchanged();
        let unit = begin(store).await;
        unit.mails().enqueue(&[]).await.unwrap();
        unit.events().append(&[crate::feed::event(vec![])]).await.unwrap();
        unit.commit().await.unwrap();
        assert!(!waiting.has_changed().unwrap(), "there is nothing to send");
    }

    async fn a_password_stands_in_the_words_of_the_mail_and_nowhere_else(database: &TestDatabase, store: &Database) {
        let unit = begin(store).await;
        let id = unit.people().next_employee_id().await.unwrap();
        unit.people().insert(&new_person(domain::id::UserId::new(Uuid::now_v7()), id, Role::Employee)).await.unwrap();
        unit.mails().enqueue(&[new_mail("ann", 0)]).await.unwrap();
        unit.events().append(&[crate::feed::event(vec![])]).await.unwrap();
        unit.commit().await.unwrap();
        let mail = store.claim(now(), later(60), 10).await.unwrap().remove(0);
        assert!(!format!("{mail:?}").contains(SECRET), "nor in what a log would show");

        let viewer = Viewer::open(database).await;
        let places = async || {
            let contents = viewer.contents().await;
            let cells = contents.iter().flat_map(|(table, rows)| {
                rows.iter().flatten().filter(|(_, value)| value.contains(SECRET)).map(move |(column, _)| format!("{table}.{column}"))
            });
            cells.collect::<Vec<_>>()
        };
        assert_eq!(places().await, ["mails.letter"]);
        store.sent(mail.id, mail.attempt, later(1)).await.unwrap();
        assert!(places().await.is_empty(), "it is wiped when the mail is sent");
    }

    async fn mails_that_are_done_with_are_forgotten_and_others_are_not(database: &TestDatabase, store: &Database) {
        let names = [("ann", 0), ("bob", 1), ("wiped", 2), ("wiped-later", 3), ("kept", 4)];
        enqueue(database.database(), &names.map(|(name, since)| new_mail(name, since))).await;
        let mails = store.claim(later(5), later(60), 10).await.unwrap();
        enqueue(database.database(), &[new_mail("waiting", 0)]).await;
        store.sent(mails[0].id, 1, later(10)).await.unwrap();
        store.sent(mails[1].id, 1, later(11)).await.unwrap();
        for mail in &mails[2..4] {
            store.failed(mail.id, 1, "it was too late to be of use", None, true).await.unwrap();
        }
        store.failed(mails[4].id, 1, "no such mailbox", None, false).await.unwrap();
        let forget = async |before| {
            let given_up = store.forget(Transient::GivenUpMails, before).await?;
            Ok::<_, StoreError>(given_up + store.forget(Transient::SentMails, before).await?)
        };
        assert_eq!(forget(later(2)).await, Ok(0), "the instant itself is not before it");
        assert_eq!(forget(later(3)).await, Ok(1), "of those without words, those of before");
        assert_eq!(forget(later(11)).await, Ok(2), "those that were sent before");
        assert_eq!(forget(later(10_000_000)).await, Ok(1));
        let unsent = store.overview(10).await.unwrap();
        assert_eq!((unsent.sent, unsent.waiting, unsent.given_up), (0, 1, 1), "what can still be sent stays");
        assert_eq!(number(database, "SELECT count(*) FROM mails WHERE letter IS NULL").await, 0);
    }

    async fn a_row_of_the_outbox_makes_sense(database: &TestDatabase) {
        enqueue(database.database(), &[new_mail("ann", 0)]).await;
        for (change, name) in [
            ("state = 'lost', letter = NULL, next_at = NULL", "ck_mails_state"),
            ("attempts = -1", "ck_mails_attempts"),
            ("next_at = NULL", "ck_mails_waiting"),
            ("state = 'given-up', next_at = NULL, claimed_until = created_at", "ck_mails_claimed"),
            ("sent_at = created_at", "ck_mails_sent"),
            ("letter = NULL", "ck_mails_letter"),
            ("state = 'sent', sent_at = created_at, next_at = NULL", "ck_mails_letter"),
        ] {
            let error = execute(database, &format!("UPDATE mails SET {change}")).await.expect_err(change);
            assert!(error.contains(name), "{change} was refused, but not by {name}: {error}");
        }
        assert_eq!(number(database, "SELECT count(*) FROM mails WHERE next_at = created_at AND attempts = 0").await, 1);
    }
}
