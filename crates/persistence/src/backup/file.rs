//! The form of a backup file: lines of JSON in a gzip file, and a seal.
//!
//! ```text
//! {"backup":"daybook","format":1,"version":"0.1.0","schema":"m2026…","madeAt":"2026-06-10T09:00:00.000000Z"}
//! {"table":"users","columns":["id","email",…]}
//! ["019…","ann@example.org",…]
//! {"rows":{"users":1,…}}
//! {"sha256":"…"}
//! ```
//!
//! The last line is a gzip member of its own and the same for the same bytes before it. So a byte that is changed, missing or
//! added anywhere is found, also where a decompressor would not mind; and `zcat` reads the file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, SecondsFormat};
use domain::Instant;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use migrations::Migrator;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{Receiver, Sender};

use super::{BYTES_TOGETHER, BackupError, Piece, ROWS_TOGETHER, Result, RowCounts, beside};

/// The newest form that is read and written here.
const FORMAT: u64 = 1;
/// A heading is shorter than this; what has no line end before it is no backup.
const HEADING_MAX: u64 = 4_096;
/// A line is much shorter than this: a row has a few texts of some thousand characters.
const LINE_MAX: u64 = 64 << 20;
/// The length of what [`seal`] makes.
const SEAL: u64 = 10 + 5 + 78 + 8;
const NOT_ONE: &str = "it is not a Daybook backup";
const NOT_WHOLE: &str = "its checksum does not match, so it is incomplete or was changed";

/// What a file says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    pub made_at: Instant,
    pub version: String,
    /// The newest migration of the database that it is of.
    pub schema: String,
}

/// Writes the pieces into the file, which may be a pipe, and gives its size and its SHA-256.
pub(super) fn write(file: File, heading: &Heading, mut pieces: Receiver<Piece>) -> Result<(u64, String)> {
    let hashing = Hashing { inner: BufWriter::new(file), hash: Sha256::new(), bytes: 0 };
    let mut lines = GzEncoder::new(hashing, Compression::fast());
    let made_at = heading.made_at.to_rfc3339_opts(SecondsFormat::Micros, true);
    let first = json!({
        "backup": "daybook", "format": FORMAT, "version": heading.version, "schema": heading.schema, "madeAt": made_at,
    });
    writeln!(lines, "{first}")?;
    while let Some(piece) = pieces.blocking_recv() {
        match piece {
            Piece::Table { name, columns } => writeln!(lines, "{}", json!({ "table": name, "columns": columns }))?,
            Piece::Rows(rows) => rows.iter().try_for_each(|row| writeln!(lines, "{row}"))?,
            Piece::End(rows) => writeln!(lines, "{}", json!({ "rows": rows }))?,
        }
    }
    let mut file = lines.finish()?;
    let sealed = seal(&hexadecimal(file.hash.clone()));
    file.write_all(&sealed)?;
    let Hashing { inner, hash, bytes } = file;
    match inner.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all() {
        // A pipe has no disk of its own.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
        synced => synced?,
    }
    Ok((bytes, hexadecimal(hash)))
}

struct Hashing<W> {
    inner: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"))
}

/// A gzip member that holds the hash of everything before it. Made by hand, so that each version of the program and of its
/// libraries makes the same bytes (RFC 1951, 3.2.4; RFC 1952).
fn seal(sha256: &str) -> Vec<u8> {
    let line = format!("{}\n", json!({ "sha256": sha256 }));
    let mut crc = Crc::new();
    crc.update(line.as_bytes());
    let length = u16::try_from(line.len()).unwrap_or_default();
    let mut member = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 1];
    member.extend(length.to_le_bytes());
    member.extend((!length).to_le_bytes());
    member.extend(line.as_bytes());
    member.extend(crc.sum().to_le_bytes());
    member.extend(u32::from(length).to_le_bytes());
    member
}

/// A file that says of itself that it is a backup, and that this program can read.
#[derive(Debug, Clone)]
pub struct Backup {
    path: PathBuf,
    /// What it says of itself.
    pub heading: Heading,
}

impl Backup {
    /// Reads what the file says of itself. Whether it is whole is another question: [`Backup::check`].
    pub async fn open(path: &Path) -> Result<Self> {
        let path = path.to_owned();
        beside(move || {
            let heading = read_heading(&mut lines_of(&path)?)?;
            Ok(Self { path, heading })
        })
        .await
    }

    /// Whether each byte is as it was written. Gives the SHA-256 of the file.
    pub async fn check(&self) -> Result<String> {
        let path = self.path.clone();
        beside(move || check(File::open(path)?)).await
    }

    /// Reads the tables and hands them on.
    pub(super) async fn read(self, pieces: Sender<Piece>) -> Result<()> {
        beside(move || {
            let mut lines = lines_of(&self.path)?;
            read_heading(&mut lines)?;
            read_pieces(lines, &pieces)
        })
        .await
    }
}

fn lines_of(path: &Path) -> Result<impl BufRead + use<>> {
    let told = |error: io::Error| BackupError::Failed(format!("{} cannot be read: {error}", path.display()));
    let file = File::open(path).map_err(told)?;
    if file.metadata().map_err(told)?.is_dir() {
        return Err(BackupError::Damaged(NOT_ONE.to_owned()));
    }
    Ok(BufReader::new(MultiGzDecoder::new(BufReader::new(file))))
}

fn read_heading(lines: &mut impl BufRead) -> Result<Heading> {
    let not_one = || BackupError::Damaged(NOT_ONE.to_owned());
    let mut line = String::new();
    lines.take(HEADING_MAX).read_line(&mut line).map_err(|_| not_one())?;
    let said: Value = serde_json::from_str(&line).map_err(|_| not_one())?;
    let text = |name: &str| said.get(name).and_then(Value::as_str);
    let (Some("daybook"), Some(version), Some(format)) =
        (text("backup"), text("version"), said.get("format").and_then(Value::as_u64))
    else {
        return Err(not_one());
    };
    let schema = text("schema").unwrap_or_default();
    if format > FORMAT || !Migrator::names().iter().any(|known| known == schema) {
        return Err(BackupError::Newer(version.to_owned()));
    }
    let made_at = text("madeAt").and_then(|at| DateTime::parse_from_rfc3339(at).ok()).ok_or_else(not_one)?;
    Ok(Heading { made_at: made_at.to_utc(), version: version.to_owned(), schema: schema.to_owned() })
}

fn check(mut file: File) -> Result<String> {
    let not_whole = || BackupError::Damaged(NOT_WHOLE.to_owned());
    let before = file.metadata()?.len().checked_sub(SEAL).ok_or_else(not_whole)?;
    let mut hash = Hashing { inner: io::sink(), hash: Sha256::new(), bytes: 0 };
    io::copy(&mut BufReader::with_capacity(BYTES_TOGETHER, (&file).take(before)), &mut hash)?;
    let expected = seal(&hexadecimal(hash.hash.clone()));
    file.seek(SeekFrom::Start(before))?;
    let mut found = Vec::new();
    file.read_to_end(&mut found)?;
    hash.write_all(&found)?;
    if found == expected { Ok(hexadecimal(hash.hash)) } else { Err(not_whole()) }
}

/// The next line. One that never ends is given up before it fills the memory: a few bytes can unpack to any length.
fn next_line(lines: &mut impl BufRead) -> Result<Option<String>> {
    let mut line = String::new();
    let read = lines.take(LINE_MAX).read_line(&mut line).map_err(|error| BackupError::Damaged(error.to_string()))?;
    if read as u64 == LINE_MAX {
        return Err(BackupError::Damaged("it has a line that is too long".to_owned()));
    }
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    Ok(Some(line).filter(|_| read > 0))
}

/// What stands between the heading and the seal.
fn read_pieces(mut lines: impl BufRead, pieces: &Sender<Piece>) -> Result<()> {
    let wrong = || BackupError::Damaged("it has a line that makes no sense".to_owned());
    let hand_on = |piece| {
        pieces.blocking_send(piece).map_err(|_| BackupError::Failed("the rows are not taken any more".to_owned()))
    };
    let (mut rows, mut bytes) = (Vec::new(), 0);
    while let Some(line) = next_line(&mut lines)? {
        if line.starts_with('[') {
            bytes += line.len();
            rows.push(line);
            if rows.len() == ROWS_TOGETHER || bytes >= BYTES_TOGETHER {
                hand_on(Piece::Rows(std::mem::take(&mut rows)))?;
                bytes = 0;
            }
            continue;
        }
        if !rows.is_empty() {
            hand_on(Piece::Rows(std::mem::take(&mut rows)))?;
            bytes = 0;
        }
        let said: Value = serde_json::from_str(&line).map_err(|_| wrong())?;
        if let Some(counted) = said.get("rows") {
            let rows: RowCounts = serde_json::from_value(counted.clone()).map_err(|_| wrong())?;
            return hand_on(Piece::End(rows));
        }
        let name = said.get("table").and_then(Value::as_str).ok_or_else(wrong)?.to_owned();
        let columns = said.get("columns").cloned().ok_or_else(wrong)?;
        hand_on(Piece::Table { name, columns: serde_json::from_value(columns).map_err(|_| wrong())? })?;
    }
    Err(BackupError::Damaged("it ends before its last table".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading() -> Heading {
        Heading {
            made_at: "2026-06-10T09:00:00Z".parse().unwrap(),
            version: "0.1.0".into(),
            schema: Migrator::names().remove(0),
        }
    }

    /// A backup of one table in a file of its own, and the folder to remove.
    async fn made(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("daybook-{name}-{}", std::process::id()));
        let (pieces, taken) = tokio::sync::mpsc::channel(8);
        let rows = vec!["[1,\"ä\"]".to_owned(), "[2,null]".to_owned()];
        pieces.send(Piece::Table { name: "users".into(), columns: vec!["id".into(), "name".into()] }).await.unwrap();
        pieces.send(Piece::Rows(rows)).await.unwrap();
        pieces.send(Piece::End([("users".to_owned(), 2)].into())).await.unwrap();
        drop(pieces);
        let file = File::create(&path).unwrap();
        let (bytes, _) = tokio::task::spawn_blocking(move || write(file, &heading(), taken)).await.unwrap().unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().len(), bytes);
        path
    }

    #[test]
    fn a_line_without_an_end_is_given_up() {
        let endless = next_line(&mut BufReader::new(io::repeat(b'[')));
        assert!(matches!(endless, Err(BackupError::Damaged(why)) if why.contains("too long")));
        let mut lines = BufReader::new(&b"[1]\r\n[2]"[..]);
        let read: Vec<_> = std::iter::from_fn(|| next_line(&mut lines).unwrap()).collect();
        assert_eq!(read, ["[1]", "[2]"]);
    }

    #[tokio::test]
    async fn a_byte_that_is_changed_missing_or_added_anywhere_is_found() {
        let path = made("bytes").await;
        let whole = std::fs::read(&path).unwrap();
        let backup = Backup::open(&path).await.unwrap();
        assert_eq!(backup.heading, heading());
        backup.check().await.unwrap();
        for place in 0..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[place] ^= 1 << bit;
                std::fs::write(&path, &changed).unwrap();
                assert!(backup.check().await.is_err(), "bit {bit} of byte {place}");
            }
            std::fs::write(&path, &whole[..place]).unwrap();
            assert!(backup.check().await.is_err(), "only {place} bytes");
        }
        std::fs::write(&path, [whole.as_slice(), b"\0"].concat()).unwrap();
        assert!(backup.check().await.is_err(), "a byte more");
        std::fs::remove_file(path).unwrap();
    }

    #[tokio::test]
    async fn what_was_written_is_read_again() {
        let path = made("again").await;
        let (pieces, mut taken) = tokio::sync::mpsc::channel(8);
        Backup::open(&path).await.unwrap().read(pieces).await.unwrap();
        let Some(Piece::Table { name, columns }) = taken.recv().await else { panic!("no table") };
        assert_eq!((name.as_str(), columns), ("users", vec!["id".to_owned(), "name".to_owned()]));
        let Some(Piece::Rows(rows)) = taken.recv().await else { panic!("no rows") };
        assert_eq!(rows, ["[1,\"ä\"]", "[2,null]"]);
        let Some(Piece::End(rows)) = taken.recv().await else { panic!("no end") };
        assert_eq!(rows, [("users".to_owned(), 2)].into());
        let mut text = String::new();
        lines_of(&path).unwrap().read_to_string(&mut text).unwrap();
        assert!(text.lines().last().unwrap().starts_with("{\"sha256\":\""), "zcat reads the seal too: {text}");
        std::fs::remove_file(path).unwrap();
    }

    #[tokio::test]
    async fn a_file_of_another_kind_or_of_a_newer_daybook_is_refused() {
        let path = std::env::temp_dir().join(format!("daybook-other-{}", std::process::id()));
        let not_one = Err(BackupError::Damaged(NOT_ONE.into()));
        for bytes in ["", "a text", "\u{1f}\u{8b}"] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(Backup::open(&path).await.map(|_| ()), not_one, "{bytes:?}");
        }
        for (format, schema) in [(2, Migrator::names().remove(0)), (1, "m20991231_000001_later".to_owned())] {
            let mut newer = GzEncoder::new(File::create(&path).unwrap(), Compression::fast());
            let heading = json!({ "backup": "daybook", "format": format, "version": "9.0.0", "schema": schema });
            writeln!(newer, "{heading}").unwrap();
            newer.finish().unwrap();
            assert_eq!(Backup::open(&path).await.map(|_| ()), Err(BackupError::Newer("9.0.0".into())));
        }
        std::fs::remove_file(path).unwrap();
    }
}
