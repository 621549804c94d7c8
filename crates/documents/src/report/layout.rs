//! Where everything stands.

use super::face::{Faces, Type};
use super::page::{HEIGHT, Ink, Mark, Page, WIDTH};
use super::table::{self, Row};
use super::words;
use application::ports::AttendanceReport;
use domain::attendance::Rating;

const LEFT: f64 = 14.0;
const RIGHT: f64 = WIDTH - LEFT;
const TOP: f64 = 15.0;
/// The baseline of the last line of a page.
const FOOT: f64 = HEIGHT - 12.0;
/// Kept free for the page number beside the imprint.
const PAGE_NUMBER: f64 = 36.0;

const HEADING: Type = Type::bold(18);
const MONTH: Type = Type::bold(12);
const PLAIN: Type = Type::regular(10);
const FIGURE: Type = Type::bold(16);
const SMALL: Type = Type::regular(8);

/// From one baseline of small print to the next.
const SMALL_LEADING: f64 = 3.8;
/// From one figure above the table to the next.
const FIGURES_APART: f64 = 46.0;

/// Lays the report out. There is always a page, and each begins its part of the table with the header row.
pub(super) fn lay_out(report: &AttendanceReport, faces: &Faces) -> Vec<Page> {
    let imprint = faces.lines(&words::imprint(report), RIGHT - LEFT - PAGE_NUMBER, SMALL);
    let rule = FOOT - SMALL_LEADING * lines(&imprint) - 1.0;
    let mut composer = Composer { faces, pages: vec![Page::default()], y: TOP, bottom: rule - 3.0 };
    composer.opening(report);
    composer.header_row();
    if report.rows.is_empty() {
        composer.row(Row::remark(words::NOBODY, LEFT, faces), report);
    }
    for (row, number) in report.rows.iter().zip(1..) {
        let is_good = row.summary.rating() == Rating::Good;
        composer.row(Row::body(&words::cells(number, row), is_good, LEFT, faces), report);
    }
    let mut pages = composer.pages;
    let count = pages.len();
    for (page, number) in pages.iter_mut().zip(1..) {
        foot(page, rule, &imprint, &words::page_number(number, count), faces);
    }
    pages
}

/// What every page ends with.
fn foot(page: &mut Page, rule: f64, imprint: &[String], number: &str, faces: &Faces) {
    let first = rule + 1.0 + SMALL_LEADING;
    page.rule(rule, Ink::Light);
    page.lines(LEFT, first, SMALL_LEADING, SMALL, Ink::Grey, imprint);
    page.words(RIGHT - faces.width(number, SMALL), first, SMALL, Ink::Grey, number.to_owned());
}

#[expect(clippy::cast_precision_loss, reason = "a few lines")]
fn lines(lines: &[String]) -> f64 {
    lines.len() as f64
}

impl Page {
    fn words(&mut self, x: f64, baseline: f64, face: Type, ink: Ink, text: String) {
        self.marks.push(Mark::Words { x, baseline, face, ink, text });
    }

    /// Lines below each other; the answer is the baseline of the last one.
    fn lines(&mut self, x: f64, baseline: f64, leading: f64, face: Type, ink: Ink, lines: &[String]) -> f64 {
        let baselines = std::iter::successors(Some(baseline), |at| Some(at + leading));
        let mut last = baseline;
        for (line, baseline) in lines.iter().zip(baselines) {
            self.words(x, baseline, face, ink, line.clone());
            last = baseline;
        }
        last
    }

    fn rule(&mut self, y: f64, ink: Ink) {
        self.marks.push(Mark::Rule { y, left: LEFT, right: RIGHT, ink });
    }
}

/// Fills pages from top to bottom.
struct Composer<'a> {
    faces: &'a Faces,
    /// Never empty.
    pages: Vec<Page>,
    /// How far the last page is filled.
    y: f64,
    /// How far it may be.
    bottom: f64,
}

impl Composer<'_> {
    fn draw(&mut self, put: impl FnOnce(&mut Page)) {
        if let Some(page) = self.pages.last_mut() {
            put(page);
        }
    }

    /// Text over the whole width; `gap` is from what stands above it to its first baseline.
    fn text(&mut self, text: &str, face: Type, ink: Ink, gap: f64, leading: f64) {
        let lines = self.faces.lines(text, RIGHT - LEFT, face);
        let first = self.y + gap;
        let mut last = first;
        self.draw(|page| last = page.lines(LEFT, first, leading, face, ink, &lines));
        self.y = last;
    }

    /// What the first page begins with.
    fn opening(&mut self, report: &AttendanceReport) {
        self.text(&report.organisation, PLAIN, Ink::Grey, 3.0, 4.8);
        self.text(words::HEADING, HEADING, Ink::Dark, 9.5, 8.0);
        self.text(&words::month(report), MONTH, Ink::Dark, 7.5, 6.0);
        self.text(&words::scope(report), PLAIN, Ink::Dark, 5.8, 4.8);
        self.text(&words::made_at(report), SMALL, Ink::Grey, 4.8, SMALL_LEADING);
        self.figures(report);
        for paragraph in words::legend() {
            self.text(&paragraph, SMALL, Ink::Grey, SMALL_LEADING + 0.7, SMALL_LEADING);
        }
        self.y += 5.0;
    }

    fn figures(&mut self, report: &AttendanceReport) {
        let baseline = self.y + 12.0;
        let columns = std::iter::successors(Some(LEFT), |at| Some(at + FIGURES_APART));
        for ((figure, caption), x) in words::totals(report).into_iter().zip(columns) {
            self.draw(|page| {
                page.words(x, baseline, FIGURE, Ink::Dark, figure);
                page.words(x, baseline + 4.4, SMALL, Ink::Grey, caption.to_owned());
            });
        }
        self.y = baseline + 7.4;
    }

    fn header_row(&mut self) {
        let row = Row::head(LEFT, self.faces);
        let (top, bottom) = (self.y, self.y + row.height());
        self.draw(|page| {
            page.marks.push(Mark::Ground { top, bottom, left: LEFT, right: LEFT + table::width() });
            page.marks.extend(row.marks(top));
        });
        self.y = bottom;
    }

    /// A row, on a new page where this one is full.
    fn row(&mut self, row: Row, report: &AttendanceReport) {
        for part in row.parts() {
            let height = part.height();
            if self.y + height > self.bottom {
                self.turn(report);
            }
            let top = self.y;
            self.draw(|page| {
                page.marks.extend(part.marks(top));
                page.rule(top + height, Ink::Light);
            });
            self.y += height;
        }
    }

    /// Begins another page.
    fn turn(&mut self, report: &AttendanceReport) {
        self.pages.push(Page::default());
        self.y = TOP;
        let (baseline, month) = (self.y + 2.0, words::month(report));
        let x = RIGHT - self.faces.width(&month, SMALL);
        self.draw(|page| {
            page.words(LEFT, baseline, SMALL, Ink::Grey, words::HEADING.to_owned());
            page.words(x, baseline, SMALL, Ink::Grey, month);
        });
        self.y += 5.0;
        self.header_row();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_as_wide_as_the_text() {
        assert!((table::width() - (RIGHT - LEFT)).abs() < f64::EPSILON);
    }
}
