//! A sign-in by a provider that is under way (sign-in.md 1.2).

use crate::Instant;
use chrono::Duration;

/// How long a sign-in by a provider may take.
pub const FLOW_LIFETIME: Duration = Duration::minutes(10);
/// How long the page may take to exchange the code of the callback, or to show why there is none.
pub const CODE_LIFETIME: Duration = Duration::seconds(60);
/// The most flows of one browser.
pub const MOST_FLOWS: usize = 8;
/// The longest address to return to, in bytes: as many flows as a browser may have fit into what proxies take for cookies.
const RETURN_MAX: usize = 400;

/// When a flow is over that began at `began`.
pub fn flow_ends_at(began: Instant) -> Instant {
    began + FLOW_LIFETIME
}

/// The path of this portal to return to: the one that was asked for, or the first page where that is none.
pub fn return_path(asked: Option<&str>) -> String {
    let is_path = |path: &&str| {
        // A browser takes a backslash for a slash, and what begins with two for another host.
        path.starts_with('/')
            && !path.starts_with("//")
            && path.len() <= RETURN_MAX
            && path.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'))
    };
    asked.filter(is_path).unwrap_or("/").to_owned()
}

/// Which flows of a browser make room for one more: those that are over or that nobody can read (`None`), and then the oldest.
pub fn flows_that_make_room<K: Clone>(flows: &[(K, Option<Instant>)], now: Instant) -> Vec<K> {
    let is_open = |began: &Instant| now < flow_ends_at(*began);
    let mut open: Vec<(&K, Instant)> =
        flows.iter().filter_map(|(flow, began)| began.filter(is_open).map(|began| (flow, began))).collect();
    open.sort_by_key(|(_, began)| *began);
    let over = flows.iter().filter(|(_, began)| !began.as_ref().is_some_and(is_open)).map(|(flow, _)| flow);
    over.chain(open.iter().take((open.len() + 1).saturating_sub(MOST_FLOWS)).map(|(flow, _)| *flow)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_returns_to_a_path_of_this_portal_and_to_nowhere_else() {
        for path in ["/", "/employee/timesheet?date=2026-06-10", "/a//b", "/%2F%2Fevil.example", "/a@b:c"] {
            assert_eq!(return_path(Some(path)), path);
        }
        for elsewhere in [
            "",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example/",
            "javascript:alert(1)",
            "employee",
            " /a",
            "/a b",
            "/\t/evil.example",
            "/a\r\nSet-Cookie: x",
            "/ü",
            "/\"\"",
            &format!("/{}", "a".repeat(400)),
        ] {
            assert_eq!(return_path(Some(elsewhere)), "/", "{elsewhere}");
        }
        assert_eq!(return_path(None), "/");
    }

    #[test]
    fn a_browser_has_at_most_eight_flows_and_the_oldest_make_room() {
        let now: Instant = "2026-06-10T10:00:00Z".parse().unwrap();
        let minutes_ago = |minutes| Some(now - Duration::minutes(minutes));
        let seven: Vec<(i64, Option<Instant>)> = (0..7).map(|n| (n, minutes_ago(n))).collect();
        assert_eq!(flows_that_make_room(&seven, now), [0_i64; 0]);
        let nine: Vec<(i64, Option<Instant>)> = (0..9).map(|n| (n, minutes_ago(n))).collect();
        assert_eq!(flows_that_make_room(&nine, now), [8, 7], "the ninth makes ten");
        let mixed = [("over", minutes_ago(10)), ("open", minutes_ago(9)), ("unreadable", None)];
        assert_eq!(flows_that_make_room(&mixed, now), ["over", "unreadable"]);
    }
}
