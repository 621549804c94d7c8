//! From bytes to text.

use domain::import::{Encoding, FileRefusal};
use std::borrow::Cow;

/// The text of a file without its byte order mark, in the chosen encoding or in the detected one: that of the mark, else UTF-8, else
/// Windows-1252, in which any bytes are a text.
pub(super) fn decode(bytes: &[u8], chosen: Option<Encoding>) -> Result<(Encoding, Cow<'_, str>), FileRefusal> {
    let mark = encoding_rs::Encoding::for_bom(bytes)
        .and_then(|(marked, length)| Some((Encoding::ALL.into_iter().find(|one| table_of(*one) == marked)?, length)));
    let detect = || {
        let is_utf8 = std::str::from_utf8(bytes).is_ok();
        if is_utf8 { Encoding::Utf8 } else { Encoding::Windows1252 }
    };
    let encoding = chosen.or(mark.map(|(marked, _)| marked)).unwrap_or_else(detect);
    let start = mark.filter(|(marked, _)| *marked == encoding).map_or(0, |(_, length)| length);
    let bytes = bytes.get(start..).unwrap_or_default();
    let text = table_of(encoding).decode_without_bom_handling_and_without_replacement(bytes);
    text.map(|text| (encoding, text)).ok_or(FileRefusal::Encoding(encoding))
}

const fn table_of(encoding: Encoding) -> &'static encoding_rs::Encoding {
    match encoding {
        Encoding::Utf8 => encoding_rs::UTF_8,
        Encoding::Utf16Le => encoding_rs::UTF_16LE,
        Encoding::Utf16Be => encoding_rs::UTF_16BE,
        Encoding::Windows1252 => encoding_rs::WINDOWS_1252,
    }
}
