//! The API document, drawn from the handlers that the router serves.

use std::collections::BTreeMap;

use utoipa::openapi::path::PathItem;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, Modify, OpenApi};

use crate::dto::directory::DirectoryUser;
use crate::dto::envelope::ErrorEnvelope;
use crate::dto::month_forms::Blocker;
use crate::dto::socket::{ClientMessage, ServerMessage};
use crate::routes::{Operations, tag_of};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Daybook",
        description = "Timesheets: days are recorded, weeks are approved, rejections come back.\n\nEvery JSON answer stands in an envelope with `success`, and every failure carries a `code` and a `requestId`. A report that may be some seconds old says so in the header `Daybook-Lag`.",
        license(name = "MIT", identifier = "MIT"),
    ),
    servers((url = "/", description = "This portal")),
    components(schemas(Blocker, DirectoryUser, ErrorEnvelope, ServerMessage, ClientMessage)),
    modifiers(&Bearer),
)]
struct Document;

/// The document as pretty JSON, in an order that only changes when the interface does.
///
/// # Panics
/// Never: the document is made of strings, lists and maps with text keys.
pub fn openapi() -> String {
    let document = Document::openapi().merge_from(Operations::openapi());
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// The session token.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some("The token that a login answered"))
            .build();
        document.components.get_or_insert_default().add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// What holds of every operation: it has the tag of its module and the name of its handler, and asks for the session token where it says
/// nothing else.
pub(crate) struct Conventions;

impl Modify for Conventions {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        for item in document.paths.paths.values_mut() {
            let PathItem { get, put, post, patch, delete, .. } = item;
            for operation in [get, put, post, patch, delete].into_iter().flatten() {
                // Without a tag of its own an operation has the name of its module.
                for tag in operation.tags.iter_mut().flatten() {
                    *tag = tag_of(tag).unwrap_or(tag).to_owned();
                }
                operation.operation_id = operation.operation_id.as_deref().map(camel_case);
                operation.security.get_or_insert_with(|| vec![SecurityRequirement::new("bearer", [""; 0])]);
            }
        }
    }
}

/// `upcoming_holidays` as `upcomingHolidays`.
fn camel_case(name: &str) -> String {
    let mut begins_word = false;
    let letter = |letter: char| {
        let is_first = std::mem::replace(&mut begins_word, letter == '_');
        (letter != '_').then_some(if is_first { letter.to_ascii_uppercase() } else { letter })
    };
    name.chars().filter_map(letter).collect()
}

fn refusal(description: &str) -> RefOr<Response> {
    let envelope = Ref::from_schema_name("ErrorEnvelope");
    ResponseBuilder::new()
        .description(description)
        .content("application/json", Content::new(Some(envelope)))
        .build()
        .into()
}

fn refusals(of: &[&[(u16, &str)]]) -> BTreeMap<String, RefOr<Response>> {
    of.iter()
        .flat_map(|group| group.iter())
        .map(|(status, description)| (status.to_string(), refusal(description)))
        .collect()
}

const EVERYWHERE: &[(u16, &str)] = &[
    (405, "METHOD_NOT_ALLOWED: `Allow` names the methods"),
    (500, "INTERNAL_ERROR"),
    (503, "UNAVAILABLE: try again after `Retry-After` seconds"),
];
const SIGNED_IN: &[(u16, &str)] =
    &[(401, "UNAUTHENTICATED without a token, SESSION_INVALID where the session has ended")];
const ROLE: &[(u16, &str)] = &[(
    403,
    "FORBIDDEN by role or by whose it is, PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_REQUIRED, PASSWORDS_OFF, DATE_LOCKED",
)];
const BY_PASSWORD: &[(u16, &str)] = &[(403, "PASSWORDS_OFF")];
const INPUT: &[(u16, &str)] =
    &[(400, "INVALID_REQUEST where it does not parse, VALIDATION_FAILED where a rule refuses it")];
// Also where no body is read.
const SIZE: &[(u16, &str)] = &[(413, "PAYLOAD_TOO_LARGE: more than 64 KiB")];
const LIST_SIZE: &[(u16, &str)] = &[(413, "PAYLOAD_TOO_LARGE: more than 512 KiB")];
const FILE_SIZE: &[(u16, &str)] = &[(413, "PAYLOAD_TOO_LARGE: more than 8 MiB")];
const IMPORT_SIZE: &[(u16, &str)] = &[(413, "PAYLOAD_TOO_LARGE: more than 16 MiB")];
const IMPORT_BODY: &[(u16, &str)] = &[
    (408, "REQUEST_TIMEOUT: the body took longer than a minute"),
    (415, "UNSUPPORTED_MEDIA_TYPE: neither `text/csv` nor `text/calendar`"),
];
const FILE_BODY: &[(u16, &str)] = &[
    (408, "REQUEST_TIMEOUT: the body took longer than ten seconds"),
    (415, "UNSUPPORTED_MEDIA_TYPE: neither `application/json` nor `text/csv`"),
];
const BODY: &[(u16, &str)] = &[
    (408, "REQUEST_TIMEOUT: the body took longer than ten seconds"),
    (415, "UNSUPPORTED_MEDIA_TYPE: not `application/json`"),
];
const TIME: &[(u16, &str)] = &[(408, "REQUEST_TIMEOUT: the body took longer than ten seconds")];
const UNKNOWN: &[(u16, &str)] = &[(404, "NOT_FOUND")];
const CONFLICT: &[(u16, &str)] = &[(409, "CONFLICT with what has happened meanwhile, MONTH_CLOSED")];
const THROTTLED: &[(u16, &str)] = &[(429, "TOO_MANY_ATTEMPTS: try again after `Retry-After` seconds")];

/// Names the refusals that a kind of operation may answer with.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $($group:ident),+;)+) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                refusals(&[EVERYWHERE, $($group),+])
            }
        }
    )+};
}

refusals! {
    /// Anyone may call it, and nothing is read.
    OpenRefusals: SIZE;
    /// Anyone may go to a provider that is set.
    WayRefusals: SIZE, UNKNOWN;
    /// A provider may send something, which is no JSON.
    ProviderRefusals: INPUT, SIZE, TIME, UNKNOWN;
    /// Anyone who has a link may read what is behind it.
    LinkRefusals: SIZE, UNKNOWN;
    /// Anyone may send something, and is told nothing.
    ResetRequestRefusals: BY_PASSWORD, INPUT, SIZE, BODY;
    /// Anyone may try, and not too often.
    TryRefusals: BY_PASSWORD, INPUT, SIZE, BODY, THROTTLED;
    /// A new account.
    RegisterRefusals: SIGNED_IN, ROLE, INPUT, SIZE, BODY, CONFLICT, THROTTLED;
    /// A password that is looked at.
    LoginRefusals: SIGNED_IN, ROLE, INPUT, SIZE, BODY, THROTTLED;
    /// A signed-in caller, and nothing is read from the request.
    PlainRefusals: SIGNED_IN, ROLE, SIZE;
    /// A signed-in caller who names somebody.
    NamedRefusals: SIGNED_IN, ROLE, SIZE, UNKNOWN;
    /// A signed-in caller who decides on something that they name.
    DecisionRefusals: SIGNED_IN, ROLE, INPUT, SIZE, UNKNOWN, CONFLICT;
    /// A signed-in caller who ends something.
    EndRefusals: SIGNED_IN, ROLE, SIZE, UNKNOWN, CONFLICT;
    /// A signed-in caller with a query.
    QueryRefusals: SIGNED_IN, ROLE, INPUT, SIZE, UNKNOWN;
    /// A signed-in caller with a body.
    WriteRefusals: SIGNED_IN, ROLE, INPUT, SIZE, BODY, UNKNOWN, CONFLICT;
    /// A signed-in caller with a long list.
    ListRefusals: SIGNED_IN, ROLE, INPUT, LIST_SIZE, BODY, UNKNOWN, CONFLICT;
    /// A signed-in caller with a body or a file that is looked up.
    FileRefusals: SIGNED_IN, ROLE, INPUT, FILE_SIZE, FILE_BODY;
    /// A signed-in caller with a file that is imported.
    ImportRefusals: SIGNED_IN, ROLE, INPUT, IMPORT_SIZE, IMPORT_BODY, UNKNOWN;
    /// A new password.
    PasswordRefusals: SIGNED_IN, ROLE, INPUT, SIZE, BODY, CONFLICT, THROTTLED;
    /// The upgrade to a socket.
    SocketRefusals: SIGNED_IN, ROLE, INPUT, THROTTLED;
}
