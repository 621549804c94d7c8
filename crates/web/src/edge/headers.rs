//! The headers that every answer carries, and the one of a report from a lagging standby.

use std::time::Duration;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, PERMISSIONS_POLICY, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

use super::RequestId;

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";
const DATA_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
const NO_PERMISSIONS: &str = "accelerometer=(), autoplay=(), camera=(), display-capture=(), \
    encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), \
    payment=(), picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), \
    xr-spatial-tracking=()";

const DAYBOOK_LAG: HeaderName = HeaderName::from_static("daybook-lag");
const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Which part of the portal an address belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    Page,
    /// Data: never kept by a cache, and nothing in it ever runs.
    Data,
}

impl Zone {
    pub(crate) fn of(path: &str) -> Self {
        if path == "/api" || path.starts_with("/api/") { Self::Data } else { Self::Page }
    }
}

/// How far behind the standby that answered a report may be.
#[derive(Clone, Copy, Debug)]
pub struct Lag(pub Duration);

impl Lag {
    /// Writes it in whole seconds, at least one.
    pub(super) fn apply(self, headers: &mut HeaderMap) {
        let seconds = self.0.as_secs() + u64::from(self.0.subsec_nanos() > 0);
        headers.insert(DAYBOOK_LAG, HeaderValue::from(seconds.max(1)));
    }
}

/// What the headers depend on.
#[derive(Clone, Copy, Debug)]
pub struct Security {
    /// What browsers are told of https, where that is how the portal is reached.
    pub hsts: Option<Hsts>,
}

/// Which hosts browsers ask by https alone for a year after they have seen the portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hsts {
    /// The portal's.
    Host,
    /// And every host below it, of which its operator may not know.
    Subdomains,
}

impl Hsts {
    const fn value(self) -> &'static str {
        match self {
            Self::Host => "max-age=31536000",
            Self::Subdomains => "max-age=31536000; includeSubDomains",
        }
    }
}

impl Security {
    pub(crate) fn apply(self, headers: &mut HeaderMap, id: RequestId, zone: Zone) {
        let policy = match zone {
            Zone::Page => PAGE_POLICY,
            Zone::Data => DATA_POLICY,
        };
        headers.reserve(12);
        let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
        set(CONTENT_SECURITY_POLICY, policy);
        set(X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(X_FRAME_OPTIONS, "DENY");
        set(REFERRER_POLICY, "no-referrer");
        set(OPENER_POLICY, "same-origin");
        set(RESOURCE_POLICY, "same-origin");
        set(PERMISSIONS_POLICY, NO_PERMISSIONS);
        if let Some(hsts) = self.hsts {
            set(STRICT_TRANSPORT_SECURITY, hsts.value());
        }
        // Only a file that says so itself may be kept.
        if zone == Zone::Data || !headers.contains_key(CACHE_CONTROL) {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if let Ok(value) = id.with(HeaderValue::from_str) {
            headers.insert(X_REQUEST_ID, value);
        }
    }
}
