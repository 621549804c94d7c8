//! Money (months.md 1.5): exact inside, rounded once.

use super::MonthFacts;
use super::figures::Earned;
use crate::attendance::Days;
use crate::person::{Salaries, Salary, paid_salaries};
use crate::time::{Month, WorkCalendar};
use chrono::NaiveDate;

/// What a month pays, before tax. Amounts are in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pay {
    /// The salary of a year, as it holds on the last working day in service.
    pub annual: Salary,
    /// The day from which that one holds, where another one held on an earlier working day in service.
    pub since: Option<NaiveDate>,
    /// What a whole month pays.
    pub monthly_base: u64,
    /// What this one pays.
    pub gross: u64,
}

/// A salary, and the days of the month on which it holds.
struct Stretch {
    from: NaiveDate,
    salary: Option<Salary>,
    working: Days,
}

impl Pay {
    /// What `month` pays to somebody with this calendar and these salaries; `None` where the salary of one of the days is missing.
    pub fn of(
        month: Month,
        calendar: WorkCalendar<'_>,
        facts: &MonthFacts,
        salaries: &Salaries,
        joining_date: Option<NaiveDate>,
    ) -> Option<Self> {
        let earned = Earned::new(month, calendar, facts);
        let paid = (facts.in_service != Days::default()).then(|| paid_salaries(salaries, joining_date));
        let paid = paid.as_ref().unwrap_or(salaries).between(month.first(), month.last());
        let stretches: Vec<Stretch> = paid
            .map(|(from, to, salary)| {
                let working = earned.working.and(Days::between(month, from, to));
                Stretch { from, salary: *salary, working }
            })
            .collect();
        let held = |stretch: &&Stretch| stretch.working != Days::default();
        let Some(last) = stretches.iter().rev().find(held) else {
            // Nobody worked: the salary of the last day counts.
            let annual = stretches.last()?.salary?;
            let monthly_base = rounded(annual.cents(), 12);
            let gross = if earned.scheduled == Days::default() { monthly_base } else { 0 };
            return Some(Self { annual, since: None, monthly_base, gross });
        };
        let annual = last.salary?;
        let (mut base, mut gross) = (0, 0);
        for stretch in stretches.iter().filter(held) {
            // The largest salary on each half day of a month stays below 2^54.
            base += stretch.salary?.cents() * u64::from(stretch.working.count());
            gross += stretch.salary?.cents() * u64::from(earned.payable(stretch.working));
        }
        let is_other = |stretch: &Stretch| stretch.salary != Some(annual);
        let has_changed = stretches.iter().filter(held).any(is_other);
        let up_to_last = stretches.iter().take_while(|stretch| stretch.from <= last.from);
        let holds_since = up_to_last.fold((None, None), |(before, since), stretch| {
            let begins = before != Some(stretch.salary);
            (Some(stretch.salary), if begins { Some(stretch.from) } else { since })
        });
        Some(Self {
            annual,
            since: holds_since.1.filter(|_| has_changed),
            monthly_base: rounded(base, 12 * u64::from(earned.working.count())),
            gross: rounded(gross, 2 * 12 * u64::from(earned.scheduled.count())),
        })
    }
}

/// `amount` divided by `by`, rounded half up. `by` is not 0.
const fn rounded(amount: u64, by: u64) -> u64 {
    (2 * amount + by) / (2 * by)
}
