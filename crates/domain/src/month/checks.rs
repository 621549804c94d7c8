//! Of which revision a checksum or a file is (months.md 1.9).

use super::payroll::{CHECKSUM_HEADING, hexadecimal};
use crate::sheet::BYTE_ORDER_MARK;
use sha2::{Digest as _, Sha256};
use std::ops::Range;

/// How many digits a checksum has.
const DIGITS: usize = 64;

/// The refusal of a text that is not a checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChecksumError;

impl ChecksumError {
    pub const fn sentence(self) -> &'static str {
        "Enter the 64 characters of a checksum"
    }
}

/// Reads a checksum as typed: in either case, with blanks and line breaks wherever they stand.
pub fn parse_checksum(typed: &str) -> Result<String, ChecksumError> {
    let digits: String = typed.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
    let is_one = digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if is_one { Ok(digits) } else { Err(ChecksumError) }
}

crate::names! {
    /// What a checksum or a file is.
    pub enum CheckResult {
        /// The newest revision of a closed month.
        Current = "current",
        /// An older one, or one of a month that was reopened.
        Superseded = "superseded",
        /// A file that names a revision whose content it does not have.
        Changed = "changed",
        Unknown = "unknown",
    }
}

impl CheckResult {
    /// What it is, where a revision has the checksum. `is_whole`: the content has it, or there is none.
    pub const fn of(is_whole: bool, is_current: bool) -> Self {
        match (is_whole, is_current) {
            (false, _) => Self::Changed,
            (true, true) => Self::Current,
            (true, false) => Self::Superseded,
        }
    }
}

/// More cells than these in a line, and no file of ours is read on: each takes more room here than in the file.
const CELLS: usize = 1_000;

/// What a file says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub checksum: String,
    /// Whether its content has that checksum.
    pub is_whole: bool,
}

impl Claim {
    /// What this file claims; `None` where it is not a CSV in UTF-8 with one and the same checksum in the column of that name.
    pub fn of_file(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let mut records = Records { text, at: 0 };
        let header = records.next()??;
        let column = header.cells.iter().position(|cell| value(text, cell) == CHECKSUM_HEADING)?;
        let mut hash = Sha256::new();
        header.add_to(&mut hash, text)?;
        let mut named: Option<String> = None;
        for record in records {
            let record = record?;
            record.add_to(&mut hash, text)?;
            if record.is_blank() {
                continue;
            }
            let checksum = parse_checksum(&value(text, record.cells.get(column)?)).ok()?;
            if *named.get_or_insert_with(|| checksum.clone()) != checksum {
                return None;
            }
        }
        let checksum = named?;
        let is_whole = hexadecimal(hash) == checksum;
        Some(Self { checksum, is_whole })
    }
}

/// A line of a CSV; a line break in quotes does not end it.
struct Record {
    /// Where its cells stand in the file, quotes included.
    cells: Vec<Range<usize>>,
    /// Where its end stands: a line break, or nothing at the end of the file.
    end: Range<usize>,
}

impl Record {
    fn is_blank(&self) -> bool {
        matches!(self.cells.as_slice(), [only] if only.is_empty())
    }

    /// Adds the record without its last comma and the cell after it.
    fn add_to(&self, hash: &mut Sha256, text: &str) -> Option<()> {
        let first = self.cells.first()?.start;
        let last = self.cells.last()?.start;
        hash.update(text.get(first..last.saturating_sub(1).max(first))?);
        hash.update(text.get(self.end.clone())?);
        Some(())
    }
}

/// What a cell says: without its quotes.
fn value(text: &str, cell: &Range<usize>) -> String {
    let cell = text.get(cell.clone()).unwrap_or_default();
    match cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => cell.to_owned(),
    }
}

/// The records of a text in their order; `Some(None)` where it is not a CSV.
struct Records<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Records<'_> {
    type Item = Option<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        if self.at >= bytes.len() {
            return None;
        }
        let mut cells = Vec::new();
        loop {
            let Some(cell) = cell_at(bytes, self.at) else {
                self.at = bytes.len();
                return Some(None);
            };
            let end = cell.end;
            if cells.len() == CELLS {
                self.at = bytes.len();
                return Some(None);
            }
            cells.push(cell);
            match bytes.get(end) {
                Some(b',') => self.at = end + 1,
                ended => {
                    let length = match (ended, bytes.get(end + 1)) {
                        (Some(b'\r'), Some(b'\n')) => 2,
                        (None, _) => 0,
                        _ => 1,
                    };
                    self.at = end + length;
                    return Some(Some(Record { cells, end: end..self.at }));
                }
            }
        }
    }
}

/// The cell that begins at `from`; `None` where a quote stands in it that should not, or one is missing.
fn cell_at(bytes: &[u8], from: usize) -> Option<Range<usize>> {
    let ends = |byte: &u8| matches!(byte, b',' | b'\r' | b'\n');
    let rest = bytes.get(from..)?;
    if rest.first() != Some(&b'"') {
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        return (!rest.get(..length)?.contains(&b'"')).then_some(from..from + length);
    }
    let mut at = 1;
    loop {
        at += rest.get(at..)?.iter().position(|byte| *byte == b'"')? + 1;
        match rest.get(at) {
            Some(b'"') => at += 1,
            None => return Some(from..from + at),
            Some(byte) => return ends(byte).then_some(from..from + at),
        }
    }
}
