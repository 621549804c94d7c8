//! The letter about the audit log.

use super::*;
use application::audit::AuditBrokenLetter;

fn broken() -> AuditBrokenLetter {
    AuditBrokenLetter { position: 12, at: "2026-06-10T09:30:07.5Z".parse().ok(), kind: Some("days-decided".to_owned()) }
}

#[test]
fn its_subject_says_that_the_audit_log_does_not_verify() {
    let letter = Letter::new(named("Ada", "Admin"), &broken());
    assert_eq!(written(&letter).subject, "Acme & Sons: the audit log does not verify");
}

/// The letters about the audit log, for somebody of this name.
pub(super) fn about_the_audit_log(name: &FullName) -> Vec<(Letter, Vec<&'static str>)> {
    let gone = AuditBrokenLetter { at: None, kind: None, ..broken() };
    vec![
        (
            Letter::new(name.clone(), &broken()),
            vec![
                "12",
                "2026-06-10 11:30:07 (Europe/Berlin)",
                "Days decided",
                "https://daybook.example.org/admin/audit-logs",
            ],
        ),
        (Letter::new(name.clone(), &gone), vec!["12", "The entry is gone or cannot be read"]),
    ]
}
