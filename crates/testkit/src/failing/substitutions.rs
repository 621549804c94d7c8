//! Substitutions.

use super::{Failing, FailingWork, Fault, away};
use application::ports::{
    PartOf, StoodInFor, StoreError, Substitution, SubstitutionReads, SubstitutionRepository, SubstitutionView,
};
use async_trait::async_trait;
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
    fn days_of(manager: UserId, today: NaiveDate) -> Vec<Days>;
    fn insert(substitution: &Substitution) -> ();
    fn for_change(id: SubstitutionId) -> Option<Substitution>;
    fn end(id: SubstitutionId, by: UserId, at: Instant) -> ();
    fn end_those_of(user: UserId, part: PartOf, today: NaiveDate, at: Instant) -> Vec<Substitution>;
});
