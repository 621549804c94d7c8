//! Reading months, their revisions and rows.

use application::ports::{MonthReads, PayrollTotals};
use domain::access::{Leads, Scope};
use domain::id::UserId;
use domain::month::{Figures, MonthState, Pay, PayrollRow};
use domain::person::{FullName, Role, Salary};
use domain::time::Month;

use crate::engines::set;
use crate::months::{begun, closed, found, june, may, new_close, reopened, row, rows};
use crate::support::{day, later, led_by, named, person};

fn month(year: i32, number: u32) -> Month {
    Month::new(year, number).unwrap()
}

fn ids(rows: &[PayrollRow]) -> Vec<UserId> {
    rows.iter().map(|row| row.user).collect()
}

on_every_engine! {
    async fn months_come_by_year_with_what_became_of_them(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        for (year, number) in [(2026, 2), (2025, 12), (2026, 1), (2027, 1), (2026, 12)] {
            closed(store, month(year, number), hal, &[]).await;
        }
        reopened(store, month(2026, 2), hal).await;
        assert!(begun(store, june(), new_close()).await);
        let of = async |year| {
            let found = store.months_of(year).await.unwrap();
            found.into_iter().map(|view| (view.month.to_string(), view.state, view.newest.map(|newest| newest.revision))).collect::<Vec<_>>()
        };
        let line = |text: &str, state, newest| (text.to_owned(), state, newest);
        let expected = [
            line("2026-01", MonthState::Closed, Some(1)),
            line("2026-02", MonthState::Reopened, Some(1)),
            line("2026-06", MonthState::Closing, None),
            line("2026-12", MonthState::Closed, Some(1)),
        ];
        assert_eq!(of(2026).await, expected);
        assert_eq!(of(2025).await, [line("2025-12", MonthState::Closed, Some(1))]);
        assert_eq!(of(2024).await, []);
        assert_eq!(store.years_closed().await, Ok(vec![2025, 2026, 2027]));
        let all: Vec<String> = store.all_closed().await.unwrap().iter().map(Month::to_string).collect();
        assert_eq!(all, ["2025-12", "2026-01", "2026-12", "2027-01"], "oldest first");
    }

    async fn closed_months_of_a_span_come_with_their_newest_revision(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        for month in [june(), month(2026, 4), may()] {
            closed(store, month, hal, &[]).await;
        }
        reopened(store, june(), hal).await;
        closed(store, june(), hal, &[]).await;
        reopened(store, may(), hal).await;
        let between = async |from: &str, to: &str| {
            let found = store.closed_between(day(from), day(to)).await.unwrap();
            found.into_iter().map(|(month, revision, at)| (month.to_string(), revision, at)).collect::<Vec<_>>()
        };
        let (april, june) = (("2026-04".to_owned(), 1, later(1)), ("2026-06".to_owned(), 2, later(2)));
        assert_eq!(between("2026-04-30", "2026-06-01").await, [april.clone(), june.clone()], "in order");
        assert_eq!(between("2026-05-01", "2026-06-01").await, [june]);
        assert_eq!(between("2026-04-15", "2026-04-15").await, [april]);
        assert_eq!(between("2026-05-01", "2026-05-31").await, []);
    }

    async fn a_row_reads_back_as_it_was_added(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let people = [person(store, Role::Employee, None).await, person(store, Role::Employee, None).await, person(store, Role::Employee, None).await];
        let mut all = rows(store, &people).await;
        all[0].name = FullName { first: "Zoë \"Z\"".into(), last: "O'Brien 😀".into() };
        all[0].department = None;
        all[0].figures = Figures::default();
        let most = Salary::from_cents(9_007_199_254_740_991).unwrap_or(Salary::from_cents(0).unwrap());
        all[0].pay = Some(Pay { annual: most, since: None, monthly_base: most.cents(), gross: 0 });
        all[1].pay = None;
        all[1].department = Some("=1+1, \"Bridges\"\nNorth".into());
        let mixed = [all[2].clone(), all[0].clone(), all[1].clone()];
        closed(store, june(), hal, &mixed).await;
        assert_eq!(store.rows_after(june(), 1, None, 10).await, Ok(all.clone()), "by employee ID");
        assert_eq!(store.rows_after(june(), 1, None, 2).await, Ok(all[..2].to_vec()));
        assert_eq!(store.rows_after(june(), 1, Some(all[0].employee_id), 5).await, Ok(all[1..].to_vec()));
        assert_eq!(store.rows_after(june(), 1, Some(all[2].employee_id), 5).await, Ok(vec![]));
        for (month, revision) in [(june(), 2), (may(), 1)] {
            assert_eq!(store.rows_after(month, revision, None, 5).await, Ok(vec![]), "{month} {revision}");
        }
        for row in &all {
            let own = store.own_row(row.user, june()).await.unwrap().unwrap();
            assert_eq!(&own.row, row);
        }
    }

    async fn a_revision_keeps_what_its_papers_say(store: &AnyEngine, subject: &Subject) {
        let hal = named(store, Role::Hr, None, "Hal", "Human").await;
        let ann = person(store, Role::Employee, None).await;
        let new = closed(store, june(), hal, &[row(store, ann).await]).await;
        set(subject, hal, "first_name = 'Harold'").await;
        let kept = store.revisions(june()).await.unwrap().remove(0);
        assert_eq!((kept.closed_by.1.to_string(), &kept.imprint), ("Hal Human".to_owned(), &new.imprint));
        assert_eq!(store.month(june()).await.unwrap().newest, Some(kept));
        assert_eq!(store.own_row(ann, june()).await.unwrap().unwrap().imprint, new.imprint);
    }

    async fn rows_are_found_by_name_employee_id_and_department(store: &AnyEngine, subject: &Subject) {
        let hal = person(store, Role::Hr, None).await;
        let mut all = Vec::new();
        for (first, last, department) in [("Émile", "Straße", "50% Works"), ("Ann", "Zoe", "Bridges"), ("Bob", "Abel", "works_a")] {
            let mut row = row(store, person(store, Role::Employee, None).await).await;
            (row.name, row.department) = (FullName { first: first.into(), last: last.into() }, Some(department.into()));
            all.push(row);
        }
        let page = async |search: Option<&str>, page, limit| {
            let (rows, total) = store.rows_page(june(), 1, search, page, limit).await.unwrap();
            (ids(&rows), total)
        };
        closed(store, june(), hal, &all).await;
        let users = ids(&all);
        assert_eq!(page(None, 1, 2).await, (users[..2].to_vec(), 3));
        assert_eq!(page(None, 2, 2).await, (users[2..].to_vec(), 3));
        assert_eq!(page(None, 3, 2).await, (vec![], 3));
        let number = all[1].employee_id.to_string().to_lowercase();
        for (search, expected) in [
            ("STRASSE", &users[..1]),
            ("émile str", &users[..1]),
            (number.as_str(), &users[1..2]),
            ("bridges", &users[1..2]),
            ("50%", &users[..1]),
            ("s_a", &users[2..]),
            ("nobody", &[]),
        ] {
            assert_eq!(page(Some(search), 1, 10).await, (expected.to_vec(), u32::try_from(expected.len()).unwrap()), "{search}");
        }
        assert_eq!(page(Some("works"), 2, 1).await, (users[2..].to_vec(), 2));
        // What somebody is called later is not looked at.
        set(subject, users[0], "is_active = false").await;
        assert_eq!(store.rows_page(june(), 2, None, 1, 10).await, Ok((vec![], 0)));
    }

    async fn totals_leave_out_the_amounts_of_those_who_have_none(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let people = [person(store, Role::Employee, None).await, person(store, Role::Employee, None).await, person(store, Role::Employee, None).await];
        let mut all = rows(store, &people).await;
        let free = Salary::from_cents(0).unwrap();
        all[0].pay = Some(Pay { annual: free, since: None, monthly_base: 0, gross: 0 });
        all[1].pay = None;
        closed(store, june(), hal, &all).await;
        let totals = store.totals(june(), 1).await.unwrap();
        assert_eq!((totals.employees, totals.missing_salary), (3, 1));
        assert_eq!((totals.payable, totals.monthly_base, totals.gross), (3 * 23, 300_000, 150_000));
        assert_eq!(store.totals(june(), 2).await, Ok(PayrollTotals::default()));
    }

    async fn rows_of_people_in_scope_come_by_the_name_they_had(store: &AnyEngine, subject: &Subject) {
        let (boss, other) = (person(store, Role::Manager, None).await, person(store, Role::Manager, None).await);
        let mut all = Vec::new();
        for (first, last) in [("zoe", "Young"), ("Émile", "Abel"), ("Ann", "Zola")] {
            all.push(row(store, named(store, Role::Employee, Some(boss), first, last).await).await);
        }
        all[2].name = FullName { first: "Dora".into(), last: "Zola".into() };
        let [zoe, emile, ann] = [all[0].user, all[1].user, all[2].user];
        person(store, Role::Employee, Some(boss)).await;
        closed(store, june(), other, &all).await;
        let of = async |scope: &Scope| ids(&MonthReads::rows_in(store, june(), 1, scope).await.unwrap());
        assert_eq!(of(&Scope::Everyone).await, [ann, zoe, emile], "Dora, zoe, Émile");
        assert_eq!(of(&Scope::Team(Leads::own(boss))).await, [ann, zoe, emile]);
        led_by(store, emile, Some(other)).await;
        assert_eq!(of(&Scope::Team(Leads::own(boss))).await, [ann, zoe], "who is in the team now");
        assert_eq!(of(&Scope::Team(Leads::own(other))).await, [emile]);
        assert_eq!(of(&Scope::Team(Leads::standing_in_for(other, [boss]))).await, [ann, zoe, emile]);
        assert_eq!(of(&Scope::Own(zoe)).await, [zoe]);
        assert_eq!(of(&Scope::Own(boss)).await, []);
        set(subject, ann, "is_active = false").await;
        assert_eq!(of(&Scope::Everyone).await.len(), 3, "whatever they are now");
    }

    async fn a_revision_is_found_by_its_checksum(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let first = closed(store, june(), hal, &[]).await;
        reopened(store, june(), hal).await;
        let second = closed(store, june(), hal, &[]).await;
        let third = closed(store, may(), hal, &[]).await;
        for (checksum, expected) in [
            (first.checksum, Some((june(), 1))),
            (second.checksum, Some((june(), 2))),
            (third.checksum, Some((may(), 1))),
            (found(june(), 3, hal, 0).checksum, None),
        ] {
            assert_eq!(store.by_checksum(&checksum).await, Ok(expected), "{checksum}");
        }
    }

    async fn own_rows_are_those_of_months_that_are_closed_now(store: &AnyEngine) {
        let hal = person(store, Role::Hr, None).await;
        let (ann, bob) = (person(store, Role::Employee, None).await, person(store, Role::Employee, None).await);
        let both = rows(store, &[ann, bob]).await;
        let mut newest = None;
        for number in [4, 6, 5, 3] {
            newest = Some(closed(store, month(2026, number), hal, &both).await);
        }
        reopened(store, may(), hal).await;
        reopened(store, june(), hal).await;
        let again = closed(store, june(), hal, &both[..1]).await;
        let own = async |user, page, limit| {
            let (rows, total) = store.own_rows(user, page, limit).await.unwrap();
            (rows.iter().map(|own| (own.month.to_string(), own.revision)).collect::<Vec<_>>(), total)
        };
        let line = |text: &str, revision| (text.to_owned(), revision);
        let all = [line("2026-06", 2), line("2026-04", 1), line("2026-03", 1)];
        assert_eq!(own(ann, 1, 2).await, (all[..2].to_vec(), 3), "the newest month first");
        assert_eq!(own(ann, 2, 2).await, (all[2..].to_vec(), 3));
        assert_eq!(own(ann, 3, 2).await, (vec![], 3));
        assert_eq!(own(bob, 1, 10).await, (all[1..].to_vec(), 2), "not in the newest revision of June");
        assert_eq!(own(hal, 1, 10).await, (vec![], 0));
        let june_of = store.own_row(ann, june()).await.unwrap().unwrap();
        assert_eq!((june_of.month, june_of.revision), (june(), 2));
        assert_eq!((june_of.closed_at, june_of.checksum, june_of.row), (again.closed_at, again.checksum, both[0].clone()));
        let march = store.own_row(bob, month(2026, 3)).await.unwrap().unwrap();
        assert_eq!((march.closed_at, march.checksum), newest.map(|new| (new.closed_at, new.checksum)).unwrap());
        assert_eq!((store.own_row(bob, june()).await, store.own_row(ann, may()).await), (Ok(None), Ok(None)));
    }
}
