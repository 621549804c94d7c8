//! The reports about the portal itself, for administrators (oversight.md 1.5 to 1.7), and the runs of its jobs.

mod activity;
mod approvals;
mod files;
mod health;
mod jobs;
mod recorder;
mod state;
#[cfg(test)]
mod tests;
mod users;

pub use activity::activity;
pub use approvals::{ApprovalsReport, ManagerApprovals, Waiting, approvals};
pub use files::{activity_csv, approvals_csv, health_csv, users_csv};
pub use health::{Finding, HealthReport, Item, health};
pub use jobs::{JobStanding, JobsReport, jobs};
pub use recorder::{Recorder, UNEXPECTED_END, sentence};
pub use state::{PortalState, portal_state};
pub use users::{UsersReport, users};
