//! Binds drawn pages into one small file. The library writes everything uncompressed, together with the time when it
//! ran and things that no page needs, and takes some 30 MB of memory for every thousand rows until it has written them:
//! so it draws a few sheets at a time, and their pages are bound together here.

use super::draw::STROKE;
use super::face::UNUSED;
use chrono::NaiveDateTime;
use lopdf::{Dictionary, Document, Error, Object, ObjectId, Stream};

/// The file, as far as it is bound.
pub(super) struct Binder {
    file: Document,
    /// What every page is like, but for what stands on it: its size, and the faces that all share.
    page: Dictionary,
    pages: Vec<Object>,
}

impl Binder {
    /// Begins with these sheets, whose faces and page size the rest will use.
    pub(super) fn begin(drawn: &[u8]) -> Result<Self, Error> {
        let file = Document::load_mem(drawn)?;
        let first = file.get_pages().into_values().next().ok_or(Error::ObjectNotFound)?;
        let page = file.get_dictionary(first)?.clone();
        let mut binder = Self { file, page, pages: Vec::new() };
        binder.add(drawn)?;
        Ok(binder)
    }

    /// Adds the pages of these sheets.
    pub(super) fn add(&mut self, drawn: &[u8]) -> Result<(), Error> {
        let sheets = Document::load_mem(drawn)?;
        for page in sheets.get_pages().into_values() {
            // The library cannot set the width of a stroke, so a page begins with it.
            let mut content = format!("{STROKE} w\n").into_bytes();
            content.append(&mut sheets.get_page_content(page)?);
            let mut content = Stream::new(Dictionary::new(), content);
            content.compress()?;
            let mut page = self.page.clone();
            page.set("Contents", self.file.add_object(content));
            self.pages.push(Object::Reference(self.file.add_object(page)));
        }
        Ok(())
    }

    /// The finished file. The same pages give the same bytes.
    pub(super) fn finish(mut self, title: &str, made_at: NaiveDateTime) -> Result<Vec<u8>, Error> {
        let catalogue = self.file.trailer.get(b"Root")?.as_reference()?;
        let pages = self.file.get_dictionary(catalogue)?.get(b"Pages")?.as_reference()?;
        let catalogue = dictionary(&mut self.file, catalogue)?;
        catalogue.set("Lang", Object::string_literal("en"));
        // Each page is one layer, which is nothing that a reader should offer to hide.
        catalogue.remove(b"OCProperties");
        catalogue.remove(b"Outlines");
        let count = i64::try_from(self.pages.len()).map_err(|_| Error::PageNumberNotFound(u32::MAX))?;
        let root = dictionary(&mut self.file, pages)?;
        root.set("Count", count);
        root.set("Kids", self.pages);
        let about = self.file.add_object(about(title, made_at));
        self.file.trailer.set("Info", about);
        // Made up anew on each run.
        self.file.trailer.remove(b"ID");
        // What the catalogue calls the language came with this version.
        "1.4".clone_into(&mut self.file.version);
        for object in self.file.objects.values_mut() {
            if let Object::Dictionary(fonts) = object {
                for face in UNUSED {
                    fonts.remove(face.as_bytes());
                }
            }
        }
        self.file.prune_objects();
        for object in self.file.objects.values_mut() {
            // Fonts too: a reader inflates them like everything else.
            if let Object::Stream(stream) = object {
                stream.compress()?;
            }
        }
        let mut bytes = Vec::new();
        self.file.save_to(&mut bytes)?;
        Ok(bytes)
    }
}

fn dictionary(file: &mut Document, id: ObjectId) -> Result<&mut Dictionary, Error> {
    file.get_object_mut(id)?.as_dict_mut()
}

fn about(title: &str, made_at: NaiveDateTime) -> Dictionary {
    let date = made_at.format("D:%Y%m%d%H%M%S").to_string();
    let mut about = Dictionary::new();
    about.set("Title", Object::string_literal(title));
    about.set("Creator", Object::string_literal("Daybook"));
    about.set("CreationDate", Object::string_literal(date.as_str()));
    about.set("ModDate", Object::string_literal(date.as_str()));
    about
}
