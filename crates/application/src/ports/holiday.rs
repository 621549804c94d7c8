//! Holidays.

use super::Result;
use chrono::NaiveDate;
use domain::Instant;
use domain::holiday::Holiday;
use domain::id::HolidayId;
use domain::person::FullName;

port! { UnitOfWork::holidays =>
    /// Holidays, for writing.
    pub trait HolidayRepository: Send + Sync {
        /// All of them. MUST serialise: of two units of work that ask, the second waits for the first to end.
        [Looks] async fn all(&self) -> Result<Vec<Holiday>>;
        /// All of them, which MUST stay as they are until the unit of work ends: [`Self::all`] of another one waits for that.
        /// Several may hold them at once.
        [Looks] async fn hold(&self) -> Result<Vec<Holiday>>;
        /// Saves new ones. MUST be `Conflict(HolidayDate)` where the date of one is taken.
        [ChangesDays] async fn insert(&self, holidays: &[Holiday], at: Instant) -> Result<()>;
        /// Saves changed ones, in one statement; who entered them stays. MUST be `Conflict(HolidayDate)` where another has the date of
        /// one, and `Stale` where one is not there.
        [ChangesDays] async fn update(&self, holidays: &[Holiday], at: Instant) -> Result<()>;
        /// Removes one, and says whether it was there.
        [ChangesDays] async fn delete(&self, holiday: HolidayId) -> Result<bool>;
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HolidayView {
    pub holiday: Holiday,
    pub creator: Option<FullName>,
}

impl HolidayView {
    pub fn id(&self) -> HolidayId {
        self.holiday.id
    }
}

port! { Reads::holidays =>
    /// Reads holidays.
    pub trait HolidayReads: Send + Sync {
        /// Every holiday that may fall on a day from `from` to `to`: those dated between, and every recurring one that began by
        /// `to`.
        async fn between(&self, from: NaiveDate, to: NaiveDate) -> Result<Vec<HolidayView>>;
    }
}
