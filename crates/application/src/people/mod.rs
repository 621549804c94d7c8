//! Looking after people: lists and figures, and the changes of accounts.

mod activity;
mod assign;
mod author;
mod block;
mod break_glass;
mod decide;
pub mod events;
mod figures;
mod joining;
mod known;
mod letters;
mod list;
mod mapped_role;
pub mod operate;
mod read;
mod reset_password;
mod salaries;
mod save;
mod second_factor;
mod update;
mod update_profile;

pub use activity::{MOST_STATS, approval_stats, frozen_employees, latest_entries};
pub use assign::assign_manager;
pub(crate) use assign::{check_employee, check_manager, unfit};
pub(crate) use author::Author;
pub use block::toggle_block;
pub use break_glass::set_break_glass;
pub(crate) use decide::{Intended, intend};
pub use figures::{PeopleDashboard, head_count, people_dashboard, set_open_positions};
pub(crate) use joining::check_new;
pub(crate) use known::KnownAccount;
pub use letters::{AddressChangedLetter, BlockedLetter, TemporaryPasswordLetter, UnblockedLetter};
pub(crate) use list::read_search;
pub use list::{Directory, ListQuery, People, directory, list};
pub(crate) use mapped_role::set_mapped_role;
pub use read::person;
pub use reset_password::{PasswordReset, reset_password_for};
pub use salaries::salary_history;
pub(crate) use save::{Change, UnusedPassword, save};
pub use second_factor::{WaysIn, reset_second_factor, ways_in};
pub(crate) use update::read as read_update;
pub use update::{AccountUpdate, update_account};
pub use update_profile::{ProfileUpdate, update_profile};

use crate::events::{Audience, Push, Topic};
use domain::id::UserId;

/// Everyone's lists have changed, and what the managers `managers` and the person `user` see of days and notifications.
pub(crate) fn team_pushes(user: UserId, managers: impl IntoIterator<Item = Option<UserId>>) -> Vec<Push> {
    let mut concerned: Vec<UserId> = managers.into_iter().flatten().collect();
    concerned.push(user);
    let to = |topic| Push::Changed { topic, audience: Audience::Users(concerned.clone()) };
    vec![
        Push::Changed { topic: Topic::Users, audience: Audience::Everyone },
        to(Topic::Timesheets),
        to(Topic::Notifications),
    ]
}
