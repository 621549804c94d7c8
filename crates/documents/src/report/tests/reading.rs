//! Reads a PDF back: the words on its pages, as a reader that copies text out of it finds them.

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::{BTreeMap, HashMap};

/// A PDF that was read back.
pub(super) struct Printed {
    pub(super) file: Document,
    /// For each page its pieces of text, in the order in which they are drawn.
    pub(super) pages: Vec<Vec<String>>,
}

impl Printed {
    pub(super) fn read(bytes: &[u8]) -> Self {
        let file = Document::load_mem(bytes).unwrap();
        let pages = file.get_pages().into_values().map(|page| pieces(&file, page)).collect();
        Self { file, pages }
    }

    /// All pages in one string, without spaces: words that stand on two lines are whole.
    pub(super) fn run_on(&self) -> String {
        run_on(&self.pages.concat().concat())
    }

    pub(super) fn about(&self) -> &Dictionary {
        let about = self.file.trailer.get(b"Info").unwrap().as_reference().unwrap();
        self.file.get_dictionary(about).unwrap()
    }
}

pub(super) fn run_on(text: &str) -> String {
    text.split_whitespace().collect()
}

fn pieces(file: &Document, page: ObjectId) -> Vec<String> {
    let fonts: HashMap<String, HashMap<u16, char>> =
        fonts(file, page).into_iter().map(|(name, font)| (name, letters(file, font))).collect();
    let mut letters = &HashMap::new();
    let mut pieces = Vec::new();
    for operation in Content::decode(&file.get_page_content(page).unwrap()).unwrap().operations {
        match operation.operator.as_str() {
            "Tf" => letters = &fonts[operation.operands[0].as_name_str().unwrap()],
            "TJ" => pieces.push(spell(operation.operands[0].as_array().unwrap(), letters)),
            "Tj" => panic!("text that is not placed by glyphs"),
            _ => {}
        }
    }
    pieces
}

pub(super) fn fonts(file: &Document, page: ObjectId) -> BTreeMap<String, &Dictionary> {
    let look_up = |from: &Dictionary, key: &[u8]| {
        let found = from.get(key).unwrap().as_reference().unwrap();
        file.get_dictionary(found).unwrap()
    };
    let fonts = look_up(look_up(file.get_dictionary(page).unwrap(), b"Resources"), b"Font");
    let names = fonts.iter().map(|(name, _)| name);
    names.map(|name| (String::from_utf8(name.clone()).unwrap(), look_up(fonts, name))).collect()
}

fn spell(glyphs: &[Object], letters: &HashMap<u16, char>) -> String {
    let glyphs = glyphs.iter().filter_map(|glyph| glyph.as_str().ok());
    glyphs.flat_map(|bytes| bytes.chunks(2)).map(|pair| letters[&u16::from_be_bytes([pair[0], pair[1]])]).collect()
}

/// Which letter each glyph of a font stands for, by its own table.
fn letters(file: &Document, font: &Dictionary) -> HashMap<u16, char> {
    let table = font.get(b"ToUnicode").unwrap().as_reference().unwrap();
    let Object::Stream(table) = file.get_object(table).unwrap() else { panic!("a table is a stream") };
    let table = String::from_utf8(table.decompressed_content().unwrap()).unwrap();
    let pairs = table.lines().filter_map(|line| line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <"));
    let hex = |digits: &str| u32::from_str_radix(digits, 16).unwrap();
    pairs
        .filter(|(glyph, _)| hex(glyph) != 0)
        .map(|(glyph, letter)| (u16::try_from(hex(glyph)).unwrap(), char::from_u32(hex(letter)).unwrap()))
        .collect()
}
