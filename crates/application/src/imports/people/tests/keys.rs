//! Whom a row concerns.

use super::*;

#[tokio::test]
async fn a_plan_has_rows_that_add_change_leave_and_refuse_and_writes_nothing() {
    let changed = PeopleRow { department: Given::Value("Design".into()), ..known(1) };
    let rows = [new("ann"), changed, known(2), PeopleRow { role: Some(Role::Hr), ..known(7) }];
    let fakes = portal();
    let plan = planned(&fakes, &hr(), &rows).await;
    assert_eq!(fakes.state(), before());
    let actions: Vec<_> = plan.iter().map(|row| (row.line, row.action, row.who.as_str())).collect();
    assert_eq!(
        actions,
        [
            (2, Action::Create, "New ann"),
            (3, Action::Change, "First1 Last1 (EMP1001)"),
            (4, Action::Same, "First2 Last2 (EMP1002)"),
            (5, Action::Refuse, "First7 Last7 (EMP1007)"),
        ]
    );
    assert_eq!(
        changes(&plan[0]),
        [
            "First Name  > New",
            "Last Name  > ann",
            "Email  > ann@x.org",
            "Role  > Employee",
            "Records From  > 2026-06-10",
            "Status  > active"
        ]
    );
    assert_eq!(changes(&plan[1]), ["Department Engineering > Design"]);
    let problem = plan[3].problem.as_ref().unwrap();
    assert_eq!((problem.column.as_ref(), problem.value.as_str()), ("Role", "HR"));
    assert_eq!(told(&fakes, &admin(), &rows).await, ["create", "change", "same", "change"]);
}

#[tokio::test]
async fn a_person_is_known_by_each_of_their_keys_in_any_form() {
    let fakes = with(|state| state.person(1).record.external_id = Some("Äbc-1".into()));
    let external = |id: &str| PeopleRow { external_id: Given::Value(id.into()), ..PeopleRow::default() };
    let by_email = PeopleRow { email: Some(email("P2@X.ORG")), ..PeopleRow::default() };
    for row in [external("Äbc-1"), by_email.clone(), known(6)] {
        assert_eq!(told(&fakes, &hr(), &[row]).await, ["same"]);
    }
    // Written otherwise it is the same person, who is written so from now on.
    assert_eq!(told(&fakes, &hr(), &[external("a\u{308}BC-1")]).await, ["change"]);
    let numbered = PeopleRow { external_id: Given::Value("N-2".into()), ..by_email };
    let plan = planned(&fakes, &hr(), &[numbered]).await;
    assert_eq!(changes(&plan[0]), ["External ID X-2 > N-2"], "the address says who it is");
    let nobody = PeopleRow { employee_id: Some(EmployeeId::new(1999)), ..new("ann") };
    let sentence = "Employee ID: Nobody has this employee ID. Leave the cell empty for a new person.";
    assert_eq!(told(&fakes, &hr(), &[nobody]).await, [sentence]);
}

#[tokio::test]
async fn two_keys_that_mean_two_people_refuse_the_row() {
    let by_email = PeopleRow { email: Some(email("p2@x.org")), ..known(1) };
    let by_external = PeopleRow { external_id: Given::Value("x-6".into()), ..by_email.clone() };
    let rows = told(&portal(), &hr(), &[by_email]).await;
    assert_eq!(rows, ["Email: This row means two people, EMP1001 and EMP1002"]);
    let rows = told(&portal(), &hr(), &[by_external]).await;
    assert_eq!(rows, ["External ID: This row means two people, EMP1001 and EMP1006"]);
}

#[tokio::test]
async fn two_rows_of_one_person_are_both_refused_however_they_are_written() {
    let by_email = PeopleRow { email: Some(email("p1@x.org")), ..PeopleRow::default() };
    let told_of = async |rows: &[PeopleRow]| told(&portal(), &hr(), rows).await;
    let both = |column: &str, lines: &str| format!("{column}: Lines {lines} are about the same person");
    let found = told_of(&[known(1), new("ann"), by_email]).await;
    assert_eq!(found, [both("Employee ID", "2 and 4"), "create".into(), both("Email", "2 and 4")]);
    let mailbox = |text: &str| PeopleRow { email: Some(email(text)), ..new("x") };
    let found = told_of(&[mailbox("José@x.org"), mailbox("jose\u{301}@x.org"), mailbox("JOSÉ@X.ORG")]).await;
    assert_eq!(found, [both("Email", "2, 3 and 4"), both("Email", "2, 3 and 4"), both("Email", "2, 3 and 4")]);
    let external = |mailbox: &str, id: &str| PeopleRow { external_id: Given::Value(id.into()), ..new(mailbox) };
    let found = told_of(&[external("ann", "straße 1"), external("ben", "STRASSE 1")]).await;
    assert_eq!(found, [both("External ID", "2 and 3"), both("External ID", "2 and 3")]);
    let moves = PeopleRow { email: Some(email("ann@x.org")), ..known(2) };
    assert_eq!(told_of(&[new("ann"), moves]).await, [both("Email", "2 and 3"), both("Email", "2 and 3")]);
}

#[tokio::test]
async fn somebody_new_needs_names_and_an_address_that_fit() {
    let nameless = PeopleRow { first_name: None, ..new("ann") };
    let external = PeopleRow { external_id: Given::Value("N-1".into()), email: None, ..new("ben") };
    let long = PeopleRow { last_name: Some("a".repeat(101)), ..new("cyd") };
    assert_eq!(
        told(&portal(), &hr(), &[nameless, external, long]).await,
        [
            "First Name: First name is required",
            "Email: Email is required",
            "Last Name: Last name must be at most 100 characters"
        ]
    );
}

#[tokio::test]
async fn an_empty_cell_changes_nothing_and_a_hyphen_clears() {
    let cleared = PeopleRow {
        department: Given::Cleared,
        phone: Given::Cleared,
        joining_date: Given::Cleared,
        salary: Given::Cleared,
        manager: Given::Cleared,
        ..known(1)
    };
    let plan = planned(&portal(), &hr(), &[cleared]).await;
    let expected = [
        "Department Engineering > ",
        "Phone *",
        "Joining Date 2025-06-01 > ",
        "Salary *",
        "Salary From  > 2026-06-10",
        "Manager p7@x.org > ",
    ];
    assert_eq!(changes(&plan[0]), expected);
}

#[tokio::test]
async fn however_many_rows_there_are_they_are_planned_with_as_many_reads() {
    let reads = async |count: u32| {
        let fakes = portal();
        let rows: Vec<PeopleRow> = (0..count)
            .map(|n| PeopleRow { manager: led_by("EMP1007"), salary: Given::Absent, ..new(&format!("n{n}")) })
            .chain([PeopleRow { department: Given::Value("Design".into()), ..known(1) }])
            .collect();
        planned(&fakes, &hr(), &rows).await;
        fakes.memory.calls().len()
    };
    assert_eq!(reads(1).await, reads(50).await);
}
