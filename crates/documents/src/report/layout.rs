//! Where everything stands.

use super::face::{Faces, Type};
use super::page::{HEIGHT, Ink, Mark, Page, WIDTH};
use super::table::{Grid, Row};
use super::words;
use application::ports::Report;

const LEFT: f64 = 14.0;
const RIGHT: f64 = WIDTH - LEFT;
const TOP: f64 = 15.0;
/// The baseline of the last line of a page.
const FOOT: f64 = HEIGHT - 12.0;
/// Kept free for the page number beside the imprint.
const PAGE_NUMBER: f64 = 36.0;

const HEADING: Type = Type::bold(18);
const PERIOD: Type = Type::bold(12);
const PLAIN: Type = Type::regular(10);
const FIGURE: Type = Type::bold(16);
const SMALL: Type = Type::regular(8);

/// From one baseline of small print to the next.
const SMALL_LEADING: f64 = 3.8;
/// From one figure above the table to the next.
const FIGURES_APART: f64 = 46.0;
const FIGURES_IN_A_ROW: usize = 4;

/// Lays the report out. There is always a page, and each begins its part of the table with the header row.
pub(super) fn lay_out(report: Report, faces: &Faces) -> Vec<Page> {
    let imprint = faces.lines(&words::imprint(&report), RIGHT - LEFT - PAGE_NUMBER, SMALL);
    let rule = FOOT - SMALL_LEADING * lines(&imprint) - 1.0;
    let mut composer = Composer {
        faces,
        grid: Grid::new(&report.table.columns, LEFT, RIGHT),
        heading: &report.heading,
        period: &report.period,
        pages: vec![Page::default()],
        y: TOP,
        bottom: rule - 3.0,
    };
    composer.opening(&report);
    composer.header_row();
    let mut rows = report.table.rows.peekable();
    if rows.peek().is_none() {
        composer.row(Row::remark(words::NO_ROWS, LEFT, faces));
    }
    for cells in rows {
        composer.row(Row::body(&cells, &composer.grid, faces));
    }
    for cells in &report.totals {
        composer.row(Row::total(cells, &composer.grid, faces));
    }
    let mut pages = composer.pages;
    let count = pages.len();
    for (page, number) in pages.iter_mut().zip(1..) {
        foot(page, rule, &imprint, &format!("Page {number} of {count}"), faces);
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
    grid: Grid<'a>,
    heading: &'a str,
    period: &'a str,
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
    fn opening(&mut self, report: &Report) {
        self.text(&report.organisation, PLAIN, Ink::Grey, 3.0, 4.8);
        self.text(&report.heading, HEADING, Ink::Dark, 9.5, 8.0);
        self.text(&report.period, PERIOD, Ink::Dark, 7.5, 6.0);
        for (subtitle, gap) in report.subtitles.iter().zip(std::iter::once(5.8).chain(std::iter::repeat(4.8))) {
            self.text(subtitle, PLAIN, Ink::Dark, gap, 4.8);
        }
        self.text(&words::made_at(report), SMALL, Ink::Grey, 4.8, SMALL_LEADING);
        self.figures(&report.figures);
        for paragraph in &report.legend {
            self.text(paragraph, SMALL, Ink::Grey, SMALL_LEADING + 0.7, SMALL_LEADING);
        }
        self.y += 5.0;
    }

    fn figures(&mut self, figures: &[(String, &str)]) {
        for row in figures.chunks(FIGURES_IN_A_ROW) {
            let baseline = self.y + 12.0;
            let columns = std::iter::successors(Some(LEFT), |at| Some(at + FIGURES_APART));
            for ((figure, caption), x) in row.iter().zip(columns) {
                self.draw(|page| {
                    page.words(x, baseline, FIGURE, Ink::Dark, figure.clone());
                    page.words(x, baseline + 4.4, SMALL, Ink::Grey, (*caption).to_owned());
                });
            }
            self.y = baseline + 7.4;
        }
    }

    fn header_row(&mut self) {
        let row = Row::head(&self.grid, self.faces);
        let (top, bottom) = (self.y, self.y + row.height());
        self.draw(|page| {
            page.marks.push(Mark::Ground { top, bottom, left: LEFT, right: RIGHT });
            page.marks.extend(row.marks(top));
        });
        self.y = bottom;
    }

    /// A row, on a new page where this one is full.
    fn row(&mut self, row: Row) {
        for part in row.parts() {
            let height = part.height();
            if self.y + height > self.bottom {
                self.turn();
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
    fn turn(&mut self) {
        self.pages.push(Page::default());
        self.y = TOP;
        let (baseline, heading, period) = (self.y + 2.0, self.heading.to_owned(), self.period.to_owned());
        let x = RIGHT - self.faces.width(&period, SMALL);
        self.draw(|page| {
            page.words(LEFT, baseline, SMALL, Ink::Grey, heading);
            page.words(x, baseline, SMALL, Ink::Grey, period);
        });
        self.y += 5.0;
        self.header_row();
    }
}
