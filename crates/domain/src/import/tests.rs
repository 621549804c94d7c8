//! A table's rows, from headings to values.

mod columns;
mod forms;
mod kinds;

use super::*;

/// A table whose first row is line 1 of its file.
fn table(headings: &[&str], rows: &[&[&str]]) -> Table {
    let owned = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
    let row = |(line, cells): (u32, &&[&str])| TableRow { line, cells: owned(cells) };
    Table { headings: owned(headings), rows: (2..).zip(rows).map(row).collect() }
}

/// The values of its rows, or what is wrong with them: line, column, value and sentence.
type Outcome<R> = Vec<Result<R, Vec<(u32, &'static str, String, String)>>>;

fn outcome<R>(reading: Reading<R>) -> Outcome<R> {
    let told = |line| move |why: RowProblem| (line, why.column, why.value, why.sentence);
    let row = |row: ReadRow<R>| row.value.map_err(|whys| whys.into_iter().map(told(row.line)).collect());
    reading.rows.into_iter().map(row).collect()
}

/// The sentence of the only problem of each row; nothing where it is read.
fn sentences<R>(reading: Reading<R>) -> Vec<Option<String>> {
    let only = |whys: Vec<(u32, &str, String, String)>| {
        assert_eq!(whys.len(), 1, "{whys:?}");
        whys.into_iter().map(|(.., sentence)| sentence).next()
    };
    outcome(reading).into_iter().map(|row| row.err().and_then(only)).collect()
}
