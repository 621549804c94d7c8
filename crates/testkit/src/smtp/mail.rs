//! A mail, read as a mail program reads it: headers unfolded and decoded, and the words of its parts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

#[derive(Debug, Clone)]
pub struct Mail {
    headers: Vec<(String, String)>,
    pub plain: String,
    pub html: String,
}

impl Mail {
    /// Reads a mail of two alternative parts.
    pub fn parse(raw: &str) -> Self {
        let raw = raw.replace("\r\n", "\n");
        let (headers, body) = split(&raw);
        let kind = find(&headers, "content-type").expect("a content type");
        assert!(kind.starts_with("multipart/alternative"), "{kind}");
        let boundary = kind.split_once("boundary=\"").and_then(|(_, rest)| rest.split('"').next()).expect("a boundary");
        let between = format!("--{boundary}");
        let mut mail = Self { headers, plain: String::new(), html: String::new() };
        let parts: Vec<&str> = body.split(&between).skip(1).collect();
        assert!(parts.len() == 3, "two parts and an end: {raw}");
        for part in parts.iter().take(2) {
            let (headers, body) = split(part.trim_start_matches('\n'));
            let kind = find(&headers, "content-type").unwrap_or_default();
            let words = words(&headers, body);
            match kind.split(';').next() {
                Some("text/plain") => mail.plain = words,
                Some("text/html") => mail.html = words,
                other => panic!("a part of another kind: {other:?}"),
            }
        }
        mail
    }

    pub fn header(&self, name: &str) -> Option<String> {
        find(&self.headers, name).map(unencode)
    }

    pub fn header_names(&self) -> Vec<&str> {
        self.headers.iter().map(|(name, _)| name.as_str()).collect()
    }

    pub fn subject(&self) -> String {
        self.header("subject").unwrap_or_default()
    }

    /// The value of a named fact in the plain part: what follows the name and a colon in a line.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.plain.lines().find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(": "))
    }

    /// The link in the plain part that contains `path`.
    pub fn link(&self, path: &str) -> Option<&str> {
        self.plain.lines().map(str::trim).find(|line| line.starts_with("http") && line.contains(path))
    }
}

fn split(text: &str) -> (Vec<(String, String)>, &str) {
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut headers: Vec<(String, String)> = Vec::new();
    for line in head.lines() {
        if let Some((_, value)) = headers.last_mut().filter(|_| line.starts_with([' ', '\t'])) {
            value.push_str(line);
        } else {
            let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("no header: {line}"));
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    (headers, body)
}

fn find<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(have, _)| have == name).map(|(_, value)| value.as_str())
}

fn words(headers: &[(String, String)], body: &str) -> String {
    let bytes = match find(headers, "content-transfer-encoding") {
        Some("base64") => STANDARD.decode(body.split_whitespace().collect::<String>()).expect("base64"),
        Some("quoted-printable") => unquote(body, false),
        _ => body.as_bytes().to_vec(),
    };
    String::from_utf8(bytes).expect("text in UTF-8").replace("\r\n", "\n")
}

/// Quoted-printable; in a header an underline is a space.
fn unquote(text: &str, in_header: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'=' => {
                let first = rest.next().unwrap_or(b'\n');
                if first == b'\n' {
                    continue;
                }
                let digits = [first, rest.next().unwrap_or_default()];
                let digits = std::str::from_utf8(&digits).expect("two digits");
                bytes.push(u8::from_str_radix(digits, 16).unwrap_or_else(|_| panic!("={digits}")));
            }
            b'_' if in_header => bytes.push(b' '),
            other => bytes.push(other),
        }
    }
    bytes
}

/// Decodes the encoded words of a header; white space between two of them counts for nothing.
fn unencode(value: &str) -> String {
    let mut decoded = Vec::new();
    let mut rest = value;
    let mut after_word = false;
    while let Some(start) = rest.find("=?") {
        let (before, word) = rest.split_at(start);
        let mut fields = word.splitn(5, '?');
        let (Some(_), Some(charset), Some(kind), Some(text), Some(tail)) =
            (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
        else {
            break;
        };
        assert!(charset.eq_ignore_ascii_case("utf-8"), "{charset}");
        if !(after_word && before.trim().is_empty()) {
            decoded.extend_from_slice(before.as_bytes());
        }
        decoded.extend(if kind.eq_ignore_ascii_case("b") {
            STANDARD.decode(text).expect("base64")
        } else {
            unquote(text, true)
        });
        rest = tail.strip_prefix('=').expect("the end of an encoded word");
        after_word = true;
    }
    decoded.extend_from_slice(rest.as_bytes());
    String::from_utf8(decoded).expect("text in UTF-8")
}
