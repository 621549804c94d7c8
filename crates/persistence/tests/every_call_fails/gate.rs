//! Every use case that writes passes the gate of months (`application::gate`), or writes only what changes no day. The port
//! declares what each call does (`application::ports::Kind`).

use testkit::failing::Kind;

use crate::cases::Case;

/// Looks at the calls of the undisturbed use case.
pub(crate) fn assert_passed(case: Case, calls: &[(&'static str, Kind)]) {
    // An administrator has no days.
    let has_days = !matches!(case, Case::FirstAdmin | Case::CreateAdmin);
    let (mut has_asked, mut has_written) = (false, false);
    for (call, kind) in calls {
        match kind {
            Kind::Begins => (has_asked, has_written) = (false, false),
            Kind::Asks => {
                assert!(!has_written, "{case:?} asks the gate after its first write: {calls:?}");
                has_asked = true;
            }
            Kind::ChangesDays => {
                assert!(
                    has_asked || !has_days,
                    "{case:?} changes a day with {call} and has not asked the gate: {calls:?}"
                );
                has_written = true;
            }
            Kind::Writes => has_written = true,
            Kind::Marks => {
                assert!(!has_written, "{case:?} asks with {call} for its mark after its first write: {calls:?}");
            }
            Kind::Looks => {}
        }
    }
}
