//! Puts pages on the paper, through the PDF library's drawing layer alone: nothing is fitted there.

use super::face::Type;
use super::page::{HEIGHT, Ink, Mark, Page, WIDTH};
use genpdf::fonts::FontCache;
use genpdf::render::{Area, Renderer};
use genpdf::style::{Color, Style};
use genpdf::{Position, Size};
use printpdf::{CustomPdfConformance, PdfConformance};

/// How wide a stroke is, in points: a hairline.
pub(super) const STROKE: f64 = 0.4;
/// Half of it, in millimetres.
const HALF_STROKE: f64 = STROKE / 2.0 * 25.4 / 72.0;
/// From one stroke of the ground to the next: they overlap a little, so that no paper shines through.
const STROKES_APART: f64 = 1.7 * HALF_STROKE;

/// A file with these pages.
pub(super) fn draw(pages: &[Page], fonts: &mut FontCache) -> Result<Vec<u8>, genpdf::error::Error> {
    let size = Size::new(WIDTH, HEIGHT);
    // Neither a colour profile nor a second copy of the title and the dates.
    let plain =
        CustomPdfConformance { requires_icc_profile: false, requires_xmp_metadata: false, ..Default::default() };
    let mut renderer = Renderer::new(size, "")?.with_conformance(PdfConformance::Custom(plain));
    fonts.load_pdf_fonts(&renderer)?;
    for (page, index) in pages.iter().zip(0..) {
        if index > 0 {
            renderer.add_page(size);
        }
        let area = renderer.last_page().last_layer().area();
        for mark in &page.marks {
            put(mark, &area, fonts)?;
        }
    }
    let mut file = Vec::new();
    renderer.write(&mut file)?;
    Ok(file)
}

fn put(mark: &Mark, area: &Area<'_>, fonts: &FontCache) -> Result<(), genpdf::error::Error> {
    match mark {
        Mark::Words { x, baseline, face, ink, text } => {
            let style = style(*face, *ink);
            // The library counts from the top of the line and stands the letters on its end.
            let top = *baseline - f64::from(style.font(fonts).glyph_height(face.size));
            if !area.print_str(fonts, Position::new(*x, top), style, text)? {
                let below = format!("a line stands below its page, at {baseline} mm");
                return Err(genpdf::error::Error::new(below, genpdf::error::ErrorKind::PageSizeExceeded));
            }
        }
        Mark::Rule { y, left, right, ink } => stroke(area, *y, (*left, *right), colour(*ink)),
        // The library draws strokes and no areas, so the ground is strokes side by side.
        Mark::Ground { top, bottom, left, right } => {
            let last = bottom - HALF_STROKE;
            let strokes = std::iter::successors(Some(top + HALF_STROKE), |y| Some(y + STROKES_APART));
            for y in strokes.take_while(|y| *y < last).chain([last]) {
                stroke(area, y, (*left, *right), Color::Rgb(232, 235, 238));
            }
        }
    }
    Ok(())
}

fn stroke(area: &Area<'_>, y: f64, (left, right): (f64, f64), colour: Color) {
    area.draw_line(vec![Position::new(left, y), Position::new(right, y)], Style::from(colour));
}

fn style(face: Type, ink: Ink) -> Style {
    let style = Style::from(colour(ink)).with_font_size(face.size);
    if face.is_bold { style.bold() } else { style }
}

fn colour(ink: Ink) -> Color {
    match ink {
        Ink::Dark => Color::Rgb(24, 28, 33),
        Ink::Grey => Color::Rgb(84, 92, 102),
        Ink::Light => Color::Rgb(166, 174, 183),
    }
}
