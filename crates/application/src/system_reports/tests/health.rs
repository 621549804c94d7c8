use super::*;
use crate::memory::KeptMonth;
use crate::ports::MonthCheck;
use domain::time::Month;

#[tokio::test]
async fn a_portal_in_order_has_nothing_found() {
    let mut state = organisation();
    all_ran(&mut state);
    state.person(4).record.manager = Some(user(7));
    let fakes = Fakes::over(state);
    let report = health(&fakes.ports(), &admin()).await.unwrap();
    assert_eq!(report.as_of, fakes.now);
    let mut checks = Check::ALL.to_vec();
    checks.retain(|check| *check != Check::WithoutJoiningDate);
    assert_eq!(report.findings.iter().map(|finding| finding.check).collect::<Vec<_>>(), checks);
    assert!(report.findings.iter().all(|finding| finding.count == 0 && finding.items.is_empty()), "{report:?}");
    assert_eq!(fakes.memory.calls().len(), 10, "{:?}", fakes.memory.calls());
}

#[tokio::test]
async fn what_needs_attention_is_counted_and_named_with_its_links() {
    let mut state = organisation();
    all_ran(&mut state);
    state.person(8).record.standing.is_blocked = true;
    state.person(1).record.department = None;
    state.person(2).is_first_login = true;
    state.person(5).is_first_login = true;
    state.person(5).temporary_since = Some(at("2026-06-01T08:00:00Z"));
    for (n, since) in [(1, "2026-05-27T12:00:00Z"), (2, "2026-05-26T12:00:00Z"), (3, "2026-05-20T12:00:00Z")] {
        waits(&mut state, n, n, "2026-06-01", since);
    }
    let may = Month::new(2026, 5).unwrap();
    state.close(may, &[]);
    let check =
        MonthCheck { checked_at: at("2026-06-10T03:00:00Z"), differences: 1, checksum_holds: true, samples: vec![] };
    state.months.entry(may).and_modify(|kept: &mut KeptMonth| kept.check = Some(check));
    let fakes = Fakes::over(state);
    let report = health(&fakes.ports(), &admin()).await.unwrap();
    let person = |n: u32| (format!("First{n} Last{n} (EMP100{n})"), format!("/admin/users?search=EMP100{n}"));
    for (check, found) in [
        (Check::WithoutManager, (2, vec![person(3), person(4)])),
        (Check::BlockedManagers, (1, vec![person(8)])),
        (Check::WithoutDepartment, (1, vec![person(1)])),
        (Check::TemporaryPasswords, (1, vec![person(2)])),
        (Check::LongWaiting, (2, vec![])),
        (Check::DriftedMonths, (1, vec![("May 2026".into(), "/admin/payroll?month=2026-05".into())])),
        (Check::AuditBreaks, (0, vec![])),
    ] {
        assert_eq!(finding(&report, check), found, "{}", check.label());
    }

    let (fakes, written) = writing(fakes);
    assert_eq!(health_csv(&fakes.ports(), &admin()).await.unwrap().name, "System_Health_2026-06-10.csv");
    assert_eq!(
        lines(&written)[..4],
        [
            "Check,Count,Found,Link",
            "Employees without a manager who can act,2,First3 Last3 (EMP1003),/admin/users?search=EMP1003",
            "Employees without a manager who can act,2,First4 Last4 (EMP1004),/admin/users?search=EMP1004",
            "Blocked managers with a team and no substitute,1,First8 Last8 (EMP1008),/admin/users?search=EMP1008",
        ]
    );
    assert_eq!(lines(&written)[6], "Entries waiting longer than 14 days,2,,/admin/system-reports?tab=approvals");
}

#[tokio::test]
async fn a_check_names_the_first_twenty_on_the_screen_and_everybody_in_the_file() {
    let employees: Vec<_> = (1..=25).map(|n| (n, Role::Employee)).collect();
    let mut state = State::of(&employees);
    all_ran(&mut state);
    let fakes = Fakes::over(state);
    let (count, named) = finding(&health(&fakes.ports(), &admin()).await.unwrap(), Check::WithoutManager);
    assert_eq!((count, named.len()), (25, 20));
    let (fakes, written) = writing(fakes);
    health_csv(&fakes.ports(), &admin()).await.unwrap();
    let of_check = lines(&written).into_iter().filter(|line| line.starts_with(Check::WithoutManager.label()));
    assert_eq!(of_check.count(), 25);
}
