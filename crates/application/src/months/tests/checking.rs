use super::*;

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

/// How the round of the night is kept.
fn kept_round(fakes: &Fakes) -> String {
    fakes.state().kept_values[KeptValue::MonthsChecked.name()].clone()
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
