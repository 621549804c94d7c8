//! The audit log: reading it, taking it along, and having it verified (oversight.md 4).

use application::audit;

use crate::attachment::Attachment;
use crate::dto::audit::{
    AuditLogPage, AuditLogQuery, AuditPageQuery, LastVerification, Verification, VerificationData,
};
use crate::dto::envelope::Answer;
use crate::error::Failure;
use crate::input::{Call, Params, ask};
use crate::openapi::{PlainRefusals, QueryRefusals};
use crate::permission::{ExportAuditLog, ReadAuditLog, Report};
use crate::reply::Outcome;

/// A page of the audit log, newest first.
#[utoipa::path(
    get, path = "/api/audit-logs",
    params(AuditLogQuery, AuditPageQuery),
    responses((status = 200, description = "A page of entries", body = Answer<AuditLogPage>), QueryRefusals),
)]
pub async fn audit_logs(
    call: Call<Report<ReadAuditLog>, Params<(AuditLogQuery, AuditPageQuery)>>,
) -> Outcome<AuditLogPage> {
    let (Params((query, AuditPageQuery { cursor, limit })), call) = call.input();
    let page = ask!(call.read(audit::audit_log, query.into(), cursor, limit)).await?;
    Ok(Answer::of(page.into()))
}

/// The audit log as a spreadsheet, oldest entry first: of some days, or of the last 30.
#[utoipa::path(
    get, path = "/api/audit-logs/export",
    params(AuditLogQuery),
    responses((status = 200, description = "`Audit_Log_{from}_{to}.csv`", body = String, content_type = "text/csv; charset=utf-8"), QueryRefusals),
)]
pub async fn export_audit_logs(
    call: Call<Report<ExportAuditLog>, Params<AuditLogQuery>>,
) -> Result<Attachment, Failure> {
    let (Params(query), call) = call.input();
    let file =
        call.attempt(move |ports, caller| async move { audit::export(ports, &caller, query.into()).await }).await?;
    Ok(Attachment::audit_log(file))
}

/// The running verification, or the last one.
#[utoipa::path(
    get, path = "/api/audit-logs/verify",
    responses((status = 200, description = "The verification, or null", body = Answer<LastVerification>), PlainRefusals),
)]
pub async fn audit_verification(call: Call<ReadAuditLog>) -> Outcome<LastVerification> {
    let verification = ask!(call.read(audit::last_verification)).await?;
    Ok(Answer::of(LastVerification {
        verification: verification.map(|(verification, chain)| Verification::new(verification, &chain)),
    }))
}

/// Begins a verification, unless one is running already.
#[utoipa::path(
    post, path = "/api/audit-logs/verify",
    responses((status = 200, description = "The verification that was begun, or is running", body = Answer<VerificationData>), PlainRefusals),
)]
pub async fn verify_audit_log(call: Call<ReadAuditLog>) -> Outcome<VerificationData> {
    let (verification, chain) = ask!(call.write(audit::begin_verification)).await?;
    Ok(Answer::of(VerificationData { verification: Verification::new(verification, &chain) }))
}
