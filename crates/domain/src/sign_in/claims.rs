//! What a provider says, as a tree of values: the claims of a token, its documents and its keys.

use std::collections::BTreeMap;

/// A value of JSON. Numbers are whole seconds, where they are anything that a rule reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimValue {
    Null,
    Boolean(bool),
    Number(i64),
    Text(String),
    List(Vec<Self>),
    Object(BTreeMap<String, Self>),
}

impl ClaimValue {
    /// The member with this name. A member that is null counts as absent.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.get(name).filter(|value| **value != Self::Null),
            _ => None,
        }
    }

    /// The text of a member.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Self::as_text)
    }

    /// The number of a member.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(Self::Number(number)) => Some(*number),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The texts of a list, or the one text; everything else in it is left out.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Text(text) => vec![text],
            Self::List(values) => values.iter().filter_map(Self::as_text).collect(),
            _ => Vec::new(),
        }
    }

    /// The value at a path of names with dots between them. A name may itself have dots, as that of a claim that is an address.
    pub fn at(&self, path: &str) -> Option<&Self> {
        self.get(path).or_else(|| {
            path.match_indices('.').find_map(|(dot, _)| {
                let (name, rest) = path.split_at_checked(dot)?;
                self.get(name)?.at(rest.strip_prefix('.')?)
            })
        })
    }
}

/// Builds claims for tests: `object(&[("sub", text("1"))])`.
#[cfg(test)]
pub(super) mod build {
    use super::ClaimValue;

    pub(in super::super) fn object(members: &[(&str, ClaimValue)]) -> ClaimValue {
        ClaimValue::Object(members.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
    }

    pub(in super::super) fn text(text: &str) -> ClaimValue {
        ClaimValue::Text(text.to_owned())
    }

    pub(in super::super) fn texts(texts: &[&str]) -> ClaimValue {
        ClaimValue::List(texts.iter().map(|one| text(one)).collect())
    }

    /// The same claims with one more, or another value of it.
    pub(in super::super) fn with(claims: &ClaimValue, name: &str, value: ClaimValue) -> ClaimValue {
        let ClaimValue::Object(mut members) = claims.clone() else { panic!("no object: {claims:?}") };
        members.insert(name.to_owned(), value);
        ClaimValue::Object(members)
    }

    /// The same claims without one.
    pub(in super::super) fn without(claims: &ClaimValue, name: &str) -> ClaimValue {
        let ClaimValue::Object(mut members) = claims.clone() else { panic!("no object: {claims:?}") };
        members.remove(name);
        ClaimValue::Object(members)
    }
}

#[cfg(test)]
mod tests {
    use super::build::{object, text, texts};
    use super::*;

    #[test]
    fn a_path_leads_through_objects_and_through_names_with_dots() {
        let claims = object(&[
            ("groups", texts(&["a"])),
            ("realm_access", object(&[("roles", texts(&["b"]))])),
            ("https://portal.example.org/claims", object(&[("roles", text("c"))])),
            ("a.b", text("whole")),
            ("a", object(&[("b", text("nested"))])),
        ]);
        let found = |path: &str| claims.at(path).map(ClaimValue::texts);
        assert_eq!(found("groups"), Some(vec!["a"]));
        assert_eq!(found("realm_access.roles"), Some(vec!["b"]));
        assert_eq!(found("https://portal.example.org/claims.roles"), Some(vec!["c"]));
        assert_eq!(found("a.b"), Some(vec!["whole"]), "the name that fits whole wins");
        for path in ["realm_access", "realm_access.roles.b", "realm_access.", "", ".", "groups.a"] {
            assert_eq!(found(path).unwrap_or_default(), Vec::<&str>::new(), "{path}");
        }
    }

    #[test]
    fn null_is_absent_and_a_list_keeps_its_texts() {
        let mixed = ClaimValue::List(vec![text("a"), ClaimValue::Number(7), ClaimValue::Null]);
        let claims = object(&[("email", ClaimValue::Null), ("groups", mixed), ("iat", ClaimValue::Number(5))]);
        assert_eq!((claims.get("email"), claims.text("email"), claims.number("iat")), (None, None, Some(5)));
        assert_eq!(claims.get("groups").map(ClaimValue::texts), Some(vec!["a"]));
        assert_eq!((claims.number("groups"), text("a").get("a")), (None, None));
    }
}
