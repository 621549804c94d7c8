//! The cookies in which a browser keeps its sign-ins by providers that are under way (sign-in.md 1.2): one for each, sealed. Then one for
//! the code that each has brought, so that the code counts in this browser alone.

use actix_web::HttpRequest;
use actix_web::http::header::{COOKIE, HeaderValue};
use application::sign_in::{KeptFlow, Started};
use domain::sign_in::{CODE_LIFETIME, FLOW_LIFETIME};

use crate::error::Failure;

/// The most that are looked at: nobody else's browser has more than a few.
const LOOKED_AT: usize = 32;

/// What a cookie keeps.
#[derive(Clone, Copy)]
enum Kind {
    Flow,
    Code,
}

/// How the cookies are named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlowCookies {
    is_https: bool,
}

impl FlowCookies {
    /// Those of a portal with this address.
    pub(crate) fn of(public_url: &str) -> Self {
        Self { is_https: public_url.starts_with("https://") }
    }

    /// The name of the cookie with this id.
    fn name(self, kind: Kind, id: &str) -> String {
        format!("{}{id}", self.prefix(kind))
    }

    fn prefix(self, kind: Kind) -> &'static str {
        // A browser takes the names of https over it alone, and from no other host, not even one of the same domain.
        match (kind, self.is_https) {
            (Kind::Flow, true) => "__Host-daybook-flow-",
            (Kind::Flow, false) => "daybook-flow-",
            (Kind::Code, true) => "__Host-daybook-code-",
            (Kind::Code, false) => "daybook-code-",
        }
    }

    /// The flows of the browser.
    pub(crate) fn kept(self, request: &HttpRequest) -> Vec<KeptFlow> {
        let flow = |(name, sealed): (&str, &str)| {
            let id = name.strip_prefix(self.prefix(Kind::Flow))?;
            is_id(id).then(|| KeptFlow { id: id.to_owned(), sealed: sealed.to_owned() })
        };
        cookies(request).filter_map(flow).take(LOOKED_AT).collect()
    }

    /// Whether the browser was given the code with this id.
    pub(crate) fn have_code(self, request: &HttpRequest, id: &str) -> bool {
        let wanted = self.name(Kind::Code, id);
        cookies(request).any(|(name, _)| name == wanted)
    }

    /// Has the browser keep that it was given a code.
    pub(crate) fn keep_code(self, id: &str) -> Result<HeaderValue, Failure> {
        self.set(&self.name(Kind::Code, id), "1", CODE_LIFETIME.num_seconds())
    }

    /// Has the browser keep a flow that begins, and forget those that make room for it.
    pub(crate) fn of_start(self, started: &Started) -> Result<Vec<HeaderValue>, Failure> {
        let kept = std::iter::once(self.keep(&started.flow));
        kept.chain(started.over.iter().map(|id| self.forget(id))).collect()
    }

    /// Has the browser keep a flow.
    fn keep(self, flow: &KeptFlow) -> Result<HeaderValue, Failure> {
        self.set(&self.name(Kind::Flow, &flow.id), &flow.sealed, FLOW_LIFETIME.num_seconds())
    }

    /// Has the browser forget one.
    pub(crate) fn forget(self, id: &str) -> Result<HeaderValue, Failure> {
        self.set(&self.name(Kind::Flow, id), "", 0)
    }

    fn set(self, name: &str, value: &str, seconds: i64) -> Result<HeaderValue, Failure> {
        let secure = if self.is_https { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::try_from(cookie).map_err(|error| Failure::internal(error.to_string()))
    }
}

fn cookies(request: &HttpRequest) -> impl Iterator<Item = (&str, &str)> {
    let lines = request.headers().get_all(COOKIE).filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='))
}

fn is_id(id: &str) -> bool {
    id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn flow(id: &str, sealed: &str) -> KeptFlow {
        KeptFlow { id: id.to_owned(), sealed: sealed.to_owned() }
    }

    #[test]
    fn a_browser_brings_the_flows_that_it_was_given_and_no_others() {
        let line = "theme=dark; daybook-flow-0123456789abcdef=s1; daybook-flow-x=s2; daybook-flow-0123456789abcdeF==";
        let request = TestRequest::default().append_header((COOKIE, line)).to_http_request();
        let kept = FlowCookies::of("http://127.0.0.1:8080").kept(&request);
        assert_eq!(kept, [flow("0123456789abcdef", "s1"), flow("0123456789abcdeF", "=")]);
        // What another host of the domain may have set is not looked at.
        assert_eq!(FlowCookies::of("https://portal.example").kept(&request), []);
        let host = TestRequest::default().append_header((COOKIE, "__Host-daybook-flow-0123456789abcdef=s"));
        let kept = FlowCookies::of("https://portal.example").kept(&host.to_http_request());
        assert_eq!(kept, [flow("0123456789abcdef", "s")]);
    }

    #[test]
    fn a_cookie_is_for_this_portal_alone_and_for_ten_minutes() {
        let flow = flow("0123456789abcdef", "sealed");
        let https = FlowCookies::of("https://portal.example");
        assert_eq!(
            https.keep(&flow).unwrap(),
            "__Host-daybook-flow-0123456789abcdef=sealed; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"
        );
        assert_eq!(
            FlowCookies::of("http://127.0.0.1:8080").forget(&flow.id).unwrap(),
            "daybook-flow-0123456789abcdef=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
        );
    }
}
