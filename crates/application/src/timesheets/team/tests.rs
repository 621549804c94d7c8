use super::*;
use crate::Error;
use crate::memory::State;
use crate::testing::{Fakes, Given, at, caller, day, employment, entry, today, user};
use chrono::Weekday::{Fri, Sat, Thu, Tue, Wed};
use domain::access::Forbidden;
use domain::leave::{DayPart, LeaveStatus};
use domain::person::{Employment, FirstDay, Role};
use domain::time::{Weekdays, WorkPattern};
use domain::timesheet::{Entry, Hours, WeekStatus, week_status};
use domain::work_patterns::{PatternOwner, WorkPatterns};
use proptest::prelude::*;

/// Persons 1 and 2 are the team of manager 7; person 3 is somebody else's.
fn fakes(entries: Vec<Entry>) -> Fakes {
    let people = vec![employment(1, Some(7)), employment(2, Some(7)), employment(3, Some(8))];
    Fakes::over(Given { people, entries, ..Given::default() })
}

async fn ask(fakes: &Fakes, filter: TeamFilter) -> Result<Team, Error> {
    team(&fakes.ports(), &caller(7, Role::Manager), filter).await
}

fn between(from: &str, to: &str) -> TeamFilter {
    TeamFilter { from: Some(day(from)), to: Some(day(to)), ..TeamFilter::default() }
}

fn dates(team: &Team) -> Vec<String> {
    team.entries.iter().map(|view| view.entry.date.to_string()).collect()
}

#[tokio::test]
async fn with_dates_nothing_older_is_shown_and_weeks_stay_whole() {
    let fakes = fakes(vec![
        entry(1, 1, day("2026-06-03"), Status::Approved),
        entry(2, 1, day("2026-06-05"), Status::Pending),
        entry(3, 1, day("2026-01-07"), Status::Pending),
    ]);
    let found = ask(&fakes, between("2026-06-03", "2026-06-03")).await.unwrap();
    assert_eq!(dates(&found), ["2026-06-03"]);
    assert_eq!((found.weeks[0].week.status, found.weeks[0].week.half_hours), (WeekStatus::Pending, 32));
    let from = TeamFilter { from: Some(day("2026-06-04")), ..TeamFilter::default() };
    assert_eq!(dates(&ask(&fakes, from).await.unwrap()), ["2026-06-05"]);
    let to = TeamFilter { to: Some(day("2026-06-04")), ..TeamFilter::default() };
    assert_eq!(dates(&ask(&fakes, to).await.unwrap()), ["2026-06-03"]);
}

#[tokio::test]
async fn one_member_alone_and_only_a_member() {
    let fakes = fakes(vec![
        entry(1, 1, today(), Status::Pending),
        entry(2, 2, today(), Status::Pending),
        entry(3, 2, day("2026-01-07"), Status::Pending),
    ]);
    let of = |n| TeamFilter { employee: Some(user(n)), ..TeamFilter::default() };
    let found = ask(&fakes, of(2)).await.unwrap();
    assert!(found.entries.len() == 2 && found.entries.iter().all(|view| view.person.id == user(2)));
    assert!(found.weeks.iter().all(|week| week.user == user(2)));
    assert_eq!(ask(&fakes, of(3)).await, Err(Forbidden::NotInTeam.into()));
    assert_eq!(ask(&fakes, of(99)).await, Err(Error::NotFound("User")));
}

#[tokio::test]
async fn what_waits_comes_in_whole_weeks_however_old() {
    let fakes = fakes(vec![
        entry(1, 1, today(), Status::Approved),
        entry(2, 1, day("2024-01-08"), Status::Pending),
        entry(3, 1, day("2024-01-09"), Status::Approved),
        entry(4, 2, today(), Status::Pending),
        entry(5, 3, today(), Status::Pending),
    ]);
    let waiting = TeamFilter { is_waiting: true, ..TeamFilter::default() };
    let found = ask(&fakes, waiting).await.unwrap();
    assert_eq!(dates(&found), ["2026-06-10", "2024-01-09", "2024-01-08"]);
    assert_eq!(found.weeks.len(), 2);
    let pending = TeamFilter { status: Some(Status::Pending), ..waiting };
    assert_eq!(dates(&ask(&fakes, pending).await.unwrap()), ["2026-06-10", "2024-01-08"]);
    assert_eq!(ask(&fakes, TeamFilter { employee: Some(user(2)), ..waiting }).await.unwrap().weeks.len(), 1);
    for dated in [TeamFilter { from: Some(today()), ..waiting }, TeamFilter { to: Some(today()), ..waiting }] {
        let refused = Error::Invalid(Invalid::field("waiting", "waiting stands without from and to"));
        assert_eq!(ask(&fakes, dated).await, Err(refused));
    }
}

#[tokio::test]
async fn remarks_are_made_on_weeks_that_wait_by_the_service_and_the_unlocks_of_the_person() {
    // Person 1 joined on Tuesday, 2 June; Monday is not missing. Person 2 has nothing that waits.
    let joined = Employment { first_day: Some(FirstDay::Joining(day("2026-06-02"))), ..employment(1, Some(7)) };
    let tuesday_to_friday = ["2026-06-02", "2026-06-03", "2026-06-04", "2026-06-05"];
    let mut entries: Vec<Entry> =
        (1..).zip(tuesday_to_friday).map(|(n, date)| entry(n, 1, day(date), Status::Pending)).collect();
    entries.push(entry(9, 2, day("2026-06-03"), Status::Approved));
    let unlocked = [(1, "2026-06-03"), (2, "2026-06-03")].map(|(n, date)| (user(n), day(date))).to_vec();
    let people = vec![joined, employment(2, Some(7))];
    let mut state = State::from(Given { people, entries, unlocked, ..Given::default() });
    for unlock in state.unlocks.values_mut() {
        unlock.used_at = Some(at("2026-06-09T09:00:00Z"));
    }
    let fakes = Fakes::over(state);
    let found = ask(&fakes, between("2026-06-01", "2026-06-07")).await.unwrap();
    let remarks: Vec<_> = found.remarks.iter().map(|(week, remarks)| (*week, remarks.as_slice())).collect();
    let [((whose, monday), [used])] = remarks.as_slice() else { panic!("{remarks:?}") };
    assert_eq!((*whose, *monday), (user(1), day("2026-06-01")));
    assert_eq!(used.sentence, "Filled in through an unlock: Wednesday");
}

#[tokio::test]
async fn a_week_names_the_days_off_of_the_person_by_the_pattern_of_each_day() {
    // Person 1 works from Tuesday to Saturday, from Monday, 1 June on.
    let saturdays = Weekdays::new([Tue, Wed, Thu, Fri, Sat]).unwrap();
    let pattern = WorkPattern::new(saturdays, Hours::whole(8), Hours::whole(4)).unwrap();
    let owner = PatternOwner::Person(user(1));
    let of_the_day = (1..)
        .zip([(1, "2026-05-29"), (1, "2026-06-05"), (2, "2026-06-05")])
        .map(|(n, (of, date))| entry(n, of, day(date), Status::Approved));
    let mut fakes = fakes(of_the_day.collect());
    fakes.rules.work_patterns = WorkPatterns::new([(owner, owner.no_rows().with(day("2026-06-01"), Some(pattern)))]);
    let found = ask(&fakes, between("2026-05-25", "2026-06-07")).await.unwrap();
    let off = |n, monday: &str| found.days_off[&(user(n), day(monday))].clone();
    assert_eq!(off(1, "2026-06-01"), [day("2026-06-01"), day("2026-06-07")], "Saturday is worked");
    assert_eq!(off(1, "2026-05-25"), [day("2026-05-30"), day("2026-05-31")], "as it was then");
    assert_eq!(off(2, "2026-06-01"), [day("2026-06-06"), day("2026-06-07")], "the organisation's");
    assert_eq!(found.days_off.len(), found.weeks.len());
}

proptest! {
    #[test]
    fn nothing_that_waits_is_out_of_sight(
        days in prop::collection::btree_map((1u128..4, 0i64..200), 0usize..3, 0..80),
        status in prop::option::of(0usize..3),
    ) {
        let date = |back: i64| today() - chrono::Duration::days(back);
        let entries: Vec<Entry> = (1..)
            .zip(&days)
            .map(|(n, ((owner, back), status))| entry(n, *owner, date(*back), Status::ALL[*status]))
            .collect();
        let fakes = fakes(entries.clone());
        let filter = TeamFilter { status: status.map(|n| Status::ALL[n]), ..TeamFilter::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let found = runtime.block_on(ask(&fakes, filter)).unwrap();
        let since = day("2026-04-27");
        let expected = entries.iter().filter(|entry| {
            entry.user() != user(3)
                && (entry.date() >= since || entry.status() == Status::Pending)
                && filter.status.is_none_or(|status| entry.status() == status)
        });
        prop_assert_eq!(found.entries.len(), expected.count());
        prop_assert!(found.entries.is_sorted_by(|a, b| a.entry.date >= b.entry.date));
        for week in &found.weeks {
            let whole = entries.iter().filter(|e| e.user() == week.user && Week::of(e.date()).monday() == week.week.start);
            prop_assert_eq!(week.week.status, week_status(whole.map(Entry::status)));
        }
        let shown: std::collections::HashSet<_> =
            found.entries.iter().map(|view| (view.person.id, Week::of(view.entry.date).monday())).collect();
        let weeks: std::collections::HashSet<_> = found.weeks.iter().map(|week| (week.user, week.week.start)).collect();
        prop_assert_eq!(shown, weeks);
    }
}

/// Persons 1 and 2 of the team are on leave, and person 3 of another one.
fn on_leave(entries: Vec<Entry>) -> Fakes {
    let fakes = fakes(entries);
    fakes.memory.change(|state| {
        for (n, from, to) in [
            (1, "2026-06-05", "2026-06-09"),
            (2, "2026-06-10", "2026-06-10"),
            (2, "2024-01-10", "2024-01-11"),
            (1, "2024-01-10", "2024-01-10"),
            (3, "2026-06-10", "2026-06-10"),
        ] {
            state.take_leave(n, from, to, DayPart::Full, LeaveStatus::Approved);
        }
    });
    fakes
}

fn away(team: &Team) -> Vec<(UserId, String)> {
    team.leave.iter().map(|(user, of_day)| (*user, of_day.date.to_string())).collect()
}

fn days(n: u128, dates: &[&str]) -> Vec<(UserId, String)> {
    dates.iter().map(|date| (user(n), (*date).to_owned())).collect()
}

#[tokio::test]
async fn the_leave_of_the_team_comes_with_its_days() {
    let fakes = on_leave(vec![entry(1, 2, day("2026-06-09"), Status::Pending)]);
    let all = [days(1, &["2026-06-05", "2026-06-08", "2026-06-09"]), days(2, &["2026-06-10"])].concat();
    assert_eq!(away(&ask(&fakes, TeamFilter::default()).await.unwrap()), all);
    let one_week = between("2026-06-08", "2026-06-09");
    let week = [days(1, &["2026-06-08", "2026-06-09"]), days(2, &["2026-06-10"])].concat();
    assert_eq!(away(&ask(&fakes, one_week).await.unwrap()), week, "whole weeks");
    let of_one = TeamFilter { employee: Some(user(2)), ..one_week };
    assert_eq!(away(&ask(&fakes, of_one).await.unwrap()), days(2, &["2026-06-10"]));
}

/// What waits comes in whole weeks, and so does its leave.
#[tokio::test]
async fn with_weeks_that_wait_comes_the_leave_of_their_people_on_their_days() {
    let waiting = TeamFilter { is_waiting: true, ..TeamFilter::default() };
    let fakes = on_leave(vec![
        entry(1, 2, day("2024-01-08"), Status::Pending),
        entry(2, 1, day("2026-06-03"), Status::Pending),
    ]);
    let expected = [days(1, &["2026-06-05"]), days(2, &["2024-01-10", "2024-01-11"])].concat();
    assert_eq!(away(&ask(&fakes, waiting).await.unwrap()), expected);
    assert_eq!(away(&ask(&on_leave(vec![]), waiting).await.unwrap()), []);
    let open = ask(&fakes, TeamFilter::default()).await.unwrap();
    assert!(away(&open).contains(&(user(2), "2024-01-10".to_owned())), "an older week that still waits");
    assert!(!away(&open).contains(&(user(1), "2024-01-10".to_owned())), "nothing of his waits there");
}

#[tokio::test]
async fn a_day_covered_whole_by_approved_leave_is_not_missing_in_its_week() {
    let entries = || {
        ["2026-06-01", "2026-06-03", "2026-06-04", "2026-06-05"]
            .iter()
            .zip(1..)
            .map(|(date, n)| entry(n, 1, day(date), Status::Pending))
            .collect::<Vec<_>>()
    };
    let remarks = async |part, status| {
        let mut state =
            State::from(Given { people: vec![employment(1, Some(7))], entries: entries(), ..Given::default() });
        for entry in state.people.values_mut() {
            entry.service = vec![domain::person::service::ServicePeriod::since(day("2025-01-01"))];
        }
        state.take_leave(1, "2026-06-02", "2026-06-02", part, status);
        let found = ask(&Fakes::over(state), TeamFilter::default()).await.unwrap();
        let kinds = found.remarks.values().flatten().map(|remark| remark.kind);
        kinds.filter(|kind| *kind == domain::timesheet::RemarkKind::DayMissing).count()
    };
    assert_eq!(remarks(DayPart::Full, LeaveStatus::Approved).await, 0);
    assert_eq!(remarks(DayPart::Full, LeaveStatus::CancellationAsked).await, 0);
    assert_eq!(remarks(DayPart::Morning, LeaveStatus::Approved).await, 1);
    assert_eq!(remarks(DayPart::Full, LeaveStatus::Pending).await, 1);
}
