//! The front end's files, carried in the binary.
//!
//! Only what was there at build time can be served: no file system is asked, so no path can lead out of it.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH, VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;

use crate::error::{Code, Failure};
use crate::reply::accepts;

struct File {
    address: &'static str,
    kind: &'static str,
    tag: &'static str,
    plain: &'static [u8],
    br: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// Answers whatever no operation answers: a file, or the page that is the client's whole application.
pub(crate) async fn serve(request: HttpRequest) -> Result<HttpResponse, Failure> {
    let path = request.path();
    let is_below =
        |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if is_below("/api") || is_below("/ws") {
        return Err(Failure::new(Code::NotFound));
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Err(Failure::method_not_allowed("GET, HEAD"));
    }
    match find(path) {
        Some(file) => Ok(send(file, request.headers())),
        // A page of yesterday asks for the script of yesterday: a page in its place would only confuse it.
        None if is_below("/assets") => Err(Failure::new(Code::NotFound)),
        None => {
            find("/index.html").map(|page| send(page, request.headers())).ok_or_else(|| Failure::new(Code::NotFound))
        }
    }
}

/// The notices of everything in the program, as `/licences.txt` shows them.
pub fn licences() -> &'static str {
    find("/licences.txt").and_then(|file| str::from_utf8(file.plain).ok()).unwrap_or_default()
}

fn find(address: &str) -> Option<&'static File> {
    let at = FILES.binary_search_by(|file| file.address.cmp(address)).ok()?;
    FILES.get(at)
}

fn send(file: &'static File, asked: &HeaderMap) -> HttpResponse {
    let (encoding, bytes) = choose(file, asked);
    let tag = format!("\"{}-{}\"", file.tag, encoding.unwrap_or("plain"));
    let is_known = asked
        .get_all(IF_NONE_MATCH)
        .filter_map(|tags| tags.to_str().ok())
        .flat_map(|tags| tags.split(','))
        .any(|known| matches!(known.trim().trim_start_matches("W/"), known if known == "*" || known == tag));
    let mut response = if is_known {
        HttpResponse::new(StatusCode::NOT_MODIFIED)
    } else {
        HttpResponse::with_body(StatusCode::OK, Bytes::from_static(bytes)).map_into_boxed_body()
    };
    let headers = response.headers_mut();
    // Vite names what lies in /assets by its content, so it never changes under its name.
    let keep = if file.address.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    if !is_known {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
    }
    response
}

/// The smallest form that the client takes.
fn choose(file: &'static File, asked: &HeaderMap) -> (Option<&'static str>, &'static [u8]) {
    [("br", file.br), ("gzip", file.gzip)]
        .into_iter()
        .find_map(|(name, bytes)| bytes.filter(|_| accepts(asked, name)).map(|bytes| (Some(name), bytes)))
        .unwrap_or((None, file.plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_has_a_page() {
        assert!(FILES.is_sorted_by_key(|file| file.address));
        assert!(find("/index.html").is_some());
        for stranger in ["/../Cargo.toml", "/index.html/", "/.env", "", "/assets/../index.html"] {
            assert!(find(stranger).is_none(), "{stranger}");
        }
    }

    #[test]
    fn the_licences_are_those_of_daybook_its_fonts_rust_and_the_crates() {
        let headings = ["Daybook", "Noto Sans, the font", "Besley, the font", "The standard library of Rust", "Crates"];
        for heading in headings {
            assert!(licences().contains(&format!("=\n{heading}")), "{heading}");
        }
    }

    static SCRIPT: File = File {
        address: "/assets/app-1.js",
        kind: "text/javascript; charset=utf-8",
        tag: "00",
        plain: b"plain",
        br: Some(b"br"),
        gzip: Some(b"gz"),
    };

    fn asking(name: actix_web::http::header::HeaderName, value: &'static str) -> HttpResponse {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_static(value));
        send(&SCRIPT, &headers)
    }

    #[test]
    fn each_form_has_its_own_tag() {
        use actix_web::http::header::ACCEPT_ENCODING;
        let br = asking(ACCEPT_ENCODING, "gzip, br");
        assert_eq!(br.headers().get(CONTENT_ENCODING), Some(&HeaderValue::from_static("br")));
        let gzip = asking(ACCEPT_ENCODING, "gzip, br;q=0");
        assert_eq!(gzip.headers().get(CONTENT_ENCODING), Some(&HeaderValue::from_static("gzip")));
        assert_ne!(br.headers().get(ETAG), gzip.headers().get(ETAG));
        assert_eq!(asking(IF_NONE_MATCH, "\"00-plain\"").status(), StatusCode::NOT_MODIFIED);
        assert_eq!(asking(IF_NONE_MATCH, "\"x\", W/\"00-plain\"").status(), StatusCode::NOT_MODIFIED);
        assert_eq!(asking(IF_NONE_MATCH, "\"00-br\"").status(), StatusCode::OK);
    }
}
