//! The few headers of an answer that are read.

use chrono::{DateTime, TimeDelta, Utc};
use hyper::HeaderMap;
use hyper::header::{AGE, CACHE_CONTROL, DATE, EXPIRES, HeaderName};

/// When the answer was given, by the clock of the server.
pub(crate) fn date(headers: &HeaderMap) -> Option<DateTime<Utc>> {
    time(headers, DATE)
}

/// How long the answer may be kept from now on, where it says so. One that may not be kept, or only with a question each time, names
/// no time.
pub(crate) fn keep_for(headers: &HeaderMap) -> Option<TimeDelta> {
    let lines = headers.get_all(CACHE_CONTROL).into_iter().filter_map(|line| line.to_str().ok());
    let directives: Vec<String> =
        lines.flat_map(|line| line.split(',')).map(|word| word.trim().to_ascii_lowercase()).collect();
    if directives.iter().any(|directive| directive == "no-store" || directive == "no-cache") {
        return None;
    }
    let max_age = directives.iter().find_map(|directive| directive.strip_prefix("max-age="));
    let max_age =
        max_age.and_then(|seconds| TimeDelta::try_seconds(seconds.trim_matches('"').parse::<u32>().ok()?.into()));
    let age = headers.get(AGE).and_then(|age| age.to_str().ok()?.trim().parse::<u32>().ok()).unwrap_or_default();
    match max_age {
        Some(max_age) => Some((max_age - TimeDelta::seconds(age.into())).max(TimeDelta::zero())),
        None => Some((time(headers, EXPIRES)? - date(headers)?).max(TimeDelta::zero())),
    }
}

/// A time of HTTP, as in *Sun, 06 Nov 1994 08:49:37 GMT*.
fn time(headers: &HeaderMap, name: HeaderName) -> Option<DateTime<Utc>> {
    let text = headers.get(name)?.to_str().ok()?;
    DateTime::parse_from_rfc2822(text.trim()).ok().map(|time| time.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    fn headers(lines: &[(HeaderName, &str)]) -> HeaderMap {
        lines.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn an_answer_says_how_long_it_may_be_kept() {
        let sunday = (DATE, "Sun, 06 Nov 1994 08:49:37 GMT");
        for (lines, seconds) in [
            (&[][..], None),
            (&[(CACHE_CONTROL, "public, max-age=3600")], Some(3_600)),
            (&[(CACHE_CONTROL, "Max-Age=\"60\" , must-revalidate")], Some(60)),
            (&[(CACHE_CONTROL, "max-age=21600"), (AGE, "600")], Some(21_000)),
            (&[(CACHE_CONTROL, "max-age=60"), (AGE, "600")], Some(0)),
            (&[(CACHE_CONTROL, "max-age=0")], Some(0)),
            (&[(CACHE_CONTROL, "no-cache, max-age=60")], None),
            (&[(CACHE_CONTROL, "no-store")], None),
            (&[(CACHE_CONTROL, "max-age=soon")], None),
            (&[(CACHE_CONTROL, "max-age=-1")], None),
            (&[sunday.clone(), (EXPIRES, "Sun, 06 Nov 1994 09:49:37 GMT")], Some(3_600)),
            (&[sunday.clone(), (EXPIRES, "Sun, 06 Nov 1994 07:49:37 GMT")], Some(0)),
            (&[sunday.clone(), (EXPIRES, "0")], None),
            (&[(EXPIRES, "Sun, 06 Nov 1994 09:49:37 GMT")], None),
        ] {
            assert_eq!(keep_for(&headers(lines)).map(|time| time.num_seconds()), seconds, "{lines:?}");
        }
        assert_eq!(date(&headers(&[sunday])).map(|at| at.to_rfc3339()), Some("1994-11-06T08:49:37+00:00".to_owned()));
        assert_eq!(date(&headers(&[(DATE, "now")])), None);
    }
}
