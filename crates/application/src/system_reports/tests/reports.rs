use super::*;
use crate::memory::Mail;
use crate::ports::{Activity, ClaimedMail, MailState, Substitution};
use crate::testing::today;
use crate::{mail::Letter, people::BlockedLetter};
use domain::id::{MailId, SubstitutionId};
use domain::person::FullName;
use domain::substitution::Days;

#[tokio::test]
async fn activity_is_told_of_thirty_days_of_the_organisations_zone() {
    let mut state = State::default();
    let dates = |count: usize| vec![day("2026-06-08"); count];
    // In Berlin it is two hours later.
    happened(&mut state, Record::of("signed-in"), "2026-06-08T21:59:59Z");
    happened(&mut state, Record::of("signed-in"), "2026-06-08T22:00:00Z");
    happened(&mut state, Record::of("sign-in-failed"), "2026-06-09T21:59:59Z");
    happened(&mut state, Record::of("day-submitted"), "2026-06-09T12:00:00Z");
    happened(&mut state, Record::of("days-decided").detail("dates", dates(5)), "2026-06-09T12:01:00Z");
    happened(&mut state, Record::of("days-decided").detail("dates", dates(2)), "2026-06-09T12:02:00Z");
    happened(&mut state, Record::of("day-submitted"), "2026-05-11T21:59:59Z");
    happened(&mut state, Record::of("day-submitted"), "2026-05-11T22:00:00Z");
    let fakes = Fakes { zone: chrono_tz::Europe::Berlin, ..Fakes::over(state) };
    let found = activity(&fakes.ports(), &admin()).await.unwrap();
    assert_eq!((found.len(), found[0].0, found[29].0), (30, day("2026-05-12"), today()));
    let on = |date: &str| found.iter().find(|(of, _)| *of == day(date)).unwrap().1;
    assert_eq!(on("2026-06-08"), Activity { sign_ins: 1, ..Activity::default() });
    assert_eq!(on("2026-06-09"), Activity { sign_ins: 1, failed_sign_ins: 1, recorded: 1, decided: 7 });
    assert_eq!(on("2026-05-12"), Activity { recorded: 1, ..Activity::default() });
    assert_eq!(on("2026-06-10"), Activity::default(), "a day on which nothing happened stands too");
    assert_eq!(fakes.memory.calls(), ["SystemReportReads::activity"]);

    let (fakes, written) = writing(fakes);
    assert_eq!(activity_csv(&fakes.ports(), &admin()).await.unwrap().name, "System_Activity_2026-06-10.csv");
    let lines = lines(&written);
    assert_eq!((lines.len(), lines[0].as_str()), (31, "Date,Sign-ins,Failed,Recorded,Decided"));
    assert_eq!(lines[29], "2026-06-09,1,1,1,7");
}

#[tokio::test]
async fn what_waits_stands_by_manager_and_by_age() {
    let mut state = organisation();
    // For 3, 4, 7, 8, 14 and 15 days.
    for (n, owner, since) in [
        (1, 1, "2026-06-07T23:00:00Z"),
        (2, 2, "2026-06-06T00:00:00Z"),
        (3, 3, "2026-06-03T12:00:00Z"),
        (4, 3, "2026-06-02T12:00:00Z"),
        (5, 4, "2026-05-27T12:00:00Z"),
        (6, 4, "2026-05-26T12:00:00Z"),
    ] {
        waits(&mut state, n, owner, "2026-06-01", since);
    }
    // After 0, 1 and 3 days; one too long ago.
    decided(&mut state, 21, 1, "2026-06-01T08:00:00Z", "2026-06-01T23:59:00Z");
    decided(&mut state, 22, 1, "2026-06-01T23:59:00Z", "2026-06-02T00:01:00Z");
    decided(&mut state, 23, 2, "2026-05-30T08:00:00Z", "2026-06-02T08:00:00Z");
    decided(&mut state, 24, 2, "2026-05-01T08:00:00Z", "2026-05-11T23:59:59Z");
    decided(&mut state, 25, 3, "2026-06-01T08:00:00Z", "2026-06-01T09:00:00Z");
    decided(&mut state, 26, 3, "2026-06-01T08:00:00Z", "2026-06-02T09:00:00Z");
    let id = SubstitutionId::new(Uuid::from_u128(1));
    let days = Days { from: today(), to: today() };
    let (manager, substitute, created_by, created_at) = (user(7), user(5), user(7), at("2026-06-09T08:00:00Z"));
    let reason = "On holiday".to_owned();
    let new = Substitution { id, manager, substitute, days, reason, created_by, created_at, ended_at: None };
    state.substitutions.insert(id, (new, None));
    let fakes = Fakes::over(state);
    let report = approvals(&fakes.ports(), &admin(), 1, 20).await.unwrap();
    assert_eq!(
        report.ages.iter().map(|(age, count)| (age.name(), *count)).collect::<Vec<_>>(),
        [("0-3", 1), ("4-7", 2), ("8-14", 2), ("15+", 1)]
    );
    assert_eq!(report.nobody, Waiting { entries: 2, oldest: Some(day("2026-05-26")) });
    let rows: Vec<_> = report
        .rows
        .iter()
        .map(|row| (row.manager.id, row.team, row.waiting.entries, row.waiting.oldest, row.half_days_to_decide))
        .collect();
    assert_eq!(
        (report.total, rows),
        (
            2,
            vec![(user(8), 1, 2, Some(day("2026-06-02")), Some(1)), (user(7), 2, 2, Some(day("2026-06-06")), Some(2)),]
        )
    );
    let substitute = FullName { first: "First5".into(), last: "Last5".into() };
    assert_eq!(report.rows[1].substitute, Some(substitute));
    let calls = fakes.memory.calls();
    assert_eq!(calls.len(), 4, "{calls:?}");

    let (fakes, written) = writing(fakes);
    assert_eq!(approvals_csv(&fakes.ports(), &admin()).await.unwrap().name, "System_Approvals_2026-06-10.csv");
    assert_eq!(
        lines(&written),
        [
            "Manager,Team,Waiting,Oldest,Leave Waiting,Days to Decide,Substitute",
            "First8 Last8,1,2,2026-06-02,0,0.5,",
            "First7 Last7,2,2,2026-06-06,0,1.0,First5 Last5",
        ]
    );
    let noted = vec![Record::of("file-downloaded").detail("fileName", "System_Approvals_2026-06-10.csv")];
    assert_eq!(taken(&fakes), noted, "before its first byte");
}

#[tokio::test]
async fn the_outbox_is_shown_beside_the_jobs() {
    let mut state = State::default();
    for (n, mail_state, sent) in [
        (1, MailState::Sent, Some("2026-06-09T09:59:59Z")),
        (2, MailState::Sent, Some("2026-06-09T10:00:00Z")),
        (3, MailState::Waiting, None),
        (4, MailState::GivenUp, None),
    ] {
        let name = FullName { first: "Ann".into(), last: "Lee".into() };
        let mail = ClaimedMail {
            id: MailId::new(Uuid::from_u128(n)),
            to: format!("p{n}@x.org"),
            letter: Letter::new(name, &BlockedLetter),
            attempt: 2,
            created_at: at("2026-06-09T08:00:00Z"),
        };
        let next_at = (mail_state == MailState::Waiting).then(|| at("2026-06-10T10:05:00Z"));
        let last_error = Some("greylisted".to_owned()).filter(|_| sent.is_none());
        let (has_words, claimed_until, sent_at) = (sent.is_none(), None, sent.map(at));
        let kept = Mail { mail, has_words, state: mail_state, next_at, claimed_until, sent_at, last_error };
        state.mails.insert(kept.mail.id, kept);
    }
    let fakes = Fakes::over(state);
    let report = jobs(&fakes.ports(), &admin()).await.unwrap();
    let mail = report.state.mail;
    assert_eq!((mail.waiting, mail.given_up, mail.sent), (1, 1, 1));
    assert_eq!(mail.oldest_waiting, Some(at("2026-06-09T08:00:00Z")));
    let unsent: Vec<_> = report.unsent.iter().map(|mail| (mail.to.as_str(), mail.next_at.is_some())).collect();
    assert_eq!(unsent, [("p4@x.org", false), ("p3@x.org", true)]);
    assert_eq!(finding(&health(&fakes.ports(), &admin()).await.unwrap(), Check::MailsGivenUp), (1, vec![]));
}
