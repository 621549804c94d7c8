//! A table on A4 pages.
//!
//! It is made in three steps. `layout` decides where every word stands, with the widths that `face` has measured, so that
//! nothing is left to the PDF library to fit, and nothing that does not fit can be dropped by it. `draw` puts the words
//! and rules on sheets, and `bind` makes one small file of them.

mod bind;
mod draw;
mod face;
mod layout;
mod page;
mod table;
mod words;

use application::ports::Report;
use bind::Binder;
use face::Faces;

/// How many pages are drawn at a time.
const SHEETS: usize = 30;

/// Prints `report`. The error is for the log.
pub(crate) fn print(report: Report) -> Result<Vec<u8>, String> {
    let (title, made_at) = (words::title(&report), report.made_at);
    let faces = Faces::load()?;
    let pages = layout::lay_out(report, &faces);
    let mut fonts = faces.into_cache();
    let mut binder: Option<Binder> = None;
    for sheets in pages.chunks(SHEETS) {
        let drawn = draw::draw(sheets, &mut fonts).map_err(|error| error.to_string())?;
        match &mut binder {
            Some(binder) => binder.add(&drawn),
            None => Binder::begin(&drawn).map(|begun| binder = Some(begun)),
        }
        .map_err(|error| error.to_string())?;
    }
    let binder = binder.ok_or("a report without a page")?;
    binder.finish(&title, made_at).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
