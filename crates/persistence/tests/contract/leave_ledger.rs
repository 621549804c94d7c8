//! The ledger of leave, and what counts of live leave.

use application::ports::{
    LeaveHolder, LeaveLedgerReads, LeaveOf, LedgerRowView, NewLedgerRow, OfAccount, PersonRecord, UnitOfWork,
};
use domain::id::{LeaveTypeId, LedgerRowId, UserId};
use domain::leave::{
    DayPart, EnteredOpening, LeaveAccount, LeaveDays, LeaveStatus, LeaveTerms, LeaveUse, LedgerRow, Opening, REPLACED,
    RowKind,
};
use domain::person::{FullName, Role};
use uuid::Uuid;

use crate::engines::{Engine, set};
use crate::months::done;
use crate::schema::only_ever_added_to;
use crate::support::{begin, day, execute, later, managed, named, now, person};

/// Annual, sick and unpaid leave, in every store.
pub(crate) fn seed(number: u128) -> LeaveTypeId {
    LeaveTypeId::new(Uuid::from_u128(0x019a_b000_0000_7000_8000_0000_0000_0000 + number))
}

pub(crate) fn row(year: i32, kind: RowKind, half_days: i32, date: &str) -> LedgerRow {
    LedgerRow { year, kind, days: LeaveDays::from_half_days(half_days), date: day(date) }
}

/// A row of annual leave that the portal enters.
pub(crate) fn new(user: UserId, row: LedgerRow) -> NewLedgerRow {
    let (id, leave_type) = (LedgerRowId::new(Uuid::now_v7()), seed(1));
    NewLedgerRow {
        id,
        user,
        leave_type,
        row,
        note: None,
        request: None,
        opening_number: None,
        by: None,
        created_at: now(),
    }
}

pub(crate) async fn append(store: &dyn Engine, rows: &[NewLedgerRow]) {
    done(store, async |unit| unit.leave_ledger().append(rows).await).await.unwrap();
}

/// In an order in which they can be compared.
pub(crate) fn sorted(mut rows: Vec<OfAccount<LedgerRow>>) -> Vec<(UserId, LeaveTypeId, LedgerRow)> {
    rows.sort_by_key(|of| (of.user, of.leave_type, of.what.year, of.what.kind, of.what.date));
    rows.into_iter().map(|of| (of.user, of.leave_type, of.what)).collect()
}

async fn deactivate(store: &dyn Engine, user: UserId) {
    let unit = begin(store).await;
    let account = unit.people().for_change(user).await.unwrap().unwrap();
    let mut standing = account.standing;
    standing.is_active = false;
    let changed = managed(PersonRecord { standing, deactivated_at: Some(now()), ..account });
    unit.people().save(&changed, now()).await.unwrap();
    unit.commit().await.unwrap();
}

fn users(holders: &[LeaveHolder]) -> Vec<UserId> {
    holders.iter().map(|holder| holder.user).collect()
}

on_every_engine! {
    async fn what_was_entered_adds_up_by_person_type_year_kind_and_date(store: &AnyEngine) {
        let (ann, bob, eve) = (
            person(store, Role::Employee, None).await,
            person(store, Role::Employee, None).await,
            person(store, Role::Employee, None).await,
        );
        let given = row(2026, RowKind::Allocation, 34, "2026-06-15");
        let sick = NewLedgerRow { leave_type: seed(2), ..new(ann, row(2026, RowKind::Allocation, 17, "2026-06-15")) };
        append(store, &[
            new(ann, given),
            new(ann, row(2026, RowKind::Allocation, 3, "2026-06-15")),
            new(ann, row(2026, RowKind::Allocation, -1, "2026-06-16")),
            new(ann, row(2027, RowKind::CarryOver, 10, "2027-01-01")),
            sick.clone(),
            new(bob, given),
        ]).await;
        append(store, &[]).await;
        let annual_of = |user, row| (user, seed(1), row);
        let of_2026 = [
            annual_of(ann, row(2026, RowKind::Allocation, 37, "2026-06-15")),
            annual_of(ann, row(2026, RowKind::Allocation, -1, "2026-06-16")),
        ];
        let later = annual_of(ann, row(2027, RowKind::CarryOver, 10, "2027-01-01"));
        let sick = (ann, seed(2), sick.row);
        let unit = begin(store).await;
        let rows = async |people: &[UserId]| sorted(unit.leave_ledger().rows(people).await.unwrap());
        assert_eq!(rows(&[ann, eve]).await, [of_2026[0], of_2026[1], later, sick]);
        assert_eq!(rows(&[eve, bob]).await, [annual_of(bob, given)]);
        assert_eq!(rows(&[]).await, []);
        drop(unit);

        deactivate(store, bob).await;
        let in_year = async |whose, year| sorted(LeaveLedgerReads::rows_in(store, whose, year).await.unwrap());
        assert_eq!(in_year(LeaveOf::Person(ann), 2026).await, [of_2026[0], of_2026[1], sick]);
        assert_eq!(in_year(LeaveOf::Person(bob), 2026).await, [annual_of(bob, given)], "whatever they are now");
        assert_eq!(in_year(LeaveOf::ActiveEmployees, 2026).await, [of_2026[0], of_2026[1], sick]);
        assert_eq!(in_year(LeaveOf::ActiveEmployees, 2027).await, [later]);
    }

    async fn the_ledger_of_a_person_comes_by_date_with_the_names_of_all(store: &AnyEngine) {
        let (ann, hal) = (person(store, Role::Employee, None).await, named(store, Role::Hr, None, "Hal", "Rose").await);
        let given = new(ann, row(2026, RowKind::Allocation, 40, "2026-06-15"));
        let more = NewLedgerRow {
            note: Some("Moved in".into()),
            by: Some(hal),
            created_at: later(60),
            ..new(ann, row(2026, RowKind::Adjustment, 3, "2026-06-15"))
        };
        let sick = NewLedgerRow { leave_type: seed(2), ..new(ann, row(2026, RowKind::Allocation, 20, "2026-06-15")) };
        let expired = new(ann, row(2026, RowKind::Expiry, -4, "2026-04-01"));
        let next = new(ann, row(2027, RowKind::Allocation, 40, "2026-06-15"));
        append(store, &[given.clone(), next, more.clone(), sick.clone()]).await;
        append(store, &[expired.clone(), new(hal, given.row)]).await;
        let view = |new: &NewLedgerRow, type_name: &str, by: Option<FullName>| LedgerRowView {
            id: new.id,
            leave_type: new.leave_type,
            type_name: type_name.into(),
            row: new.row,
            note: new.note.clone(),
            request: None,
            by,
            created_at: new.created_at,
        };
        let annual = "Annual Leave";
        let by = Some(FullName { first: "Hal".into(), last: "Rose".into() });
        let all = [view(&expired, annual, None), view(&given, annual, None), view(&more, annual, by), view(&sick, "Sick Leave", None)];
        assert_eq!(store.ledger(ann, 2026, None).await.unwrap(), all);
        assert_eq!(store.ledger(ann, 2026, Some(seed(2))).await.unwrap(), all[3..]);
        assert_eq!(store.ledger(ann, 2025, None).await.unwrap(), []);
    }

    async fn the_opening_balance_that_nobody_took_back_holds_and_no_two_have_one_number(store: &AnyEngine) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let opened = |user, year, number, half_days, note: &str| NewLedgerRow {
            opening_number: Some(number),
            note: Some(note.into()),
            ..new(user, row(year, RowKind::Opening, half_days, "2026-06-15"))
        };
        let sick = NewLedgerRow { leave_type: seed(2), ..opened(ann, 2026, 1, 3, "Sick") };
        append(store, &[opened(ann, 2026, 1, 10, "Ghent"), opened(ann, 2027, 1, 4, "Ahead"), opened(bob, 2026, 1, 7, "Bob"), sick]).await;
        append(store, &[opened(ann, 2026, -1, -10, REPLACED), opened(ann, 2026, 2, -5, "Debt")]).await;
        append(store, &[new(ann, row(2026, RowKind::Adjustment, 2, "2026-06-15"))]).await;
        let key = |of: &OfAccount<EnteredOpening>| (of.leave_type, of.what.opening.year);
        let unit = begin(store).await;
        let mut found = unit.leave_ledger().openings(&[ann]).await.unwrap();
        drop(unit);
        found.sort_by_key(key);
        let told: Vec<_> = found.iter().map(|of| {
            let EnteredOpening { number, opening: Opening { year, days, note } } = &of.what;
            (of.user, of.leave_type, *year, *number, days.half_days(), note.as_deref().unwrap())
        }).collect();
        assert_eq!(told, [
            (ann, seed(1), 2026, 2, -5, "Debt"),
            (ann, seed(1), 2027, 1, 4, "Ahead"),
            (ann, seed(2), 2026, 1, 3, "Sick"),
        ]);
        let mut read = LeaveLedgerReads::openings_of(store, &[bob, ann]).await.unwrap();
        read.retain(|of| of.user == ann);
        read.sort_by_key(key);
        assert_eq!(read, found);
        // Of two who replace the same one at once, the second is refused.
        for again in [opened(ann, 2026, 2, 8, "Other"), opened(ann, 2026, -1, -10, REPLACED)] {
            let refused = done(store, async |unit| unit.leave_ledger().append(std::slice::from_ref(&again)).await).await;
            assert!(refused.is_err(), "{again:?}");
        }
    }

    async fn active_employees_have_leave(store: &AnyEngine, subject: &Subject) {
        let mona = person(store, Role::Manager, None).await;
        let mut staff = vec![
            named(store, Role::Employee, Some(mona), "Zoe", "Abel").await,
            named(store, Role::Employee, None, "ann", "Zorn").await,
            named(store, Role::Employee, None, "Ann", "Abel").await,
        ];
        let left = person(store, Role::Employee, None).await;
        deactivate(store, left).await;
        set(subject, staff[1], "is_blocked = true").await;
        let everybody = store.everybody().await.unwrap();
        let names: Vec<String> = everybody.iter().map(|(person, _)| person.name.to_string()).collect();
        assert_eq!(names, ["Ann Abel", "ann Zorn", "Zoe Abel"]);
        assert!(everybody.iter().all(|(_, department)| department.as_deref() == Some("Works")));

        let first = LeaveHolder { user: staff[0], joining_date: Some(day("2026-01-05")), manager: Some(mona) };
        staff.sort_unstable();
        let unit = begin(store).await;
        let ledger = unit.leave_ledger();
        let mut found = ledger.holders(&[left, mona, staff[0], staff[1], staff[2]]).await.unwrap();
        found.sort_by_key(|holder| holder.user);
        assert_eq!(users(&found), staff);
        assert!(found.contains(&first));
        assert_eq!(ledger.holders(&[left]).await.unwrap(), []);
        let page = ledger.lock_next_holders(None, 2).await.unwrap();
        assert_eq!(users(&page), staff[..2], "in the order of ids");
        let rest = ledger.lock_next_holders(Some(staff[1]), 2).await.unwrap();
        assert_eq!(users(&rest), staff[2..]);
        assert_eq!(ledger.lock_next_holders(Some(staff[2]), 2).await.unwrap(), []);
    }
}

/// Both ways in which people are locked, each with what was entered for them.
pub(crate) async fn locked(unit: &dyn UnitOfWork, user: UserId) -> usize {
    unit.leave_ledger().lock_people(&[user]).await.unwrap();
    unit.leave_ledger().rows(&[user]).await.unwrap().len()
}

pub(crate) async fn next_locked(unit: &dyn UnitOfWork, user: UserId) -> usize {
    unit.leave_ledger().lock_next_holders(None, 500).await.unwrap();
    unit.leave_ledger().rows(&[user]).await.unwrap().len()
}

fn day_by_day(status: LeaveStatus, dates: &[&str]) -> Vec<LeaveUse> {
    dates.iter().map(|date| LeaveUse { date: day(date), days: LeaveDays::whole(1), status }).collect()
}

fn terms(_: i32) -> LeaveTerms {
    LeaveTerms { annual: Some(LeaveDays::whole(20)), carry_over: LeaveDays::whole(5), carry_over_until: Some(3) }
}

fn account<'a>(rows: &'a [LedgerRow], uses: &'a [LeaveUse]) -> LeaveAccount<'a> {
    LeaveAccount { rows, uses, terms: &terms }
}

on_databases! {
    /// What was entered is never changed or deleted by anybody.
    async fn the_ledger_is_never_rewritten(database: &TestDatabase, store: &Database) {
        let ann = person(store, Role::Employee, None).await;
        append(store, &[new(ann, row(2026, RowKind::Allocation, 34, "2026-06-15"))]).await;
        for wrong in [
            "UPDATE leave_ledger SET half_days = 40",
            "UPDATE leave_ledger SET note = 'Better'",
            "DELETE FROM leave_ledger",
        ] {
            let refused = execute(database, wrong).await.expect_err(wrong);
            assert!(refused.contains("append-only"), "{wrong}: {refused}");
        }
        only_ever_added_to(database, "leave_ledger").await;
        let unnumbered = new(ann, row(2026, RowKind::Opening, 2, "2026-06-15"));
        assert!(done(store, async |unit| unit.leave_ledger().append(std::slice::from_ref(&unnumbered)).await).await.is_err());
        append(store, &[NewLedgerRow { opening_number: Some(1), ..unnumbered }]).await;
        if !database.is_postgres() {
            let columns = "user_id, leave_type_id, year, kind, half_days, date, created_at, opening_number";
            let replacing = format!("INSERT OR REPLACE INTO leave_ledger (id, {columns}) SELECT randomblob(16), {columns} FROM leave_ledger WHERE kind = 'opening'");
            assert!(execute(database, &replacing).await.unwrap_err().contains("append-only"));
        }
        assert_eq!(LeaveLedgerReads::rows_in(store, LeaveOf::Person(ann), 2026).await.unwrap().len(), 2);
    }

    /// A balance comes to the same with the sums as with each day.
    async fn days_are_put_together_by_month_status_and_whether_they_are_over(database: &TestDatabase, store: &Database) {
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let (taken, waiting) = (
            ["2026-03-30", "2026-03-31", "2026-04-01", "2026-06-11", "2026-06-15", "2026-06-16", "2026-12-31"],
            ["2026-06-17", "2027-01-04"],
        );
        for (user, status, dates) in [
            (ann, LeaveStatus::Approved, &taken[..]),
            (ann, LeaveStatus::Pending, &waiting),
            (bob, LeaveStatus::CancellationAsked, &["2026-06-15"]),
        ] {
            for date in dates {
                crate::leave_days::taken(store, user, date, date, DayPart::Full, status).await;
            }
        }
        execute(database, "UPDATE leave_halves SET counts = FALSE WHERE date = '2026-06-11'").await.unwrap();
        let taken = taken.into_iter().filter(|date| *date != "2026-06-11").collect::<Vec<_>>();
        let each: Vec<LeaveUse> =
            [day_by_day(LeaveStatus::Approved, &taken), day_by_day(LeaveStatus::Pending, &waiting)].concat();

        let rows = [row(2026, RowKind::Allocation, 40, "2026-01-01"), row(2026, RowKind::CarryOver, 10, "2026-01-01")];
        let found = |uses: &[OfAccount<LeaveUse>]| uses.iter().filter(|of| of.user == ann && of.leave_type == seed(1)).map(|of| of.what).collect::<Vec<_>>();
        for today in ["2026-01-01", "2026-03-31", "2026-06-15", "2027-02-01"] {
            let today = day(today);
            let unit = begin(store).await;
            let uses = found(&unit.leave_ledger().uses(&[ann], today).await.unwrap());
            drop(unit);
            assert!(uses.len() < each.len(), "{uses:?}");
            for year in [2026, 2027] {
                let expected = account(&rows, &each).balance(year, today);
                assert_eq!(account(&rows, &uses).balance(year, today), expected, "{year} on {today}");
                let in_year = found(&store.uses_in(LeaveOf::Person(ann), year, today).await.unwrap());
                assert_eq!(account(&rows, &in_year).balance(year, today), expected, "{year} on {today}");
            }
            assert_eq!(account(&rows, &uses).missing_settlement(today), account(&rows, &each).missing_settlement(today));
        }
        let all = store.uses_in(LeaveOf::ActiveEmployees, 2026, day("2026-06-15")).await.unwrap();
        let of_bob: Vec<LeaveUse> = all.iter().filter(|of| of.user == bob).map(|of| of.what).collect();
        assert_eq!(of_bob, day_by_day(LeaveStatus::CancellationAsked, &["2026-06-15"]));
        assert_eq!(found(&store.uses_in(LeaveOf::Person(bob), 2026, day("2026-06-15")).await.unwrap()), []);
    }
}
