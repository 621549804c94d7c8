//! Which dates are opened, by whom, on which day.

use super::*;
use crate::testing::{entry, holiday, rejected};
use domain::timesheet::{Entry, Status};

fn hr() -> Caller {
    caller(5, Role::Hr)
}

fn admin() -> Caller {
    caller(9, Role::Admin)
}

async fn sentence(fakes: &Fakes, by: &Caller, request: DirectUnlockRequest) -> String {
    let Error::Refused(why) = refusal(fakes, by, request).await else { panic!("refused for another reason") };
    why.sentence
}

#[tokio::test]
async fn each_role_reaches_as_far_as_it_may() {
    // Wednesday, 10 June 2026.
    for (by, oldest, too_old, days) in
        [(manager(), "2026-06-09", "2026-06-08", 1), (hr(), "2026-06-08", "2026-06-07", 2)]
    {
        for open in [oldest, "2026-06-09", "2026-06-10"] {
            assert!(ask(&portal(), &by, request(1, open)).await.is_ok(), "{open}");
        }
        let said = sentence(&portal(), &by, request(1, too_old)).await;
        assert_eq!(said, format!("You can only unlock timesheets up to {days} day(s) back"));
        assert_eq!(sentence(&portal(), &by, request(1, "2026-06-11")).await, "You cannot unlock a future date");
    }
    for open in ["2026-01-01", "2026-02-14", "2026-06-07", "2026-06-10"] {
        assert!(ask(&portal(), &admin(), request(1, open)).await.is_ok(), "{open}: weekends too");
    }
    assert_eq!(sentence(&portal(), &admin(), request(1, "2026-06-11")).await, "You cannot unlock a future date");
    let before = "The date is before the employee's joining date (2026-01-01)";
    assert_eq!(sentence(&portal(), &admin(), request(1, "2025-12-31")).await, before);
    // Nobody knows when person 2 joined: a year, whatever lies in it.
    assert!(ask(&portal(), &admin(), request(2, "2025-06-10")).await.is_ok());
    let year = "You can only unlock timesheets up to 365 day(s) back";
    assert_eq!(sentence(&portal(), &admin(), request(2, "2025-06-09")).await, year);
}

#[tokio::test]
async fn weekends_and_holidays_in_between_do_not_shorten_the_reach() {
    let on = |off: &[(&str, bool)], date: &str| {
        let fakes = with(|state| off.iter().for_each(|(date, every)| state.keep_holiday(holiday(date, *every))));
        Fakes { now: at(&format!("{date}T12:00:00Z")), ..fakes }
    };
    for (off, today, by, oldest) in [
        // A Friday on a Monday, a Thursday for HR.
        ([].as_slice(), "2026-06-15", manager(), "2026-06-12"),
        (&[], "2026-06-15", hr(), "2026-06-11"),
        // Monday and Friday are holidays.
        (&[("2026-06-08", false), ("2026-06-05", false)], "2026-06-09", manager(), "2026-06-04"),
        (&[("2020-06-08", true)], "2026-06-09", hr(), "2026-06-04"),
        // A holiday of another year does not count.
        (&[("2025-06-08", false)], "2026-06-09", manager(), "2026-06-08"),
        // A whole week of holidays, over the end of a year.
        (
            &[
                ("2026-12-25", true),
                ("2026-12-28", false),
                ("2026-12-29", false),
                ("2026-12-30", false),
                ("2026-12-31", false),
                ("2020-01-01", true),
            ],
            "2027-01-04",
            manager(),
            "2026-12-24",
        ),
        // Over 28 February of a leap year, and of another.
        (&[("2028-02-29", false)], "2028-03-01", manager(), "2028-02-28"),
        (&[], "2027-03-01", manager(), "2027-02-26"),
    ] {
        let opened = unlock(&on(off, today).ports(), &by, request(1, oldest)).await;
        assert_eq!(opened.map(|unlocked| unlocked.unlock.view.date), Ok(day(oldest)), "on {today}");
        let older = DirectUnlockRequest { date: day(oldest).pred_opt(), ..request(1, oldest) };
        let refused = unlock(&on(off, today).ports(), &by, older).await;
        let Err(Error::Refused(why)) = refused else { panic!("on {today}: {refused:?}") };
        assert!(why.sentence.starts_with("You can only unlock timesheets up to"), "on {today}: {why:?}");
    }
}

#[tokio::test]
async fn a_rejected_day_is_opened_however_old_it_is() {
    for by in [manager(), hr(), admin()] {
        let old = |also: fn(&mut State)| {
            with(|state| {
                let old = rejected(entry(50, 1, day("2026-02-03"), Status::Pending), day("2026-02-10"));
                state.entries.insert(old.id(), old);
                also(state);
            })
        };
        assert!(ask(&old(|_| {}), &by, request(1, "2026-02-03")).await.is_ok());
        // Not one before joining, and not twice.
        let joined_later = old(|state| state.person(1).record.joining_date = Some(day("2026-02-04")));
        let said = sentence(&joined_later, &by, request(1, "2026-02-03")).await;
        assert_eq!(said, "The date is before the employee's joining date (2026-02-04)");
        let open = old(|state| state.unlock(user(1), day("2026-02-03")));
        assert_eq!(sentence(&open, &by, request(1, "2026-02-03")).await, "This date is already unlocked");
    }
}

#[tokio::test]
async fn what_is_open_or_approved_stays_so_and_a_pending_day_can_be_corrected() {
    let keeping = |state: &mut State, entry: Entry| _ = state.entries.insert(entry.id(), entry);
    let with_entry = |status| with(|state| keeping(state, entry(50, 1, day("2026-06-09"), status)));
    assert!(ask(&with_entry(Status::Pending), &manager(), request(1, "2026-06-09")).await.is_ok());
    assert!(ask(&with_entry(Status::Rejected), &manager(), request(1, "2026-06-09")).await.is_ok());
    let approved = "The timesheet for this date is already approved";
    assert_eq!(sentence(&with_entry(Status::Approved), &manager(), request(1, "2026-06-09")).await, approved);
    let both = with_entry(Status::Approved);
    both.memory.change(|state| state.unlock(user(1), day("2026-06-09")));
    assert_eq!(sentence(&both, &manager(), request(1, "2026-06-09")).await, "This date is already unlocked");
    // Too far back comes before either, and so does the day on which the employee joined.
    let old = with(|state| {
        keeping(state, entry(50, 1, day("2026-03-03"), Status::Approved));
        state.unlock(user(1), day("2026-03-03"));
        state.unlock(user(1), day("2025-12-31"));
    });
    assert!(sentence(&old, &manager(), request(1, "2026-03-03")).await.starts_with("You can only unlock"));
    assert!(sentence(&old, &admin(), request(1, "2025-12-31")).await.starts_with("The date is before"));
    assert_eq!(sentence(&old, &admin(), request(1, "2026-03-03")).await, "This date is already unlocked");
    // Of another day, or somebody else's, they stop nobody.
    let others = with(|state| {
        keeping(state, entry(50, 2, day("2026-06-09"), Status::Approved));
        state.unlock(user(1), day("2026-06-10"));
        state.unlock(user(2), day("2026-06-09"));
    });
    assert!(ask(&others, &manager(), request(1, "2026-06-09")).await.is_ok());
}

#[tokio::test]
async fn today_is_the_organisations_day() {
    use chrono_tz::{Europe::Berlin, Pacific::Pago_Pago, Pacific::Tongatapu, UTC};
    for (now, zone, today, tomorrow) in [
        ("2026-06-10T10:59:59Z", Pago_Pago, "2026-06-09", "2026-06-10"),
        ("2026-06-10T11:00:00Z", Pago_Pago, "2026-06-10", "2026-06-11"),
        ("2026-06-10T10:59:59Z", Tongatapu, "2026-06-10", "2026-06-11"),
        ("2026-06-10T11:00:00Z", Tongatapu, "2026-06-11", "2026-06-12"),
        ("2026-02-28T23:59:59Z", UTC, "2026-02-28", "2026-03-01"),
        ("2026-12-31T11:00:00Z", Tongatapu, "2027-01-01", "2027-01-02"),
        // The last moment of the days on which Berlin changes its clocks.
        ("2026-03-29T21:59:59Z", Berlin, "2026-03-29", "2026-03-30"),
        ("2026-10-25T22:59:59Z", Berlin, "2026-10-25", "2026-10-26"),
    ] {
        let ports = Fakes { now: at(now), zone, ..portal() }.ports();
        let refused = unlock(&ports, &manager(), request(1, tomorrow)).await;
        assert_eq!(refused, Err(UnlockRefusal::Future.into()), "{now} in {zone}");
        assert!(unlock(&ports, &manager(), request(1, today)).await.is_ok(), "{now} in {zone}");
    }
}
