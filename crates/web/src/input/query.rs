//! Reading a query string, one named value at a time.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::str::FromStr;

use chrono::NaiveDate;
use domain::person::Role;
use domain::text::{TextError, line};
use domain::time::{YEARS, parse_date};

use super::Refused;

/// A query that knows its names.
pub trait Query: Sized {
    /// Reads the values it knows. Others are ignored.
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused>;
}

/// Both, the first before the second.
impl<A: Query, B: Query> Query for (A, B) {
    fn read(pairs: &Pairs<'_>) -> Result<Self, Refused> {
        Ok((A::read(pairs)?, B::read(pairs)?))
    }
}

/// Says how the fields of a query are read, in this order: the first value that does not fit is the one that is named.
macro_rules! read_query {
    ($query:ident, $pairs:ident => { $($field:ident: $value:expr),+ $(,)? }) => {
        impl $crate::input::query::Query for $query {
            fn read($pairs: &$crate::input::query::Pairs<'_>) -> Result<Self, $crate::input::Refused> {
                Ok(Self { $($field: $value),+ })
            }
        }
    };
}
pub(crate) use read_query;

/// The pairs of a query string, decoded.
pub struct Pairs<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Pairs<'a> {
    pub fn parse(query: &'a str) -> Self {
        if query.is_empty() {
            return Self(Vec::new());
        }
        Self(form_urlencoded::parse(query.as_bytes()).collect())
    }

    /// The value under a name. A name with nothing behind it counts as left out.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Refused> {
        let mut found = self.0.iter().filter(|(key, _)| key == name);
        let value = found.next().map(|(_, value)| value.as_ref());
        if found.next().is_some() {
            return Err(Refused::because(format!("{name} is given twice")));
        }
        Ok(value.filter(|value| !value.is_empty()))
    }

    fn parsed<T>(&self, name: &str, what: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>, Refused> {
        self.text(name)?
            .map(|text| parse(text).ok_or_else(|| Refused::because(format!("{name} must be {what}"))))
            .transpose()
    }

    /// A whole number, in plain digits.
    pub fn whole(&self, name: &str, range: RangeInclusive<u32>) -> Result<Option<u32>, Refused> {
        let what = format!("a whole number from {} to {}", range.start(), range.end());
        self.parsed(name, &what, |text| {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit());
            let number = plain.then(|| text.parse().ok())??;
            range.contains(&number).then_some(number)
        })
    }

    pub fn month(&self, name: &str) -> Result<Option<u32>, Refused> {
        self.whole(name, 1..=12)
    }

    pub fn year(&self, name: &str) -> Result<Option<i32>, Refused> {
        let years = YEARS.start().unsigned_abs()..=YEARS.end().unsigned_abs();
        Ok(self.whole(name, years)?.and_then(|year| year.try_into().ok()))
    }

    pub fn date(&self, name: &str) -> Result<Option<NaiveDate>, Refused> {
        self.parsed(name, "a date (YYYY-MM-DD)", parse_date)
    }

    pub fn id<T: FromStr>(&self, name: &str) -> Result<Option<T>, Refused> {
        self.parsed(name, "an id", |text| text.parse().ok())
    }

    /// Several ids with commas between them.
    pub fn ids<T: FromStr>(&self, name: &str) -> Result<Option<Vec<T>>, Refused> {
        self.parsed(name, "a list of ids with commas between them", |text| {
            text.split(',').map(|id| id.parse().ok()).collect()
        })
    }

    /// Roles with commas between them.
    pub fn roles(&self, name: &str) -> Result<Vec<Role>, Refused> {
        let what = format!("one or more of {}", Role::ALL.map(Role::name).join(", "));
        let roles = self.parsed(name, &what, |text| text.split(',').map(|role| role.parse().ok()).collect())?;
        Ok(roles.unwrap_or_default())
    }

    pub fn flag(&self, name: &str) -> Result<Option<bool>, Refused> {
        self.parsed(name, "true or false", |text| text.parse().ok())
    }

    /// Words to look for. Nothing but white space is nothing.
    pub fn search(&self, name: &str, longest: usize) -> Result<Option<String>, Refused> {
        match self.text(name)?.map(|text| line(text, longest)) {
            None | Some(Err(TextError::Blank)) => Ok(None),
            Some(Ok(words)) => Ok(Some(words)),
            Some(Err(why)) => Err(Refused::because(why.sentence(name))),
        }
    }

    /// One of a few words, whatever their case.
    pub fn one_of<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, Refused> {
        let list: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        self.parsed(name, &format!("one of {}", list.join(", ")), |text| {
            words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|(_, value)| *value)
        })
    }

    /// A value that may not be missing.
    pub fn needed<T>(&self, name: &str, value: Option<T>) -> Result<T, Refused> {
        value.ok_or_else(|| Refused::because(format!("{name} is required")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal<T: std::fmt::Debug>(result: Result<T, Refused>) -> String {
        result.unwrap_err().sentence
    }

    #[test]
    fn numbers_are_plain_digits_in_range() {
        for wrong in ["0", "-1", "1001", "1e3", "+5", "18446744073709551616", "x", "1.0"] {
            let query = format!("limit={}", wrong.replace('+', "%2B"));
            let said = refusal(Pairs::parse(&query).whole("limit", 1..=1000));
            assert_eq!(said, "limit must be a whole number from 1 to 1000", "{wrong}");
        }
        assert_eq!(Pairs::parse("limit=20").whole("limit", 1..=1000).unwrap(), Some(20));
        assert_eq!(Pairs::parse("limit=").whole("limit", 1..=1000).unwrap(), None);
        assert_eq!(Pairs::parse("").whole("limit", 1..=1000).unwrap(), None);
    }

    #[test]
    fn a_name_stands_once() {
        let said = refusal(Pairs::parse("page=1&page=2").whole("page", 1..=9));
        assert_eq!(said, "page is given twice");
    }

    #[test]
    fn ids_dates_and_words_say_what_they_must_be() {
        let pairs = Pairs::parse("userId=EMP1001&from=2026-02-30&status=late&year=26");
        assert_eq!(refusal(pairs.id::<domain::id::UserId>("userId")), "userId must be an id");
        assert_eq!(refusal(pairs.date("from")), "from must be a date (YYYY-MM-DD)");
        assert_eq!(
            refusal(pairs.one_of("status", &[("pending", 1), ("done", 2)])),
            "status must be one of pending, done"
        );
        assert_eq!(refusal(pairs.year("year")), "year must be a whole number from 1900 to 2200");
        let pairs = Pairs::parse("role=Employee,ADMIN&userIds=1&viewAll=yes&search=a%00b");
        assert_eq!(refusal(pairs.roles("role")), "role must be one or more of Employee, Manager, HR, Admin, Boss");
        let said = refusal(pairs.ids::<domain::id::UserId>("userIds"));
        assert_eq!(said, "userIds must be a list of ids with commas between them");
        assert_eq!(refusal(pairs.flag("viewAll")), "viewAll must be true or false");
        assert_eq!(refusal(pairs.search("search", 5)), "search contains characters that are not allowed");
    }

    #[test]
    fn lists_stand_with_commas_and_words_without_their_margins() {
        let pairs = Pairs::parse("role=HR,Employee&viewAll=true&search=+ann+&none=++");
        assert_eq!(pairs.roles("role").unwrap(), [Role::Hr, Role::Employee]);
        assert_eq!(pairs.flag("viewAll").unwrap(), Some(true));
        assert_eq!(pairs.search("search", 5).unwrap().as_deref(), Some("ann"));
        assert_eq!(pairs.search("none", 5).unwrap(), None);
        assert_eq!(
            pairs.search("search", 2).map_err(|why| why.sentence),
            Err("search must be at most 2 characters".into())
        );
    }

    #[test]
    fn what_may_not_be_missing_is_asked_for() {
        let pairs = Pairs::parse("");
        assert_eq!(refusal(pairs.needed("month", pairs.month("month").unwrap())), "month is required");
    }
}
