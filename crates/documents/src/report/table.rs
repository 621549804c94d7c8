//! The rows of the table: cells broken into lines, aligned in their columns.

use super::face::{Faces, Type};
use super::page::{Ink, Mark};
use super::words;
use application::ports::{Align, Cell as Value, Column};

const BODY: Type = Type::regular(9);
const STRONG: Type = Type::bold(9);
const HEAD: Type = Type::bold(8);

/// Between the edge of a column and its text.
const GUTTER: f64 = 2.0;
/// Above and below the text of a row.
const AIR: f64 = 1.2;
/// From one line of a cell to the next.
const LEADING: f64 = 4.2;
/// The height of a capital in millimetres for one point, used to centre a line.
const CAPITAL: f64 = 0.714 * 25.4 / 72.0;
/// How many lines of a row are kept together: more than a name has, and fewer than a page has room for.
const KEPT_TOGETHER: usize = 30;

/// The columns in their places.
pub(super) struct Grid<'a> {
    columns: Vec<(&'a Column, Place)>,
}

/// The edges of a column.
#[derive(Clone, Copy)]
struct Place {
    left: f64,
    right: f64,
}

impl<'a> Grid<'a> {
    /// Columns between `left` and `right`, each as wide as its weight says.
    pub(super) fn new(columns: &'a [Column], left: f64, right: f64) -> Self {
        let weight = |column: &Column| f64::from(column.weight);
        let all = columns.iter().map(weight).sum::<f64>().max(1.0);
        let (width, mut edge) = (right - left, left);
        let place = |column: &'a Column| {
            let left = edge;
            edge = left + width * weight(column) / all;
            (column, Place { left, right: edge })
        };
        Self { columns: columns.iter().map(place).collect() }
    }
}

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
    /// The row with the names of the columns.
    pub(super) fn head(grid: &Grid<'_>, faces: &Faces) -> Self {
        Self::set(grid.columns.iter().map(|(column, _)| (column.heading, HEAD)), grid, faces)
    }

    /// A row of the table. What needs attention stands out without colour.
    pub(super) fn body(cells: &[Value], grid: &Grid<'_>, faces: &Faces) -> Self {
        let face = |cell: &Value| if matches!(cell, Value::Alert(_)) { STRONG } else { BODY };
        Self::set(cells.iter().map(|cell| (words::cell(cell), face(cell))), grid, faces)
    }

    /// A row that ends the table.
    pub(super) fn total(cells: &[Value], grid: &Grid<'_>, faces: &Faces) -> Self {
        Self::set(cells.iter().map(|cell| (words::cell(cell), STRONG)), grid, faces)
    }

    /// A row that says one thing.
    pub(super) fn remark(text: &str, left: f64, faces: &Faces) -> Self {
        Self { cells: vec![Cell { face: BODY, lines: vec![(left + GUTTER, faces.printable(text))] }], ink: Ink::Grey }
    }

    fn set<T: AsRef<str>>(cells: impl Iterator<Item = (T, Type)>, grid: &Grid<'_>, faces: &Faces) -> Self {
        let cells = cells.zip(&grid.columns).map(|((text, face), (column, place))| {
            let (left, right) = (place.left + GUTTER, place.right - GUTTER);
            let lines = faces.lines(text.as_ref(), right - left, face).into_iter();
            let lines = lines.map(|line| (start(&line, face, column.align, (left, right), faces), line));
            Cell { face, lines: lines.collect() }
        });
        Self { cells: cells.collect(), ink: Ink::Dark }
    }

    pub(super) fn line_count(&self) -> usize {
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
    let is_whole = line.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    match align {
        Align::Left => left,
        Align::Units if is_whole => right - width - faces.width(".5", face),
        Align::Right | Align::Units => right - width,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 3] = [
        Column::new("No.", Align::Right, 1),
        Column::new("Name", Align::Left, 4),
        Column::new("Days", Align::Units, 2),
    ];

    #[test]
    fn a_grid_is_as_wide_as_its_place_and_its_columns_touch() {
        let grid = Grid::new(&COLUMNS, 14.0, 196.0);
        let edges: Vec<_> = grid.columns.iter().map(|(_, place)| (place.left, place.right)).collect();
        assert_eq!(edges, [(14.0, 40.0), (40.0, 144.0), (144.0, 196.0)]);
        assert!(Grid::new(&[], 14.0, 196.0).columns.is_empty());
    }

    #[test]
    fn what_stands_out_is_heavier() {
        let (faces, grid) = (Faces::load().unwrap(), Grid::new(&COLUMNS, 14.0, 196.0));
        let cells = [Value::Count(1), Value::Alert("Late"), Value::Halves(3)];
        let bold = |row: Row| row.cells.iter().map(|cell| cell.face.is_bold).collect::<Vec<_>>();
        assert_eq!(bold(Row::body(&cells, &grid, &faces)), [false, true, false]);
        assert_eq!(bold(Row::total(&cells, &grid, &faces)), [true, true, true]);
    }

    #[test]
    fn units_stand_below_units() {
        let faces = Faces::load().unwrap();
        let places = (0.0, 20.0);
        let whole = start("14", BODY, Align::Units, places, &faces);
        assert!((whole - start("10.5", BODY, Align::Units, places, &faces)).abs() < 1e-9);
        let minus = start("-14", BODY, Align::Units, places, &faces);
        assert!((minus - start("-14.5", BODY, Align::Units, places, &faces)).abs() < 1e-9);
    }

    #[test]
    fn a_row_of_any_height_comes_in_parts_that_lose_no_line() {
        let faces = Faces::load().unwrap();
        let (grid, name) = (Grid::new(&COLUMNS, 14.0, 196.0), "W".repeat(4_000));
        let row = Row::body(&[Value::Nothing, Value::text(name.clone()), Value::Nothing], &grid, &faces);
        assert!(row.line_count() > 2 * KEPT_TOGETHER);
        let parts: Vec<Row> = row.parts().collect();
        assert!(parts.iter().all(|part| part.line_count() <= KEPT_TOGETHER));
        let text: String = parts.iter().flat_map(|part| &part.cells[1].lines).map(|(_, line)| line.as_str()).collect();
        assert_eq!(text, name);
    }
}
