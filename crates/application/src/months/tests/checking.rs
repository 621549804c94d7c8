use super::*;
use crate::memory::away;

/// Checks until nothing is left, and says how many steps that took.
async fn check_all(fakes: &Fakes) -> u32 {
    let mut steps = 0;
    while check_next(&fakes.ports()).await.unwrap() {
        steps += 1;
    }
    steps
}

fn checked(fakes: &Fakes) -> crate::ports::MonthCheck {
    fakes.state().months[&june()].check.clone().unwrap()
}

/// June was closed, and it is four o'clock of this day in July.
async fn closed_on(date: u32) -> Fakes {
    let fakes = in_july(full());
    close_june(&fakes).await;
    on(fakes.state(), &format!("2026-07-{date:02}T04:00:00Z"))
}

#[tokio::test]
async fn a_month_that_agrees_is_noted_each_night_and_nobody_is_told() {
    let fakes = closed_on(3).await;
    let before = fakes.state();
    assert_eq!(check_all(&fakes).await, 2, "the month, and the end");
    let found = checked(&fakes);
    assert_eq!((found.checked_at, found.differences, found.checksum_holds), (fakes.now, 0, true));
    let kept = fakes.state();
    assert_eq!((kept.mails.len(), kept.events == before.events), (0, true));
    assert_eq!(kept.months[&june()].revisions, before.months[&june()].revisions, "it changes nothing");
    assert_eq!(check_all(&fakes).await, 0, "once a night");
    assert_eq!(check_all(&on(fakes.state(), "2026-07-04T03:00:00Z")).await, 2);
}

#[tokio::test]
async fn a_stored_figure_that_was_changed_is_told_to_administrators_once() {
    let fakes = closed_on(3).await;
    fakes.memory.change(|state| {
        state.people.extend(State::of(&[(8, Role::Admin)]).people);
        state.person(8).record.standing.is_blocked = true;
        state.months.get_mut(&june()).unwrap().revisions[0].rows[0].figures.approved = 40;
    });
    check_all(&fakes).await;
    let found = checked(&fakes);
    assert_eq!((found.differences, found.checksum_holds), (1, false));
    let fields: Vec<_> = found.samples.iter().map(|sample| (sample.field.as_str(), sample.closed.as_str())).collect();
    assert_eq!(fields, [("Approved Days", "20.0"), ("Absent Days", "2.0"), ("Payable Days", "20.0")]);
    assert_eq!((found.samples[0].now.as_str(), found.samples[0].name.as_str()), ("22.0", "First1 Last1"));
    let kept = fakes.state();
    assert_eq!(mails(&kept), [("p9@x.org".to_owned(), "month-drifted")]);
    assert_eq!(kinds(&kept).last().map(String::as_str), Some("month-drifted"));
    let next = on(kept, "2026-07-04T04:00:00Z");
    check_all(&next).await;
    assert_eq!((next.state().mails.len(), checked(&next).differences), (1, 1), "it is known");
}

#[tokio::test]
async fn entries_and_people_are_read_again() {
    let fakes = closed_on(3).await;
    fakes.memory.change(|state| {
        // Ben has less, Cem has recorded something and has no row, Dan is registered since.
        put(state, BEN, "2026-06-30", Status::Rejected);
        state.people.extend(State::of(&[(3, Role::Employee), (4, Role::Employee)]).people);
        state.person(4).service = vec![domain::person::service::ServicePeriod::since(day("2026-06-20"))];
        put(state, 3, "2026-06-30", Status::Approved);
        // Another name and department are no difference.
        state.person(ANN).record.name.last = "Other".into();
        state.person(ANN).record.department = None;
    });
    check_all(&fakes).await;
    let found = checked(&fakes);
    assert_eq!((found.differences, found.checksum_holds), (2, true));
    let of = |n: u32| {
        let theirs = found.samples.iter().filter(|sample| sample.employee_id.number() == 1000 + n);
        theirs.map(|sample| sample.field.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of(3), ["Row"]);
    assert!(of(2).contains(&"Approved Hours") && of(1).is_empty() && of(4).is_empty(), "{:?}", found.samples);
}

#[tokio::test]
async fn only_some_samples_are_kept() {
    let fakes = closed_on(3).await;
    fakes.memory.change(|state| {
        for n in 100..130 {
            state.people.extend(State::of(&[(n, Role::Employee)]).people);
            put(state, n, "2026-06-29", Status::Approved);
        }
        let rows = &mut state.months.get_mut(&june()).unwrap().revisions[0].rows;
        for row in rows {
            row.figures = domain::month::Figures::default();
        }
    });
    check_all(&fakes).await;
    let found = checked(&fakes);
    assert_eq!(found.differences, 32);
    assert!(found.samples.len() <= 50 && found.samples.len() > 30, "{}", found.samples.len());
}

#[tokio::test]
async fn a_step_that_the_store_was_away_for_is_taken_again() {
    for n in 1.. {
        let fakes = closed_on(3).await;
        fakes.memory.fails_at(n);
        let Err(why) = check_next(&fakes.ports()).await else { break };
        assert_eq!(why, away().into());
        check_all(&fakes).await;
        assert_eq!(checked(&fakes).differences, 0, "at call {n}");
    }
}

/// How the round of the night is kept.
fn kept_round(fakes: &Fakes) -> String {
    fakes.state().kept_values[KeptValue::MonthsChecked.name()].clone()
}

#[tokio::test]
async fn a_month_whose_check_has_died_is_checked_in_the_same_night_by_one_at_a_time() {
    let fakes = closed_on(3).await;
    // The first instance has claimed the month, and is asked no more.
    let claimed = "2026-07-03 begun 2026-07-03T04:10:00Z";
    fakes.memory.change(|state| {
        state.kept_values.insert(KeptValue::MonthsChecked.name(), claimed.into());
    });
    assert_eq!((check_all(&fakes).await, kept_round(&fakes).as_str()), (0, claimed), "it may be at work");
    let later = on(fakes.state(), "2026-07-03T04:10:00Z");
    assert_eq!(check_all(&later).await, 2, "the month, and the end");
    assert_eq!((checked(&later).differences, kept_round(&later).as_str()), (0, "2026-07-03 done"));
}

/// A checker whose month another one has taken over keeps nothing and tells nobody.
#[tokio::test]
async fn a_claim_that_was_lost_keeps_nothing() {
    let fakes = closed_on(3).await;
    fakes.memory.change(|state| {
        state.months.get_mut(&june()).unwrap().revisions[0].rows[0].figures.approved = 40;
    });
    let taken = "2026-07-03 begun 2026-07-03T04:11:00Z";
    fakes.memory.before("MonthReads::people_of", move |state| {
        state.kept_values.insert(KeptValue::MonthsChecked.name(), taken.into());
    });
    assert_eq!(check_next(&fakes.ports()).await, Ok(true));
    let kept = fakes.state();
    assert_eq!((&kept.months[&june()].check, kept.mails.len()), (&None, 0));
    assert_eq!(kept_round(&fakes), taken);
}

#[tokio::test]
async fn a_month_that_cannot_be_checked_holds_up_no_other() {
    let fakes = closed_on(3).await;
    fakes.memory.breaks("MonthReads::people_of", crate::ports::StoreError::Backend("broken".into()));
    assert!(check_next(&fakes.ports()).await.is_err());
    assert_eq!(kept_round(&fakes), "2026-07-03 2026-06");
}

#[tokio::test]
async fn a_month_that_is_open_again_is_not_checked() {
    let fakes = closed_on(3).await;
    reopen(&fakes.ports(), &hr(), "2026-06", "Why").await.unwrap();
    assert_eq!(check_all(&fakes).await, 1, "the end alone");
    assert_eq!(fakes.state().months[&june()].check, None);
}
