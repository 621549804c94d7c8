use super::*;
use crate::events::Record;
use crate::memory::State;
use crate::testing::{Fakes, caller, nothing_changes_when_a_call_fails, user};
use domain::access::Forbidden;

fn portal() -> Fakes {
    Fakes::over(State::of(&[(1, Role::Employee), (7, Role::Manager)]))
}

async fn ask(fakes: &Fakes, role: Role, n: u128, wanted: &[(&str, &str)]) -> Result<MailPreferences, Error> {
    let wanted: Vec<_> = wanted.iter().map(|(kind, timing)| ((*kind).to_owned(), (*timing).to_owned())).collect();
    choose_mails(&fakes.ports(), &caller(n, role), &wanted).await
}

fn told(preferences: &MailPreferences) -> Vec<(&'static str, &'static str)> {
    preferences.kinds.iter().map(|one| (one.offer.kind.name(), one.timing.name())).collect()
}

#[tokio::test]
async fn everybody_sees_the_kinds_of_their_role_with_the_defaults() {
    let found = preferences(&portal().ports(), &caller(7, Role::Manager)).await.unwrap();
    assert_eq!(
        told(&found),
        [
            ("leave", "instant"),
            ("waiting", "digest"),
            ("resubmission", "digest"),
            ("unlockRequest", "instant"),
            ("substitution", "instant")
        ]
    );
    let times = [found.digest_time, found.reminder_time].map(|time| time.to_string());
    assert_eq!(times, ["08:30:00", "17:30:00"], "the organisation's");
}

#[tokio::test]
async fn a_boss_has_no_mails_to_choose() {
    let boss = caller(1, Role::Boss);
    assert_eq!(preferences(&Fakes::default().ports(), &boss).await, Err(Forbidden::Role.into()));
    let wanted = [("waiting".to_owned(), "off".to_owned())];
    assert_eq!(choose_mails(&Fakes::default().ports(), &boss, &wanted).await, Err(Forbidden::Role.into()));
}

#[tokio::test]
async fn only_what_differs_from_the_default_is_kept_and_what_is_left_out_stays() {
    let fakes = portal();
    let chosen =
        ask(&fakes, Role::Employee, 1, &[("rejected", "digest"), ("approved", "instant"), ("frozen", "instant")]);
    let expected = [
        ("rejected", "digest"),
        ("approved", "instant"),
        ("unlocked", "off"),
        ("unlockRequest", "instant"),
        ("frozen", "instant"),
        ("reminder", "instant"),
        ("leave", "instant"),
    ];
    assert_eq!(told(&chosen.await.unwrap()), expected);
    let kept = fakes.state();
    assert_eq!(
        kept.mail_choices,
        [((user(1), MailKind::Rejected), MailTiming::Digest), ((user(1), MailKind::Approved), MailTiming::Instant),]
            .into()
    );
    let record = Record::of("mail-choices-changed")
        .about([user(1)])
        .change("rejected", Some("instant"), Some("digest"))
        .change("approved", Some("off"), Some("instant"));
    assert_eq!(kept.events.iter().map(|event| &event.record).collect::<Vec<_>>(), [&record]);
    assert_eq!((kept.pushes(), kept.events[0].actor()), (vec![], Some(user(1))));

    // A repeat changes nothing and is told nobody.
    ask(&fakes, Role::Employee, 1, &[("rejected", "digest")]).await.unwrap();
    assert_eq!(fakes.state(), kept);
    ask(&fakes, Role::Employee, 1, &[("approved", "off")]).await.unwrap();
    assert_eq!(fakes.state().mail_choices, [((user(1), MailKind::Rejected), MailTiming::Digest)].into());
    assert_eq!(
        told(&preferences(&fakes.ports(), &caller(1, Role::Employee)).await.unwrap())[..2],
        [("rejected", "digest"), ("approved", "off")]
    );
}

#[tokio::test]
async fn one_that_is_not_on_offer_refuses_all() {
    for (wrong, sentence) in [
        (("frozen", "digest"), "frozen cannot be digest"),
        (("waiting", "off"), "waiting cannot be off"),
        (("news", "off"), "news cannot be off"),
        (("reminder", "7"), "reminder cannot be 7"),
    ] {
        let fakes = Fakes::default();
        let refused = ask(&fakes, Role::Employee, 1, &[("rejected", "off"), wrong]).await;
        assert_eq!(refused, Err(Invalid::field("preferences", sentence).into()));
    }
}

#[tokio::test]
async fn choices_and_event_appear_together_or_not_at_all() {
    let run = async |fakes: &Fakes| ask(fakes, Role::Manager, 7, &[("waiting", "off"), ("substitution", "off")]).await;
    nothing_changes_when_a_call_fails(|| State::of(&[(7, Role::Manager)]), run).await;
}
