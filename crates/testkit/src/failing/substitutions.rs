//! Substitutions.

use super::{Failing, FailingWork};
use application::ports::{
    PartOf, StoodInFor, Substitution, SubstitutionReads, SubstitutionRepository, SubstitutionView,
};
use chrono::NaiveDate;
use domain::Instant;
use domain::access::Scope;
use domain::id::{SubstitutionId, UserId};
use domain::substitution::{Days, SubstitutionStatus};

passing_on!(SubstitutionReads for Failing through substitutions {
    fn substitutions(
        scope: &Scope,
        status: Option<SubstitutionStatus>,
        today: NaiveDate,
        page: u32,
        limit: u32
    ) -> (Vec<SubstitutionView>, u32);
    fn substitution(id: SubstitutionId) -> Option<SubstitutionView>;
    fn stood_in_for(substitute: UserId, today: NaiveDate) -> Vec<StoodInFor>;
});

passing_on!(SubstitutionRepository for FailingWork through substitutions {
    Looks fn days_of(manager: UserId, today: NaiveDate) -> Vec<Days>;
    Writes fn insert(substitution: &Substitution) -> ();
    Looks fn for_change(id: SubstitutionId) -> Option<Substitution>;
    Writes fn end(id: SubstitutionId, by: UserId, at: Instant) -> ();
    Writes fn end_those_of(user: UserId, part: PartOf, today: NaiveDate, at: Instant) -> Vec<Substitution>;
});
