//! The papers of a closed month.

use super::*;
use application::months::{PayrollReport, ReceiptReport};
use application::ports::{Imprint, OwnEntry, OwnRow, PayrollTotals, Revision};
use chrono::{NaiveDate, NaiveDateTime};
use domain::id::TimesheetId;
use domain::month::{Figures, Pay, PayrollForm, PayrollRow};
use domain::person::Salary;
use domain::timesheet::{Hours, Status};

const CHECKSUM: &str = "e28321a5d6c6781d0c4790ab09134ce22a9ae57b4578ae1c125acfe1ccd58f31";

fn closed_at() -> NaiveDateTime {
    "2026-12-02T09:05:00".parse().unwrap()
}

/// An hour ahead of UTC, so the close was at five past ten on the organisation's clock.
fn imprint() -> Imprint {
    Imprint { organisation: "Northwind Works".to_owned(), minutes_ahead: 60 }
}

/// A whole month of somebody, who earns `cents` in it, or nobody knows how much.
fn payroll_row(number: u32, first: &str, last: &str, cents: Option<u64>) -> PayrollRow {
    PayrollRow {
        user: UserId::new(uuid::Uuid::from_u128(number.into())),
        employee_id: EmployeeId::new(number),
        name: FullName { first: first.to_owned(), last: last.to_owned() },
        department: Some("Research and Development".to_owned()),
        external_id: None,
        figures: Figures { scheduled: 42, working: 42, approved: 41, approved_half_hours: 378, ..Figures::default() },
        pay: cents.map(|cents| Pay {
            annual: Salary::from_cents(0).unwrap(),
            since: None,
            monthly_base: cents,
            gross: cents,
        }),
    }
}

fn payroll(rows: Vec<PayrollRow>) -> PayrollReport {
    let amount = rows.iter().filter_map(|row| row.pay).map(|pay| pay.gross).sum();
    let employees = u32::try_from(rows.len()).unwrap();
    PayrollReport {
        month: Month::new(2026, 11).unwrap(),
        revision: Revision {
            revision: 2,
            closed_at: closed_at().and_utc(),
            closed_by: (UserId::new(uuid::Uuid::nil()), FullName { first: "Ada".into(), last: "Admin".into() }),
            reason: None,
            employees,
            blocked: 0,
            currency: "EUR".to_owned(),
            good_percent: 80,
            checksum: CHECKSUM.to_owned(),
            imprint: imprint(),
            form: PayrollForm::NEWEST,
            exported: None,
            reopened: None,
        },
        totals: PayrollTotals {
            employees,
            payable: 41 * u64::from(employees),
            monthly_base: amount,
            gross: amount,
            missing_salary: 1,
        },
        rows,
        asked_by: UserId::new(uuid::Uuid::nil()),
    }
}

#[test]
fn the_payroll_has_its_checksum_on_each_page_and_the_same_bytes_for_ever() {
    let rows = || {
        let names = LAST.into_iter().flat_map(|last| FIRST.into_iter().map(move |first| (first, last)));
        let pay = |number: u32| (number != 1_002).then_some(300_000);
        names.zip(1_001..).map(|((first, last), number)| payroll_row(number, first, last, pay(number))).collect()
    };
    let bytes = print(payroll(rows()).into()).unwrap();
    assert_eq!(bytes, print(payroll(rows()).into()).unwrap());
    let printed = Printed::read(&bytes);
    assert!(printed.pages.len() > 1);
    for page in &printed.pages {
        let text = run_on(&page.concat());
        assert!(text.contains(&format!("NorthwindWorks·Checksum{CHECKSUM}")), "{text}");
        assert!(text.contains("PayrollofNovember2026"), "{text}");
    }
    let text = printed.run_on();
    for said in [
        "Revision2",
        "Closedon2December2026at10:05byAdaAdmin",
        "Amountsbeforetax,forinformation,inEUR",
        "EMP1001Zoë",
        "20.5000.53000.003000.00",
        "20.5000.5––",
        "Total1312189000.00189000.00",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn amounts_and_names_of_any_length_stand_in_their_columns() {
    let faces = Faces::load().unwrap();
    let rows = vec![
        payroll_row(100_000, &"W".repeat(100), &"Ш ".repeat(50), Some(8_333_333_333_333)),
        payroll_row(1_001, "Ann", "Berg", Some(83_333_333_333)),
    ];
    assert_stands_well(&layout::lay_out(payroll(rows).into(), &faces), &faces);
    // A wage of tens of thousands in an ID of five digits takes one line, and a total of ten million is not broken either.
    let report = Report::from(payroll(Vec::new()));
    let grid = Grid::new(&report.table.columns, 14.0, 196.0);
    let row = payroll_row(10_000, "Ann", "Berg", Some(9_999_999));
    let row = Report::from(payroll(vec![PayrollRow { department: Some("Works".to_owned()), ..row }]));
    let cells: Vec<_> = row.table.rows.flatten().collect();
    assert_eq!(Row::body(&cells, &grid, &faces).line_count(), 1);
    let large = Report::from(payroll(vec![payroll_row(1_001, "Ann", "Berg", Some(4_000_000_000))]));
    assert!(large.totals.iter().all(|cells| Row::total(cells, &grid, &faces).line_count() == 1));
    let pages = layout::lay_out(large, &faces);
    let words: Vec<&str> = texts(&pages).flat_map(str::split_whitespace).collect();
    for heading in report.table.columns.iter().flat_map(|column| column.heading.split(' ')) {
        assert!(words.contains(&heading), "{heading} is broken");
    }
}

#[test]
fn a_receipt_has_name_figures_days_and_checksum_and_no_amount() {
    let entry = |day: u32, half_hours, status| OwnEntry {
        id: TimesheetId::new(uuid::Uuid::nil()),
        date: NaiveDate::from_ymd_opt(2026, 11, day).unwrap(),
        hours: Hours::from_half_hours(half_hours).unwrap(),
        description: "Secret".to_owned(),
        status,
        comment: None,
        rejected_on: None,
        is_resubmission: false,
        created_at: closed_at().and_utc(),
        updated_at: closed_at().and_utc(),
    };
    let report = ReceiptReport {
        own: OwnRow {
            month: Month::new(2026, 11).unwrap(),
            revision: 2,
            closed_at: closed_at().and_utc(),
            checksum: CHECKSUM.to_owned(),
            imprint: imprint(),
            row: payroll_row(1_003, "Ann", "Berg", Some(123_456)),
        },
        entries: vec![entry(2, 18, Status::Approved), entry(3, 15, Status::Rejected)],
        asked_by: UserId::new(uuid::Uuid::nil()),
    };
    let text = Printed::read(&print(report.into()).unwrap()).run_on();
    for said in [
        "ReceiptofNovember2026",
        "Revision2",
        "AnnBergEMP1003,ResearchandDevelopment",
        "Closedon2December2026at10:05",
        "2026-11-029Approved2026-11-037.5Rejected",
        CHECKSUM,
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    assert!(!text.contains("1234") && !text.contains("Secret"), "{text}");
}
