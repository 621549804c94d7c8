//! The committed API document is the one that the code describes, and describes what the router serves.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use std::collections::BTreeSet;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use web::dto::accounts::{
    AssignManagerRequest, ChangePasswordRequest, ForgotPasswordRequest, RegisterRequest, ResetPasswordForRequest,
    ResetPasswordRequest, ToggleBlockRequest, UpdateProfileRequest, UpdateUserRequest,
};
use web::dto::imports::{ApplyImportRequest, CountryRequest};
use web::dto::leave_forms::{
    ApproveLeaveRequest, CancelLeaveRequest, KeepLeaveRequest, NewLeaveRequest, RejectLeaveRequest,
};
use web::dto::leave_ledger::AdjustmentRequest;
use web::dto::leave_types::{LeaveTypeRequest, NewLeaveTypeRequest};
use web::dto::mail_choices::MailChoicesRequest;
use web::dto::month_forms::{AcceptRequest, CheckRequest, CloseRequest, ExportRequest, RemindRequest, ReopenRequest};
use web::dto::pattern::WorkPatternRequest;
use web::dto::requests::{
    ApproveRequest, ExchangeRequest, FirstPasswordRequest, LoginRequest, RejectRequest, SecondStepRequest,
    SubmitRequest, ViewedRequest,
};
use web::dto::settings::SettingRequest;
use web::dto::unlocks::{AskForUnlockRequest, DeclineUnlockRequest, DirectUnlockRequest};
use web::dto::ways_in::{
    BeginTotpRequest, BreakGlassRequest, ConfirmTotpRequest, ProofRequest, RemoveIdentityRequest,
    ResetSecondFactorRequest,
};
use web::input::shape;
use web::routes::dashboard::OpenPositionsRequest;
use web::routes::holidays::HolidayRequest;
use web::routes::substitutions::SubstitutionRequest;

/// For operators and their tools, and no part of the API.
const UNDOCUMENTED: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

#[test]
fn the_committed_document_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == web::openapi(),
        "docs/openapi.json is stale: run `cargo xtask openapi` and commit what it writes"
    );
}

#[test]
fn the_document_and_the_router_have_the_same_addresses() {
    let document: Value = serde_json::from_str(&web::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let documented: BTreeSet<String> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let served: BTreeSet<String> = web::routes()
        .filter(|(_, address, _)| !UNDOCUMENTED.contains(address))
        .map(|(method, address, _)| format!("{method} {address}"))
        .collect();
    assert_eq!(served, documented);
}

const ID: &str = "0190163d-8694-739b-aea5-966c26f8ad91";

fn sample(document: &Value, schema: &Value) -> Value {
    if let Some(named) = schema["$ref"].as_str() {
        return sample(document, document.pointer(named.trim_start_matches('#')).unwrap());
    }
    if let Some(one) = schema["enum"].as_array() {
        return one[0].clone();
    }
    if let Some(kinds) = schema["oneOf"].as_array() {
        return sample(document, kinds.iter().find(|kind| kind["type"] != "null").unwrap());
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match (kind.unwrap(), schema["format"].as_str().unwrap_or_default()) {
        ("string", "uuid") => json!(ID),
        ("string", "date") => json!("2026-06-10"),
        ("string", "date-time") => json!("2026-06-10T09:00:00Z"),
        ("string", _) => json!(""),
        ("number" | "integer", _) => json!(1),
        ("boolean", _) => json!(true),
        ("array", _) => json!([sample(document, &schema["items"])]),
        ("object", _) if schema["properties"].is_object() => json!(members(document, schema)),
        ("object", _) => json!({ID: sample(document, &schema["additionalProperties"])}),
        other => panic!("no sample of {other:?}"),
    }
}

fn members(document: &Value, schema: &Value) -> Map<String, Value> {
    let fields = schema["properties"].as_object().unwrap();
    fields.iter().map(|(field, schema)| (field.clone(), sample(document, schema))).collect()
}

/// Whether the document lets a value be null.
fn is_nullable(schema: &Value) -> bool {
    let kinds = schema["type"].as_array().into_iter().flatten();
    kinds.chain(schema["oneOf"].as_array().into_iter().flatten().map(|kind| &kind["type"])).any(|kind| kind == "null")
}

/// The sentence for this body, or nothing where it fits.
fn refused<T: DeserializeOwned>(body: &Map<String, Value>) -> String {
    let read = shape::read::<T>(&serde_json::to_vec(body).unwrap());
    read.map_or_else(|refused| refused.sentence, |_| String::new())
}

/// Reads of one body what the document says of it, and gives its name.
fn compare<T: DeserializeOwned + ToSchema>(document: &Value) -> String {
    let name = T::name().into_owned();
    let schema = &document["components"]["schemas"][&name];
    let fields = schema["properties"].as_object().unwrap();
    let whole = members(document, schema);
    assert_eq!(refused::<T>(&whole), "", "{name}");
    for (field, kind) in fields {
        let with = |value: Value| {
            let mut body = whole.clone();
            body.insert(field.clone(), value);
            refused::<T>(&body)
        };
        // What a value has to be is another matter for every setting.
        if kind["$ref"] != "#/components/schemas/SettingValue" {
            assert!(with(json!([[]])).starts_with(&format!("{field} must be ")), "{name}: {}", with(json!([[]])));
        }
        if is_nullable(kind) {
            assert_eq!(with(Value::Null), "", "{name}: {field}");
        }
        let mut without = whole.clone();
        without.remove(field);
        let is_required = schema["required"].as_array().is_some_and(|required| required.contains(&json!(field)));
        assert!(is_required || refused::<T>(&without).is_empty(), "{name}: {field}");
    }
    name
}

#[test]
fn a_body_is_what_the_document_says_of_it() {
    let document: Value = serde_json::from_str(&web::openapi()).unwrap();
    let compared = [
        compare::<AcceptRequest>,
        compare::<AdjustmentRequest>,
        compare::<ApplyImportRequest>,
        compare::<ApproveLeaveRequest>,
        compare::<ApproveRequest>,
        compare::<AskForUnlockRequest>,
        compare::<AssignManagerRequest>,
        compare::<BeginTotpRequest>,
        compare::<BreakGlassRequest>,
        compare::<CancelLeaveRequest>,
        compare::<ChangePasswordRequest>,
        compare::<CheckRequest>,
        compare::<CloseRequest>,
        compare::<CountryRequest>,
        compare::<ConfirmTotpRequest>,
        compare::<DeclineUnlockRequest>,
        compare::<DirectUnlockRequest>,
        compare::<ExchangeRequest>,
        compare::<ExportRequest>,
        compare::<FirstPasswordRequest>,
        compare::<ForgotPasswordRequest>,
        compare::<HolidayRequest>,
        compare::<KeepLeaveRequest>,
        compare::<LeaveTypeRequest>,
        compare::<LoginRequest>,
        compare::<MailChoicesRequest>,
        compare::<NewLeaveRequest>,
        compare::<NewLeaveTypeRequest>,
        compare::<OpenPositionsRequest>,
        compare::<ProofRequest>,
        compare::<RegisterRequest>,
        compare::<RejectLeaveRequest>,
        compare::<RejectRequest>,
        compare::<RemindRequest>,
        compare::<RemoveIdentityRequest>,
        compare::<ReopenRequest>,
        compare::<ResetPasswordForRequest>,
        compare::<ResetPasswordRequest>,
        compare::<ResetSecondFactorRequest>,
        compare::<SecondStepRequest>,
        compare::<SettingRequest>,
        compare::<SubmitRequest>,
        compare::<SubstitutionRequest>,
        compare::<ToggleBlockRequest>,
        compare::<UpdateProfileRequest>,
        compare::<UpdateUserRequest>,
        compare::<ViewedRequest>,
        compare::<WorkPatternRequest>,
    ]
    .map(|compare| compare(&document));
    let operations =
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    let documented: BTreeSet<String> = operations
        .filter_map(|operation| operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str())
        .map(|reference| reference.replace("#/components/schemas/", ""))
        .collect();
    assert_eq!(BTreeSet::from(compared), documented, "every body is compared");
}
