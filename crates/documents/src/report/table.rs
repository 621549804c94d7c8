//! The rows of the table: cells broken into lines, aligned in their columns.

use super::face::{Faces, Type};
use super::page::{Ink, Mark};
use super::words;

const BODY: Type = Type::regular(9);
const STRONG: Type = Type::bold(9);
const HEAD: Type = Type::bold(8);

/// Between the edge of a column and its text.
const GUTTER: f64 = 2.0;
/// Above and below the text of a row.
const AIR: f64 = 1.2;
/// From one line of a cell to the next.
const LEADING: f64 = 4.2;
/// The height of a capital in millimetres for one point, by which a line is centred.
const CAPITAL: f64 = 0.714 * 25.4 / 72.0;
/// How many lines of a row are kept together: more than a name has, and fewer than a page has room for.
const KEPT_TOGETHER: usize = 30;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Align {
    Left,
    Right,
    /// To the right, with units below units: a whole number leaves room for its `.5`.
    Units,
}

/// The widths of the columns, and how they are aligned.
const COLUMNS: [(f64, Align); words::COLUMNS.len()] = [
    (14.0, Align::Right),
    (24.0, Align::Left),
    (52.0, Align::Left),
    (25.0, Align::Units),
    (17.0, Align::Units),
    (18.0, Align::Right),
    (32.0, Align::Left),
];

/// A row, or the part of one that is kept together.
#[derive(Clone)]
pub(super) struct Row {
    cells: Vec<Cell>,
    ink: Ink,
}

#[derive(Clone)]
struct Cell {
    face: Type,
    /// Each with its left end.
    lines: Vec<(f64, String)>,
}

impl Row {
    /// The row with the names of the columns. `left` is where the table begins.
    pub(super) fn head(left: f64, faces: &Faces) -> Self {
        Self::set(words::COLUMNS, [HEAD; words::COLUMNS.len()], Ink::Dark, left, faces)
    }

    /// A row of the table. What needs attention stands out without colour.
    pub(super) fn body(cells: &[String; words::COLUMNS.len()], is_good: bool, left: f64, faces: &Faces) -> Self {
        let rating = if is_good { BODY } else { STRONG };
        let cells = cells.each_ref().map(String::as_str);
        Self::set(cells, [BODY, BODY, BODY, BODY, BODY, BODY, rating], Ink::Dark, left, faces)
    }

    /// A row that says one thing.
    pub(super) fn remark(text: &str, left: f64, faces: &Faces) -> Self {
        Self { cells: vec![Cell { face: BODY, lines: vec![(left + GUTTER, faces.printable(text))] }], ink: Ink::Grey }
    }

    fn set<const N: usize>(texts: [&str; N], types: [Type; N], ink: Ink, left: f64, faces: &Faces) -> Self {
        let mut left = left;
        let mut cells = Vec::with_capacity(N);
        for ((text, face), (width, align)) in texts.into_iter().zip(types).zip(COLUMNS) {
            let right = left + width;
            let lines = faces.lines(text, width - 2.0 * GUTTER, face).into_iter();
            let lines = lines.map(|line| (start(&line, face, align, (left + GUTTER, right - GUTTER), faces), line));
            cells.push(Cell { face, lines: lines.collect() });
            left = right;
        }
        Self { cells, ink }
    }

    fn line_count(&self) -> usize {
        self.cells.iter().map(|cell| cell.lines.len()).max().unwrap_or(1)
    }

    #[expect(clippy::cast_precision_loss, reason = "a few lines")]
    pub(super) fn height(&self) -> f64 {
        2.0 * AIR + LEADING * self.line_count() as f64
    }

    /// The row in parts, each of which fits on a page.
    pub(super) fn parts(self) -> impl Iterator<Item = Self> {
        let count = self.line_count().div_ceil(KEPT_TOGETHER);
        (0..count).map(move |part| {
            let cells = self.cells.iter().map(|cell| {
                let lines = cell.lines.iter().skip(part * KEPT_TOGETHER).take(KEPT_TOGETHER).cloned();
                Cell { face: cell.face, lines: lines.collect() }
            });
            Self { cells: cells.collect(), ink: self.ink }
        })
    }

    /// The words of the row, with its upper edge at `top`.
    pub(super) fn marks(self, top: f64) -> impl Iterator<Item = Mark> {
        self.cells.into_iter().flat_map(move |cell| {
            let middle = f64::midpoint(LEADING, CAPITAL * f64::from(cell.face.size));
            let baselines = std::iter::successors(Some(top + AIR + middle), |at| Some(at + LEADING));
            cell.lines.into_iter().zip(baselines).map(move |((x, text), baseline)| Mark::Words {
                x,
                baseline,
                face: cell.face,
                ink: self.ink,
                text,
            })
        })
    }
}

/// Where a line begins between `left` and `right`.
fn start(line: &str, face: Type, align: Align, (left, right): (f64, f64), faces: &Faces) -> f64 {
    let width = faces.width(line, face);
    let is_whole = line.bytes().all(|byte| byte.is_ascii_digit());
    match align {
        Align::Left => left,
        Align::Units if is_whole => right - width - faces.width(".5", face),
        Align::Right | Align::Units => right - width,
    }
}

/// How wide the table is.
pub(super) fn width() -> f64 {
    COLUMNS.iter().map(|(width, _)| width).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_always_said_stands_on_one_line() {
        let faces = Faces::load().unwrap();
        assert_eq!(Row::head(0.0, &faces).line_count(), 1);
        let widest = ["10000", "EMP100000", "W", "15.5", "15.5", "100.0 %", "Needs Attention"].map(str::to_owned);
        assert_eq!(Row::body(&widest, false, 0.0, &faces).line_count(), 1);
    }

    #[test]
    fn units_stand_below_units() {
        let faces = Faces::load().unwrap();
        let places = (0.0, 20.0);
        let whole = start("14", BODY, Align::Units, places, &faces);
        assert!((whole - start("10.5", BODY, Align::Units, places, &faces)).abs() < 1e-9);
    }

    #[test]
    fn a_row_of_any_height_comes_in_parts_that_lose_no_line() {
        let faces = Faces::load().unwrap();
        let mut cells = [const { String::new() }; 7];
        cells[2] = "W".repeat(2_000);
        let row = Row::body(&cells, true, 0.0, &faces);
        assert!(row.line_count() > 2 * KEPT_TOGETHER);
        let parts: Vec<Row> = row.parts().collect();
        assert!(parts.iter().all(|part| part.line_count() <= KEPT_TOGETHER));
        let text: String = parts.iter().flat_map(|part| &part.cells[2].lines).map(|(_, line)| line.as_str()).collect();
        assert_eq!(text, cells[2]);
    }
}
