//! Whether a socket is asked for by the portal's own pages.
//!
//! A browser sends a page's origin with every upgrade, and no page can forge it. Without this check any page on the
//! internet could open a socket in the name of its reader.

use actix_web::HttpRequest;
use actix_web::http::header::{HOST, ORIGIN};

use crate::edge::{Proxies, is_https};

/// The portal's own origin.
#[derive(Clone, Debug)]
pub struct Origins {
    public: String,
}

impl Origins {
    /// `public_url` is the address under which people know the portal.
    pub fn new(public_url: &str) -> Self {
        Self { public: origin_of(public_url).to_ascii_lowercase() }
    }

    /// Whether the request comes from one of the portal's own pages.
    pub fn admit(&self, request: &HttpRequest, proxies: &Proxies) -> bool {
        let mut origins = request.headers().get_all(ORIGIN);
        let (Some(origin), None) = (origins.next(), origins.next()) else {
            return false;
        };
        let Ok(origin) = origin.to_str() else {
            return false;
        };
        if origin.eq_ignore_ascii_case(&self.public) {
            return true;
        }
        // The same server under another of its names, as localhost for 127.0.0.1: the page's origin is the
        // address that the browser asked for.
        let scheme = if is_https(request, proxies) { "https" } else { "http" };
        let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
        let own = host.map(|host| format!("{scheme}://{host}"));
        own.is_some_and(|own| origin.eq_ignore_ascii_case(&own))
    }
}

/// `https://portal.example/daybook/` → `https://portal.example`
fn origin_of(url: &str) -> &str {
    let after_scheme = url.find("://").map_or(0, |at| at + 3);
    let end = url
        .char_indices()
        .find(|(at, c)| *at >= after_scheme && matches!(c, '/' | '?' | '#'))
        .map_or(url.len(), |(at, _)| at);
    url.get(..end).unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn admitted(public: &str, host: &str, origin: Option<&str>) -> bool {
        let mut request = TestRequest::default().insert_header((HOST, host));
        if let Some(origin) = origin {
            request = request.insert_header((ORIGIN, origin));
        }
        Origins::new(public).admit(&request.to_http_request(), &Proxies::default())
    }

    #[test]
    fn only_own_pages_open_sockets() {
        let public = "https://Portal.example/";
        assert!(admitted(public, "portal.example", Some("https://portal.example")));
        assert!(admitted("http://127.0.0.1:8080", "localhost:8080", Some("http://localhost:8080")));
        for foreign in [
            "https://evil.example",
            "null",
            "",
            "https://sub.portal.example",
            "https://portal.example:8443",
            "https://portal.example.evil",
            "https://portal.example/",
            "https://portal.example.",
        ] {
            assert!(!admitted(public, "portal.example", Some(foreign)), "{foreign}");
        }
        assert!(!admitted(public, "portal.example", None));
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (url, origin) in [
            ("https://a.example/x/y", "https://a.example"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("https://a.example?x", "https://a.example"),
        ] {
            assert_eq!(origin_of(url), origin);
        }
    }
}
