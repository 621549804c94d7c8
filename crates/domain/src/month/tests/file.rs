//! The file of a revision, byte for byte (months.md 1.9).

use super::*;

const HEADER: &str = "Month,Revision,Employee ID,Name,Department,Scheduled Days,Working Days,Approved Days,Paid Leave,\
    Unpaid Leave,Absent Days,Pending Days,Payable Days,Extra Days,Approved Hours,Currency,Annual Salary,Salary Since,\
    Monthly Base,Gross Pay";
const LINE: &str =
    "2026-06,1,EMP1003,Ann Berg,Works,21.0,14.0,10.5,0.0,0.0,3.5,0.0,10.5,0.0,95.0,EUR,36000.00,,3000.00,1500.00\r\n";
const CHECKSUM: &str = "e28321a5d6c6781d0c4790ab09134ce22a9ae57b4578ae1c125acfe1ccd58f31";

fn file() -> PayrollFile {
    PayrollFile::new(june(), 1, "EUR", PayrollForm::Original)
}

fn checksum(file: &PayrollFile, rows: &[PayrollRow]) -> String {
    let mut digest = file.digest();
    for row in rows {
        digest.add(&file.line(row));
    }
    digest.checksum()
}

#[test]
fn the_vector() {
    assert_eq!(file().line(&case_1().row()), LINE);
    assert_eq!(checksum(&file(), &[case_1().row()]), CHECKSUM);
}

#[test]
fn the_file_that_is_handed_out_has_a_mark_and_the_checksum_in_each_row() {
    let row = case_1().row();
    let exported = file().exported_header() + &file().exported_line(&row, CHECKSUM);
    let expected = format!("\u{feff}{HEADER},Checksum\r\n{},{CHECKSUM}\r\n", LINE.trim_end());
    assert_eq!(exported, expected);
    let claim = Claim::of_file(exported.as_bytes());
    assert_eq!(claim, Some(Claim { checksum: CHECKSUM.into(), is_whole: true }));
}

#[test]
fn what_begins_like_a_formula_is_marked_and_the_checksum_covers_the_mark() {
    let row = |department: &str, last: &str| PayrollRow {
        department: Some(department.into()),
        name: FullName { first: "Ann".into(), last: last.into() },
        ..case_1().row()
    };
    let formula = row("=1+1", "Berg");
    assert!(file().line(&formula).starts_with("2026-06,1,EMP1003,Ann Berg,'=1+1,21.0,"));
    assert_ne!(checksum(&file(), std::slice::from_ref(&formula)), CHECKSUM);
    assert_eq!(checksum(&file(), &[formula]), checksum(&file(), &[row("'=1+1", "Berg")]));
    let quoted = file().line(&row("Works, \"old\"", "Berg"));
    assert!(quoted.starts_with("2026-06,1,EMP1003,Ann Berg,\"Works, \"\"old\"\"\",21.0,"));
    let nowhere = PayrollRow { department: None, ..case_1().row() };
    assert!(file().line(&nowhere).starts_with("2026-06,1,EMP1003,Ann Berg,,21.0,"));
}

#[test]
fn the_external_id_stands_before_the_checksum_in_the_newest_form_alone() {
    let row = PayrollRow { external_id: Some("A-17".into()), ..case_1().row() };
    assert_eq!((file().line(&row).as_str(), checksum(&file(), std::slice::from_ref(&row)).as_str()), (LINE, CHECKSUM));
    let newest = PayrollFile::new(june(), 1, "EUR", PayrollForm::NEWEST);
    let own = checksum(&newest, std::slice::from_ref(&row));
    assert_ne!(own, CHECKSUM);
    let exported = newest.exported_header() + &newest.exported_line(&row, &own);
    let expected = format!("\u{feff}{HEADER},External ID,Checksum\r\n{},A-17,{own}\r\n", LINE.trim_end());
    assert_eq!(exported, expected);
    assert_eq!(Claim::of_file(exported.as_bytes()), Some(Claim { checksum: own, is_whole: true }));
}

#[test]
fn every_cell_stands_under_its_heading() {
    let person = Person::full().earning("2026-06-15", 4_200_000).without(22).with(&[20], 9, Status::Approved);
    let mut row = person.row();
    row.figures.paid_leave = 1;
    row.figures.unpaid_leave = 3;
    row.figures.pending = 5;
    row.external_id = Some("=7".into());
    let file = PayrollFile::new(june(), 12, "JPY", PayrollForm::NEWEST);
    let by_heading: Vec<_> =
        file.headings().iter().zip(file.cells(&row)).map(|(of, cell)| format!("{of}={cell}")).collect();
    assert_eq!(
        by_heading.join(" "),
        "Month=2026-06 Revision=12 Employee ID=EMP1003 Name=Ann Berg Department=Works Scheduled Days=21.0 \
        Working Days=21.0 Approved Days=20.0 Paid Leave=0.5 Unpaid Leave=1.5 Absent Days=0.0 Pending Days=2.5 \
        Payable Days=20.5 Extra Days=1.0 Approved Hours=189.0 Currency=JPY Annual Salary=42000.00 \
        Salary Since=2026-06-15 Monthly Base=3261.90 Gross Pay=3095.24 External ID='=7"
    );
}
