//! The templates of the page *Import and Export* have the columns of the files that the portal reads.

use domain::import::{balances, holidays, people};

macro_rules! template {
    ($file:literal) => {
        include_str!(concat!("../../../frontend/src/features/import/templates/", $file))
    };
}

#[test]
fn a_template_has_every_column_of_its_kind_in_order() {
    for (template, columns) in [
        (template!("people.csv"), &people::COLUMNS[..]),
        (template!("balances.csv"), &balances::COLUMNS[..]),
        (template!("holidays.csv"), &holidays::COLUMNS[..]),
    ] {
        let headings: Vec<&str> = template.lines().next().unwrap_or_default().split(',').collect();
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        assert_eq!(headings, names);
    }
}
