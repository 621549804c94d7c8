//! The lines of an iCalendar file: unfolded, and split into name and value.

/// A property with its value as it stands. Of its parameters none is needed: a date and a time differ by their form, and whole days have
/// no zone.
pub(super) struct Property {
    /// The line of the file on which it begins, from 1.
    pub(super) line: u32,
    /// In capitals.
    pub(super) name: String,
    pub(super) value: String,
}

/// All properties, in their order. A line without a name is none.
pub(super) fn properties(text: &str) -> impl Iterator<Item = Property> {
    let mut lines = (1..).zip(text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))).peekable();
    std::iter::from_fn(move || {
        let (number, first) = lines.next()?;
        let mut whole = first.to_owned();
        // A line that begins with a blank or a tab continues the one before.
        while let Some((_, folded)) = lines.next_if(|(_, line)| line.starts_with([' ', '\t'])) {
            whole.extend(folded.chars().skip(1));
        }
        Some((number, whole))
    })
    .filter_map(|(line, whole)| {
        let colon = end_of_parameters(&whole)?;
        let (before, value) = (whole.get(..colon)?, whole.get(colon + 1..)?);
        let name = before.split(';').next().unwrap_or_default().trim().to_ascii_uppercase();
        Some(Property { line, name, value: value.to_owned() })
    })
}

/// The place of the colon before the value. One within quotation marks belongs to a parameter.
fn end_of_parameters(line: &str) -> Option<usize> {
    let mut is_quoted = false;
    line.char_indices().find_map(|(place, c)| {
        is_quoted ^= c == '"';
        (c == ':' && !is_quoted).then_some(place)
    })
}

/// A value of the kind TEXT, without its escapes.
pub(super) fn text(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n' | 'N')) => text.push('\n'),
            ('\\', Some(escaped)) => text.push(escaped),
            (plain, _) => text.push(plain),
        }
    }
    text
}
