//! Of which revision a checksum or a file is (months.md 1.9, and 9, case 16).

use super::*;
use crate::sheet::BYTE_ORDER_MARK;
use proptest::prelude::*;

fn row(number: u32, department: &str) -> PayrollRow {
    PayrollRow { employee_id: EmployeeId::new(number), department: Some(department.into()), ..case_1().row() }
}

/// The exported file of these rows, and its checksum.
fn exported(rows: &[PayrollRow]) -> (String, String) {
    let file = PayrollFile::new(june(), 1, "EUR", PayrollForm::NEWEST);
    let mut digest = file.digest();
    for row in rows {
        digest.add(&file.line(row));
    }
    let checksum = digest.checksum();
    let lines: String = rows.iter().map(|row| file.exported_line(row, &checksum)).collect();
    (file.exported_header() + &lines, checksum)
}

fn claim(file: &str) -> Option<(String, bool)> {
    Claim::of_file(file.as_bytes()).map(|claim| (claim.checksum, claim.is_whole))
}

#[test]
fn a_file_says_which_checksum_it_has_and_its_content_whether_that_is_so() {
    let (file, checksum) = exported(&[row(1003, "Works"), row(1004, "a, \"b\"\r\nc"), row(1005, "=1")]);
    let whole = Some((checksum.clone(), true));
    assert_eq!(claim(&file), whole);
    assert_eq!(claim(file.strip_prefix(BYTE_ORDER_MARK).unwrap()), whole, "the mark is no part of it");
    let changed = Some((checksum.clone(), false));
    assert_eq!(claim(&file.replacen("1500.00", "1600.00", 1)), changed);
    assert_eq!(claim(&file.replace("\r\n2026", "\n2026")), changed, "other line ends are another content");
    assert_eq!(claim(&format!("{file}\r\n")), changed);
    assert_eq!(claim(&file.replace(&checksum, &format!("\"{}\"", checksum.to_uppercase()))), whole);
    let without_last_end = file.strip_suffix("\r\n").unwrap();
    assert_eq!(claim(without_last_end), changed);
}

#[test]
fn what_is_no_such_file_claims_nothing() {
    let (file, checksum) = exported(&[row(1003, "Works"), row(1004, "Works")]);
    let other = "0".repeat(64);
    for nothing in [
        String::new(),
        "\u{feff}".to_owned(),
        "a,b\r\n1,2\r\n".to_owned(),
        format!("Checksum\r\n{checksum}\r\n{other}\r\n"),
        file.replacen(&checksum, &other, 1),
        file.replace(&checksum, "abc"),
        file.replace("Checksum", "Sum"),
        format!("A,Checksum\r\n1,{checksum}\r\n2\r\n"),
        "A,Checksum\r\n".to_owned(),
        format!("A,Checksum\r\n\"1,{checksum}\r\n"),
        format!("A,Checksum\r\na\"1\",{checksum}\r\n"),
        format!("A,Checksum\r\n\"a\"1,{checksum}\r\n"),
    ] {
        assert_eq!(claim(&nothing), None, "{nothing:?}");
    }
    assert_eq!(Claim::of_file(b"A,Checksum\r\n\xff,1\r\n"), None);
    assert_eq!(Claim::of_file(&[b','; 10_000]), None, "a line of nothing but commas");
    assert_eq!(claim(&format!("Checksum\r\n{checksum}\r\n")), Some((checksum.clone(), false)));
    assert_eq!(claim(&format!("Checksum,A\n{checksum},1")), Some((checksum, false)), "wherever the column stands");
}

#[test]
fn a_checksum_is_read_in_either_case_and_with_blanks_and_line_breaks() {
    let checksum = "e28321a5d6c6781d0c4790ab09134ce22a9ae57b4578ae1c125acfe1ccd58f31";
    let (first, second) = checksum.split_at(32);
    for typed in
        [checksum.to_owned(), checksum.to_uppercase(), format!(" {first}\r\n\t{} \u{a0}", second.to_uppercase())]
    {
        assert_eq!(parse_checksum(&typed).as_deref(), Ok(checksum));
    }
    let g = checksum.replacen('e', "g", 1);
    for bad in ["", &checksum[1..], &format!("{checksum}0"), &g, &"é".repeat(32)] {
        let said = parse_checksum(bad).map_err(ChecksumError::sentence);
        assert_eq!(said, Err("Enter the 64 characters of a checksum"), "{bad}");
    }
}

#[test]
fn a_known_checksum_is_current_superseded_or_changed() {
    let of = |is_whole, is_current| CheckResult::of(is_whole, is_current).name();
    assert_eq!([of(true, true), of(true, false)], ["current", "superseded"]);
    assert_eq!([of(false, true), of(false, false)], ["changed", "changed"]);
    assert_eq!(CheckResult::Unknown.name(), "unknown");
}

proptest! {
    #[test]
    fn whatever_people_are_called_their_file_is_whole(names in prop::collection::vec((any::<String>(), any::<String>()), 1..8)) {
        let rows: Vec<_> = (1_001..).zip(names).map(|(number, (first, department))| PayrollRow {
            name: FullName { first, last: "Berg".into() },
            ..row(number, &department)
        }).collect();
        let (file, checksum) = exported(&rows);
        prop_assert_eq!(claim(&file), Some((checksum, true)));
    }

    #[test]
    fn no_file_upsets_the_check(bytes in prop::collection::vec(prop::sample::select(b"\"\",\r\nCa\xc3\xa9".to_vec()), 0..40)) {
        let _ = Claim::of_file(&bytes);
        let with_column = [b"a,Checksum\r\n".as_slice(), &bytes].concat();
        prop_assert_eq!(Claim::of_file(&with_column), None);
    }
}
