use super::*;
use domain::month::{Blocker, CheckResult, DifferenceKind};

fn all(blocker: Option<Blocker>, search: Option<&str>) -> ReadinessQuery {
    ReadinessQuery { blocker, search: search.map(str::to_owned), page: 1, limit: 20 }
}

/// Something of each kind is open.
fn open() -> State {
    with(|state| {
        put(state, ANN, "2026-06-30", Status::Pending);
        put(state, ANN, "2026-06-29", Status::Pending);
        put(state, BEN, "2026-06-23", Status::Rejected);
        freeze(state, BEN, "2026-06-08");
        state.people.extend(State::of(&[(3, Role::Employee)]).people);
        state.person(3).service = vec![domain::person::service::ServicePeriod::since(day("2026-06-29"))];
        state.person(3).record.department = Some("Works".into());
    })
}

#[tokio::test]
async fn the_months_of_a_year_are_listed_with_how_they_stand() {
    let fakes = in_july(with(|state| {
        state.close(Month::new(2019, 3).unwrap(), &[]);
        state.close(Month::new(2026, 4).unwrap(), &[]);
    }));
    close_june(&fakes).await;
    let found = list(&fakes.ports(), &hr(), None).await.unwrap();
    assert_eq!(found.years, [2026, 2025, 2024, 2023, 2022, 2019]);
    let lines: Vec<_> = found
        .months
        .iter()
        .map(|line| (line.view.month.to_string(), line.view.state, line.is_over, line.view.newest.is_some()))
        .collect();
    let line = |month: &str, state, is_over, has| (month.to_owned(), state, is_over, has);
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[0], line("2026-07", MonthState::Open, false, false));
    assert_eq!(lines[1], line("2026-06", MonthState::Closed, true, true));
    assert_eq!(lines[2], line("2026-05", MonthState::Open, true, false));
    assert_eq!(lines[3], line("2026-04", MonthState::Closed, true, true));
    let older = list(&fakes.ports(), &hr(), Some(2019)).await.unwrap().months;
    assert_eq!((older.len(), older[9].view.state, older[0].view.state), (12, MonthState::Closed, MonthState::Open));
}

#[tokio::test]
async fn readiness_counts_what_keeps_people() {
    let fakes = in_july(open());
    let page = read(&fakes.ports(), &hr(), "2026-06").await.unwrap();
    assert_eq!((page.line.view.state, page.revisions.len()), (MonthState::Open, 0));
    let expected = Readiness {
        employees: 3,
        ready: 1,
        blocked: 2,
        pending_entries: 2,
        rejected_entries: 1,
        frozen_days: 1,
        pending_leave: 0,
        nobody_can_decide: 0,
        missing_days: 2,
        missing_salary: 1,
    };
    assert_eq!(page.readiness, Some(expected));
    close_june(&fakes).await;
    let page = read(&fakes.ports(), &hr(), "2026-06").await.unwrap();
    assert_eq!((page.readiness, page.revisions.len()), (None, 1));
    assert_eq!(readiness(&fakes.ports(), &hr(), "2026-06", all(None, None)).await, Ok((vec![], 0)));
}

#[tokio::test]
async fn who_is_not_ready_comes_first_and_can_be_searched_for() {
    let fakes = in_july(open());
    let found = async |query| {
        let (rows, total) = readiness(&fakes.ports(), &hr(), "2026-06", query).await.unwrap();
        (rows.into_iter().map(|row| row.person.id).collect::<Vec<_>>(), total)
    };
    assert_eq!(found(all(None, None)).await, (vec![user(ANN), user(BEN), user(3)], 3));
    let second = ReadinessQuery { page: 2, limit: 2, ..all(None, None) };
    assert_eq!(found(second).await, (vec![user(3)], 3));
    assert_eq!(found(all(Some(Blocker::PendingEntries), None)).await, (vec![user(ANN)], 1));
    assert_eq!(found(all(Some(Blocker::FrozenDays), None)).await, (vec![user(BEN)], 1));
    assert_eq!(found(all(Some(Blocker::NobodyCanDecide), None)).await, (vec![], 0));
    for search in ["last3", "EMP1003", "works"] {
        assert_eq!(found(all(None, Some(search))).await, (vec![user(3)], 1), "{search}");
    }
    let (rows, _) = readiness(&fakes.ports(), &hr(), "2026-06", all(None, Some("last2"))).await.unwrap();
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!(row.manager.as_ref().map(|(id, _)| *id), Some(user(MANAGER)));
    assert_eq!((&row.blockers.rejected, &row.blockers.frozen), (&vec![day("2026-06-23")], &vec![day("2026-06-08")]));
}

fn rows(revision: Option<u32>, search: Option<&str>) -> PayrollQuery {
    PayrollQuery { revision, search: search.map(str::to_owned), page: 1, limit: 20 }
}

#[tokio::test]
async fn payroll_shows_the_rows_of_a_revision_with_the_totals_of_all() {
    let fakes = in_july(with(|state| state.salaries.retain(|(owner, _), _| *owner != user(BEN))));
    let ports = fakes.ports();
    let said = async |query| sentence(payroll(&ports, &hr(), "2026-06", query).await);
    assert_eq!(said(rows(None, None)).await, "There is no payroll for June 2026 yet");
    assert_eq!(said(rows(Some(1), None)).await, "There is no payroll for June 2026 yet");
    close_june(&fakes).await;
    assert_eq!(said(rows(Some(2), None)).await, "Revision not found");
    let page = payroll(&ports, &hr(), "2026-06", rows(None, Some("last1"))).await.unwrap();
    assert_eq!((page.rows.len(), page.total, page.revision.revision), (1, 1, 1));
    let totals = page.totals;
    assert_eq!((totals.employees, totals.payable, totals.missing_salary), (2, 88, 1));
    assert_eq!((totals.monthly_base, totals.gross), (436_671, 436_671));
}

#[tokio::test]
async fn differences_name_those_whose_row_is_another_one() {
    let fakes = in_july(with(|state| freeze(state, BEN, "2026-06-30")));
    let ports = fakes.ports();
    close_june(&fakes).await;
    assert_eq!(sentence(differences(&ports, &hr(), "nonsense", (2, 2), 1, 20).await), "from must be lower than to");
    assert_eq!(sentence(differences(&ports, &hr(), "2026-06", (1, 2), 1, 20).await), "Revision not found");
    reopen(&ports, &hr(), "2026-06", "Why").await.unwrap();
    fakes.memory.change(|state| {
        put(state, BEN, "2026-06-30", Status::Approved);
        state.people.extend(State::of(&[(3, Role::Employee)]).people);
        put(state, 3, "2026-06-15", Status::Approved);
    });
    close_june(&fakes).await;
    let found = differences(&ports, &hr(), "2026-06", (1, 2), 1, 20).await.unwrap();
    assert_eq!((found.added, found.removed, found.changed, found.unchanged, found.total()), (1, 0, 1, 1, 2));
    let [ben, new] = found.differences.as_slice() else { panic!("{found:?}") };
    assert_eq!((ben.employee_id.number(), ben.kind, new.kind), (1002, DifferenceKind::Changed, DifferenceKind::Added));
    let fields: Vec<_> = ben.fields.iter().map(|of| (of.field, of.from.as_str(), of.to.as_str())).collect();
    assert_eq!(fields[0], ("Approved Days", "21.0", "22.0"));
    assert_eq!((found.from.employees, found.to.employees), (2, 3));
    let second = differences(&ports, &hr(), "2026-06", (1, 2), 2, 1).await.unwrap();
    assert_eq!((second.differences.as_slice(), second.total()), (&found.differences[1..], 2));
}

#[tokio::test]
async fn a_checksum_is_known_again_as_what_it_is() {
    let fakes = in_july(full());
    close_june(&fakes).await;
    let checksum = fakes.state().months[&june()].revisions[0].made.checksum.clone();
    let ports = fakes.ports();
    let typed = async |typed: &str| check(&ports, &hr(), Submitted::Checksum(typed.to_owned())).await;
    let spaced = format!(" {}\r\n{} ", checksum[..32].to_uppercase(), &checksum[32..]);
    let is = |result, found| Ok(Checked { result, found });
    assert_eq!(typed(&spaced).await, is(CheckResult::Current, Some((june(), 1))));
    assert_eq!(typed(&"0".repeat(64)).await, is(CheckResult::Unknown, None));
    assert_eq!(sentence(typed(&checksum[1..]).await), "Enter the 64 characters of a checksum");
    let file = export_csv(&ports, &hr(), "2026-06", None).await.unwrap();
    let file: Vec<u8> = file.pieces.map(Result::unwrap).collect::<Vec<_>>().concat();
    let sent = async |bytes: Vec<u8>| check(&ports, &hr(), Submitted::File(bytes)).await;
    assert_eq!(sent(file.clone()).await, is(CheckResult::Current, Some((june(), 1))));
    let changed = String::from_utf8(file.clone()).unwrap().replacen("44.0", "45.0", 1).replacen("22.0", "23.0", 1);
    assert_eq!(sent(changed.into_bytes()).await, is(CheckResult::Changed, Some((june(), 1))));
    assert_eq!(sent(b"a,b\r\n1,2\r\n".to_vec()).await, is(CheckResult::Unknown, None));
    assert_eq!(sent(vec![0xff, 0xfe]).await, is(CheckResult::Unknown, None));
    reopen(&ports, &admin(), "2026-06", "Why").await.unwrap();
    assert_eq!(sent(file).await, is(CheckResult::Superseded, Some((june(), 1))));
    close_june(&fakes).await;
    assert_eq!(typed(&checksum).await, is(CheckResult::Superseded, Some((june(), 1))));
}

#[tokio::test]
async fn an_employee_reads_statement_and_receipt_while_the_month_is_closed() {
    let (fakes, printed) = printing(in_july(full()));
    let (ports, ann) = (fakes.ports(), caller(ANN, Role::Employee));
    assert_eq!(statements(&ports, &ann, 1, 20).await, Ok((vec![], 0)));
    close_june(&fakes).await;
    let (found, total) = statements(&ports, &ann, 1, 20).await.unwrap();
    assert_eq!((found[0].month, found[0].revision, found[0].row.figures.payable(), total), (june(), 1, 44, 1));
    let paper = receipt(&ports, &ann, "2026-06").await.unwrap();
    assert_eq!((paper.month, paper.revision, paper.employee_id.number()), (june(), 1, 1001));
    let report = printed.lock().unwrap().take().unwrap();
    assert_eq!(report.asked_by, user(ANN));
    assert_eq!(report.table.rows.count(), 22, "each entry");
    assert_eq!(sentence(receipt(&ports, &ann, "2026-05").await), "There is no statement for May 2026");
    let stranger = caller(44, Role::Employee);
    assert_eq!(sentence(receipt(&ports, &stranger, "2026-06").await), "There is no statement for June 2026");
    reopen(&ports, &hr(), "2026-06", "Why").await.unwrap();
    assert_eq!(statements(&ports, &ann, 1, 20).await, Ok((vec![], 0)));
    assert_eq!(sentence(receipt(&ports, &ann, "2026-06").await), "There is no statement for June 2026");
}
