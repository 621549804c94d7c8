//! A provider's discovery document.

use super::{ClaimValue, Endpoint, Issuer};

/// What a provider says of itself, as far as the portal needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The issuer in its own spelling, which its tokens and answers repeat.
    pub issuer: String,
    pub authorization: Endpoint,
    pub token: Endpoint,
    pub keys: Endpoint,
    /// Where claims that are missing in a token can be read. An address that cannot be used counts as none, as the next does.
    pub user_info: Option<Endpoint>,
    /// Where a person signs out there as well.
    pub end_session: Option<Endpoint>,
    /// Whether the answer to a sign-in names the issuer (RFC 9207).
    pub names_issuer_in_answer: bool,
    /// Whether the secret goes into the form of the call for a token: the provider takes it there, and not in a header.
    pub takes_secret_in_form: bool,
}

/// Why a document cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentError {
    /// It names another issuer than the set one, or none.
    Issuer(Option<String>),
    /// This member is missing, or is no address that the portal calls.
    Member(&'static str),
}

impl std::fmt::Display for DocumentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Issuer(Some(named)) => write!(f, "its discovery document names the issuer {named:?}"),
            Self::Issuer(None) => f.write_str("its discovery document names no issuer"),
            Self::Member(name) => write!(f, "its discovery document has no {name} that can be used"),
        }
    }
}

impl Document {
    /// Reads the document of `issuer`. An encrypted issuer has encrypted addresses only.
    pub fn read(issuer: &Issuer, document: &ClaimValue) -> Result<Self, DocumentError> {
        let named = document.text("issuer");
        let own = named.filter(|named| issuer.is(named));
        let own = own.ok_or_else(|| DocumentError::Issuer(named.map(|named| named.chars().take(200).collect())))?;
        let endpoint = |name: &str| {
            let endpoint = document.text(name).and_then(|text| Endpoint::parse(text).ok());
            endpoint.filter(|endpoint| endpoint.is_encrypted() || !issuer.is_encrypted())
        };
        let required = |name: &'static str| endpoint(name).ok_or(DocumentError::Member(name));
        let methods = document.get("token_endpoint_auth_methods_supported").map(ClaimValue::texts).unwrap_or_default();
        Ok(Self {
            issuer: own.to_owned(),
            authorization: required("authorization_endpoint")?,
            token: required("token_endpoint")?,
            keys: required("jwks_uri")?,
            user_info: endpoint("userinfo_endpoint"),
            end_session: endpoint("end_session_endpoint"),
            names_issuer_in_answer: document.get("authorization_response_iss_parameter_supported")
                == Some(&ClaimValue::Boolean(true)),
            takes_secret_in_form: methods.contains(&"client_secret_post") && !methods.contains(&"client_secret_basic"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::build::{object, text, texts, with, without};
    use super::*;

    fn document() -> ClaimValue {
        object(&[
            ("issuer", text("https://id.example.org/")),
            ("authorization_endpoint", text("https://id.example.org/authorize?tenant=a")),
            ("token_endpoint", text("https://id.example.org/token")),
            ("jwks_uri", text("https://keys.example.org/")),
            ("userinfo_endpoint", text("https://id.example.org/me")),
        ])
    }

    fn read(document: &ClaimValue) -> Result<Document, DocumentError> {
        Document::read(&Issuer::parse("https://id.example.org").unwrap(), document)
    }

    #[test]
    fn a_document_is_that_of_its_issuer_but_for_one_slash() {
        let found = read(&document()).unwrap();
        assert_eq!(
            (found.issuer.as_str(), found.token.as_str()),
            ("https://id.example.org/", "https://id.example.org/token")
        );
        assert_eq!((found.names_issuer_in_answer, found.takes_secret_in_form, found.end_session), (false, false, None));
        for other in ["https://id.example.org//", "https://id.example.com", "https://ID.example.org"] {
            let refused = read(&with(&document(), "issuer", text(other)));
            assert_eq!(refused, Err(DocumentError::Issuer(Some(other.to_owned()))));
        }
        let refused = read(&without(&document(), "issuer")).unwrap_err();
        assert_eq!(refused.to_string(), "its discovery document names no issuer");
    }

    fn unusable() -> [ClaimValue; 5] {
        [text("javascript:alert(1)"), text("http://localhost/a"), text("/token"), text(""), ClaimValue::Number(1)]
    }

    #[test]
    fn an_address_that_is_missing_or_unsafe_is_named() {
        for name in ["authorization_endpoint", "token_endpoint", "jwks_uri"] {
            assert_eq!(read(&without(&document(), name)), Err(DocumentError::Member(name)));
            for bad in unusable() {
                assert_eq!(read(&with(&document(), name, bad.clone())), Err(DocumentError::Member(name)), "{bad:?}");
            }
        }
        assert_eq!(read(&without(&document(), "userinfo_endpoint")).unwrap().user_info, None);
        for bad in unusable() {
            let found = with(&with(&document(), "userinfo_endpoint", bad.clone()), "end_session_endpoint", bad);
            let found = read(&found).unwrap();
            assert_eq!((found.user_info, found.end_session), (None, None), "nobody has to have them");
        }
    }

    #[test]
    fn on_this_machine_nothing_has_to_be_encrypted() {
        let issuer = Issuer::parse("http://localhost:9000").unwrap();
        let mut found = with(&document(), "issuer", text("http://localhost:9000"));
        found = with(&found, "token_endpoint", text("http://localhost:9000/token"));
        assert!(Document::read(&issuer, &found).is_ok());
        found = with(&found, "token_endpoint", text("http://id.example.org/token"));
        assert_eq!(Document::read(&issuer, &found), Err(DocumentError::Member("token_endpoint")));
    }

    #[test]
    fn what_a_provider_announces_is_read() {
        let announced = with(&document(), "authorization_response_iss_parameter_supported", ClaimValue::Boolean(true));
        assert!(read(&announced).unwrap().names_issuer_in_answer);
        for (methods, in_form) in [
            (&["client_secret_post"][..], true),
            (&["client_secret_post", "client_secret_basic"], false),
            (&["private_key_jwt"], false),
            (&[], false),
        ] {
            let document = with(&document(), "token_endpoint_auth_methods_supported", texts(methods));
            assert_eq!(read(&document).unwrap().takes_secret_in_form, in_form, "{methods:?}");
        }
    }
}
