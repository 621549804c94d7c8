//! The report: one table in Markdown, of rows that all have the same form.

use std::cell::RefCell;

use comfy_table::{Table, presets::ASCII_MARKDOWN};

use crate::engine::Engine;
use crate::load::Sample;
use crate::organisation::Size;
use crate::targets::{Figure, Target};

#[rustfmt::skip]
const HEAD: [&str; 15] = ["database", "what", "at once", "requests", "/s", "p50 ms", "p95 ms", "p99 ms", "longest ms",
    "CPU app ms", "CPU db ms", "turned away", "measured", "limit", "verdict"];

/// What was found of one thing: a sample or a value for each round.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) engine: Engine,
    pub(crate) size: Size,
    pub(crate) what: String,
    /// Over how many connections, or by how many people.
    pub(crate) at_once: usize,
    pub(crate) this: Vec<Sample>,
    /// What it is compared with, and its samples; or the unit of the values.
    pub(crate) beside: &'static str,
    pub(crate) other: Vec<Sample>,
    pub(crate) values: Vec<f64>,
}

impl Row {
    pub(crate) fn new(engine: Engine, size: Size, what: &str, at_once: usize, beside: &'static str) -> Self {
        let (this, other, values) = (Vec::new(), Vec::new(), Vec::new());
        Self { engine, size, what: what.to_owned(), at_once, this, beside, other, values }
    }
}

/// What was found on one database of one size.
pub(crate) struct Notebook {
    pub(crate) engine: Engine,
    pub(crate) size: Size,
    pub(crate) rows: RefCell<Vec<Row>>,
}

impl Notebook {
    fn add(&self, what: &str, at_once: usize, beside: &'static str, add: impl FnOnce(&mut Row)) {
        let mut rows = self.rows.borrow_mut();
        if let Some(row) = rows.iter_mut().find(|row| (row.what.as_str(), row.at_once) == (what, at_once)) {
            return add(row);
        }
        let mut row = Row::new(self.engine, self.size, what, at_once, beside);
        add(&mut row);
        rows.push(row);
    }

    pub(crate) fn value(&self, what: &str, at_once: usize, unit: &'static str, value: f64) {
        self.add(what, at_once, unit, |row| row.values.push(value));
    }

    /// A sample that is compared with nothing.
    pub(crate) fn sample(&self, what: &str, at_once: usize, sample: Sample) {
        self.add(what, at_once, "", |row| row.this.push(sample));
    }

    /// One that is compared, or that it is compared with.
    pub(crate) fn side(&self, what: &str, at_once: usize, beside: &'static str, is_this: bool, sample: Sample) {
        self.add(what, at_once, beside, |row| if is_this { row.this.push(sample) } else { row.other.push(sample) });
    }
}

/// The value in the middle.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().checked_sub(1)? / 2).copied()
}

/// What is printed.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(HEAD);
    for row in rows {
        let found = match (Target::find(row), Figure::usual(row)) {
            (Some(target), _) => target.judge(row),
            (None, Some(usual)) => [usual.show(row), String::new(), String::new()],
            (None, None) => Default::default(),
        };
        let database = format!("{:?}, {:?}", row.engine, row.size);
        let at_once = if row.at_once == 0 { String::new() } else { row.at_once.to_string() };
        let line = |what: String, sample: Option<Sample>, found: [String; 3]| {
            let names = [database.clone(), what, at_once.clone()];
            names.into_iter().chain(figures(sample)).chain(found).collect::<Vec<_>>()
        };
        table.add_row(line(row.what.clone(), Sample::total(&row.this), found));
        if let Some(other) = Sample::total(&row.other) {
            table.add_row(line(format!("{}: {}", row.what, row.beside), Some(other), Default::default()));
        }
    }
    table.to_string()
}

fn figures(sample: Option<Sample>) -> [String; 9] {
    let Some(sample) = sample else { return Default::default() };
    let ([p50, p95, p99, longest], [application, database]) =
        ([50, 95, 99, 100].map(|percent| format!("{:.2}", sample.ms(percent))), sample.cpu());
    [
        sample.requests().to_string(),
        format!("{:.0}", sample.throughput()),
        p50,
        p95,
        p99,
        longest,
        format!("{application:.3}"),
        format!("{database:.3}"),
        sample.refused.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_row_says_what_was_found_beside_what_and_whether_that_is_enough() {
        let book = Notebook { engine: Engine::Sqlite, size: Size::Small, rows: RefCell::default() };
        for (is_this, cpu) in [(true, 3), (false, 2), (true, 3), (false, 4)] {
            let wait = Duration::from_millis(4);
            let sample = Sample::new([wait], wait, [Duration::from_millis(cpu), Duration::ZERO]).unwrap();
            book.side("own month", 16, crate::targets::BARE, is_this, sample);
        }
        book.value("ready", 0, "s", 0.25);
        book.value("capacity", 0, "/s", 100.0);
        let text = table(&book.rows.borrow());
        let line =
            |place| text.lines().nth(place).map(|line: &str| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let own = "| Sqlite, Small | own month | 16 | 2 | 250 | 4.00 | 4.00 | 4.00 | 4.00 | 3.000 | 0.000 | 0 | 1.00 × (0.75–1.50) | CPU ≤ 1.25 × | met |";
        assert_eq!(line(2).unwrap(), own);
        assert!(line(3).unwrap().starts_with("| Sqlite, Small | own month: bare | 16 | 2 |"));
        assert!(line(4).unwrap().ends_with("| 0.250 s | ≤ 0.2 s | missed |"), "{text}");
        assert!(line(5).unwrap().ends_with("| 100.0 /s | | |"), "{text}");
    }
}
