//! Every use case that writes passes the gate of months (`application::gate`), or writes only what changes no day.
//!
//! The calls of a unit of work stand here in three lists. A call that stands in none of them is new: the person who adds it
//! says what it is.

use crate::cases::Case;

/// The calls that ask the gate: of any days, and of the day of a submission with what that reads anyway.
const GATE: [&str; 2] = ["MonthRepository::hold_open", "TimesheetRepository::for_submission"];
const BEGINS: [&str; 2] = ["Store::begin", "Store::begin_alone"];

/// The writing ports that change days.
const CHANGES_DAYS: [&str; 20] = [
    "TimesheetRepository::insert",
    "TimesheetRepository::record",
    "TimesheetRepository::rewrite",
    "TimesheetRepository::decide",
    "UnlockRepository::insert",
    "UnlockRepository::ask",
    "UnlockRepository::approve",
    "AbsenceRepository::mark",
    "AbsenceRepository::mark_freed",
    "HolidayRepository::insert",
    "HolidayRepository::update",
    "HolidayRepository::delete",
    // The joining date, of an Employee.
    "PersonRepository::insert",
    "WorkPatternRepository::change",
    "SalaryRepository::set",
    "SalaryRepository::shift",
    "LeaveRequestRepository::insert",
    "LeaveCountRepository::turn",
    "LeaveCountRepository::set_days",
    "MonthRepository::accept",
];

/// The writing ports that change no day: accounts and managers hold from today on (months.md 1.7), and the others follow a change
/// that has passed.
const CHANGES_NO_DAY: [&str; 59] = [
    "PersonRepository::set_password",
    "PersonRepository::next_employee_id",
    "PersonRepository::save",
    "PersonRepository::save_service",
    "PersonRepository::release_team",
    "SessionRepository::start",
    "SessionRepository::end_live",
    "SessionRepository::end",
    "SessionRepository::remember_address",
    "UnlockRepository::use_up",
    "UnlockRepository::end_those_of",
    "UnlockRepository::decline",
    "UnlockRepository::expire",
    "InboxRepository::notify_resubmission",
    "InboxRepository::view_resubmissions_of",
    "InboxRepository::view_resubmissions",
    "InboxRepository::notify",
    "InboxRepository::read_notices",
    "AbsenceRepository::mailed",
    "ThrottleRepository::save",
    "MailRepository::enqueue",
    "MailChoiceRepository::choose",
    "ResetRepository::ask",
    "ResetRepository::take_request",
    "ResetRepository::keep_link",
    "ResetRepository::take_link",
    "ResetRepository::drop_link",
    "SettingRepository::save",
    "LeaveTypeRepository::insert",
    "LeaveTypeRepository::update",
    "LeaveLedgerRepository::append",
    "LeaveFeedRepository::keep",
    "LeaveFeedRepository::end",
    "KeptValueRepository::set",
    "SubstitutionRepository::insert",
    "SubstitutionRepository::end",
    "SubstitutionRepository::end_those_of",
    "EventLog::append",
    // What is pending is rejected and withdrawn in a closed month too; for the rest the use case asks.
    "LeaveRequestRepository::set_status",
    "LeaveRequestRepository::shorten",
    "LeaveRequestRepository::add_steps",
    // Where months stand, and what is said of them. An acceptance ends with what is written about its day, which has passed.
    "MonthRepository::begin_close",
    "MonthRepository::discard_rows",
    "MonthRepository::add_rows",
    "MonthRepository::finish_close",
    "MonthRepository::abandon_close",
    "MonthRepository::reopen",
    "MonthRepository::note_export",
    "MonthRepository::end_acceptance",
    "MonthRepository::end_acceptance_on_leave",
    "MonthRepository::remind",
    "MonthRepository::keep_check",
    "MonthRepository::told",
    // The seals on what happened, and when jobs ran.
    "AuditRepository::seal",
    "AuditRepository::begin_verification",
    "AuditRepository::take_verification",
    "AuditRepository::keep_verification",
    "AuditRepository::prune",
    "JobRunRepository::keep",
];

/// The calls that only look, or lock.
const LOOKS: [&str; 58] = [
    "PersonRepository::employment",
    "PersonRepository::lock_login",
    "PersonRepository::any",
    "PersonRepository::for_change",
    "PersonRepository::for_change_by_email",
    "PersonRepository::acting_admins",
    "PersonRepository::tenures",
    "PersonRepository::recipients",
    "TimesheetRepository::of_day",
    "TimesheetRepository::for_decision",
    "TimesheetRepository::count_pending",
    "UnlockRepository::open_for",
    "UnlockRepository::owner",
    "UnlockRepository::for_decision",
    "UnlockRepository::undecided",
    "UnlockRepository::view",
    "AbsenceRepository::is_marked",
    "AbsenceRepository::unmailed",
    "InboxRepository::resubmission_managers",
    "InboxRepository::notice_owners",
    "HolidayRepository::all",
    "HolidayRepository::hold",
    "LeaveTypeRepository::all",
    "LeaveLedgerRepository::holders",
    "LeaveLedgerRepository::lock_next_holders",
    "LeaveLedgerRepository::rows",
    "LeaveLedgerRepository::uses",
    "ThrottleRepository::load",
    "SettingRepository::lock",
    "WorkPatternRepository::lock",
    "WorkPatternRepository::in_force",
    "SalaryRepository::of",
    "TimesheetRepository::any_before",
    "KeptValueRepository::lock",
    "MailChoiceRepository::wanting",
    "DigestRepository::next_readers",
    "DigestRepository::choices_of",
    "DigestRepository::unread_notices",
    "DigestRepository::stood_in_for_by",
    "DigestRepository::waiting",
    "DigestRepository::missing",
    "DigestRepository::pending_resubmissions",
    "DigestRepository::waiting_leave",
    "DigestRepository::unrecorded",
    "MailChoiceRepository::of",
    "SubstitutionRepository::days_of",
    "SubstitutionRepository::for_change",
    "LeaveLedgerRepository::lock_people",
    "LeaveRequestRepository::owners",
    "LeaveRequestRepository::halves",
    "LeaveRequestRepository::first_covered",
    "LeaveCountRepository::lock_in_question",
    "AuditRepository::lock_chain",
    "MonthRepository::standing",
    "MonthRepository::is_exported",
    "MonthRepository::has_row_besides",
    "MonthRepository::facts_of",
    "MonthRepository::untold",
];

/// Looks at the calls of the undisturbed use case.
pub(crate) fn assert_passed(case: Case, calls: &[&'static str]) {
    // An administrator has no days.
    let has_days = !matches!(case, Case::FirstAdmin | Case::CreateAdmin);
    let (mut has_asked, mut has_written) = (false, false);
    let is_of_work = |call: &&str| call.contains("Repository::") || call.contains("Log::") || BEGINS.contains(call);
    for call in calls.iter().copied().filter(is_of_work) {
        if BEGINS.contains(&call) {
            (has_asked, has_written) = (false, false);
        } else if GATE.contains(&call) {
            assert!(!has_written, "{case:?} asks the gate after its first write: {calls:?}");
            has_asked = true;
        } else if CHANGES_DAYS.contains(&call) {
            assert!(has_asked || !has_days, "{case:?} changes a day with {call} and has not asked the gate: {calls:?}");
            has_written = true;
        } else if CHANGES_NO_DAY.contains(&call) {
            has_written = true;
        } else {
            assert!(LOOKS.contains(&call), "{call} stands in no list: does it change days?");
        }
    }
}

/// The methods of every repository, as the ports have them.
fn ports() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../application/src/ports");
    let mut methods = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let (text, mut port) = (std::fs::read_to_string(file.unwrap().path()).unwrap(), None);
        for line in text.lines() {
            if let Some(named) = line.strip_prefix("pub trait ") {
                let name = named.split(':').next().unwrap();
                port = Some(name).filter(|name| name.ends_with("Repository") || name.ends_with("Log"));
            }
            let method = line.strip_prefix("    async fn ").and_then(|rest| rest.split('(').next());
            methods.extend(port.zip(method).map(|(port, method)| format!("{port}::{method}")));
        }
    }
    methods
}

/// A port that no use case calls yet stands in a list too, and in one only.
#[test]
fn every_writing_port_says_whether_it_changes_days() {
    let lists: Vec<&str> = [&CHANGES_DAYS[..], &CHANGES_NO_DAY, &LOOKS, &GATE].concat();
    let ports = ports();
    assert!(ports.len() > 100, "the ports are where they were: {ports:?}");
    for port in &ports {
        let times = lists.iter().filter(|listed| *listed == port).count();
        assert_eq!(times, 1, "{port} stands in {times} of the lists: does it change days?");
    }
    for listed in lists {
        assert!(ports.iter().any(|port| port == listed), "{listed} is no port any more");
    }
}
