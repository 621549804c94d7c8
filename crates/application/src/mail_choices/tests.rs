use super::*;
use crate::events::Record;
use crate::memory::State;
use crate::testing::{Fakes, caller, user};

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
