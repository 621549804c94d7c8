use super::*;
use crate::leave::testing::{annual_leave, day, days, holidays, part_of, period};
use crate::leave::{LeaveDays, LeaveTerms, LedgerRow, RowKind};
use crate::time::{History, Holidays, WorkCalendar, WorkPattern};

/// Max, who joined on 2026-01-01 and has 20 days each year; today is Monday 2026-06-15.
struct Max {
    today: &'static str,
    asker: Asker,
    backdate_days: u32,
    live: Vec<LeavePeriod>,
    entries: &'static [&'static str],
    has_limit: bool,
    days: f64,
}

const MAX: Max = Max {
    today: "2026-06-15",
    asker: Asker::Employee,
    backdate_days: 30,
    live: Vec::new(),
    entries: &[],
    has_limit: true,
    days: 20.0,
};

impl Max {
    fn asks(&self, period: LeavePeriod) -> Result<LeaveDays, RequestRefusal> {
        let patterns = History::always(WorkPattern::STANDARD);
        let holidays: Holidays = holidays();
        let calendar = WorkCalendar::new(&patterns, &holidays);
        let counting = Counting { calendar, first_day: Some(FirstDay::Joining(day("2026-01-01"))) };
        let live: Vec<_> = self.live.iter().flat_map(|period| counting.halves(*period)).collect();
        let entries = self.entries.iter().map(|date| day(date)).collect();
        let row = |year| LedgerRow { year, kind: RowKind::Allocation, days: days(self.days), date: day("2026-01-01") };
        let rows = [2026, 2027].map(row);
        let terms =
            |year| LeaveTerms { annual: annual_leave(year).annual.filter(|_| self.has_limit), ..annual_leave(year) };
        let account = LeaveAccount { rows: &rows, uses: &[], terms: &terms };
        let facts = RequestFacts {
            today: day(self.today),
            asker: self.asker,
            period,
            backdate_days: self.backdate_days,
            counting,
            live: &live,
            entries: &entries,
            account,
        };
        ask(&facts).map(|halves| crate::leave::total(&halves))
    }

    fn is_told(&self, start: &str, end: &str) -> String {
        self.asks(period(start, end)).unwrap_err().sentence()
    }
}

#[test]
fn a_request_is_counted() {
    assert_eq!(MAX.asks(period("2026-07-06", "2026-07-28")), Ok(days(17.0)));
    assert_eq!(MAX.asks(part_of("2026-07-06", DayPart::Morning)), Ok(days(0.5)));
    let unlimited = Max { has_limit: false, ..MAX };
    assert_eq!(unlimited.asks(period("2026-06-15", "2027-06-14")), Ok(days(258.0)));
}

#[test]
fn leave_begins_neither_before_joining_nor_too_far_back() {
    let hr = Max { asker: Asker::Recorder, ..MAX };
    assert_eq!(
        MAX.is_told("2025-12-31", "2026-01-05"),
        "You cannot access dates before your joining date (2026-01-01)"
    );
    assert_eq!(hr.is_told("2025-12-31", "2026-01-05"), "The date is before the employee's joining date (2026-01-01)");
    // leave.md 9, case 9.
    let sick = Max { backdate_days: 7, ..MAX };
    assert!(sick.asks(period("2026-06-08", "2026-06-08")).is_ok());
    let told = "This leave type can be requested at most 7 day(s) back";
    assert_eq!(sick.is_told("2026-06-07", "2026-06-08"), told);
    assert!(hr.asks(period("2026-01-02", "2026-01-02")).is_ok());
    let later = Max { today: "2028-01-03", ..hr };
    assert_eq!(later.is_told("2026-12-31", "2026-12-31"), "Leave can be recorded from 2027-01-01 on");
    assert_eq!(later.asks(period("2027-01-01", "2027-01-04")), Ok(days(1.0)));
}

/// leave.md 9, case 13.
#[test]
fn leave_ends_with_the_next_year_and_after_366_days() {
    assert_eq!(MAX.is_told("2027-12-30", "2028-01-01"), "Leave can be requested until 2027-12-31");
    assert_eq!(MAX.asks(period("2027-12-31", "2027-12-31")), Ok(days(1.0)));
    let unlimited = Max { has_limit: false, ..MAX };
    assert!(unlimited.asks(period("2026-06-15", "2027-06-15")).is_ok());
    assert_eq!(unlimited.is_told("2026-06-15", "2027-06-16"), "Leave must be at most 366 days long");
    assert_eq!(MAX.is_told("2026-06-20", "2026-06-21"), "There are no working days in this period");
}

/// leave.md 9, case 3.
#[test]
fn two_live_requests_never_share_a_half() {
    let [morning, afternoon] = [DayPart::Morning, DayPart::Afternoon].map(|part| part_of("2026-06-29", part));
    let with = |live: LeavePeriod| Max { live: vec![live], ..MAX };
    assert_eq!(with(morning).asks(afternoon), Ok(days(0.5)));
    assert_eq!(with(morning).is_told("2026-06-29", "2026-06-29"), "There is already leave on 2026-06-29");
    let weekend = with(period("2026-06-18", "2026-06-21"));
    assert_eq!(weekend.is_told("2026-06-21", "2026-06-22"), "There is already leave on 2026-06-21");
}

/// leave.md 9, case 10.
#[test]
fn a_date_with_an_entry_is_not_covered_whole() {
    let max = Max { entries: &["2026-06-15", "2026-06-17"], ..MAX };
    let told = "The timesheet of 2026-06-15 is already submitted. The manager has to reject it first.";
    assert_eq!(max.is_told("2026-06-15", "2026-06-18"), told);
    let afternoon = part_of("2026-06-15", DayPart::Afternoon);
    assert_eq!(max.asks(afternoon), Ok(days(0.5)));
    let both = Max { live: vec![afternoon], ..max };
    assert_eq!(both.asks(part_of("2026-06-15", DayPart::Morning)), Err(RequestRefusal::Submitted(day("2026-06-15"))));
    let at_the_weekend = Max { entries: &["2026-06-20"], ..MAX };
    assert_eq!(
        at_the_weekend.asks(period("2026-06-18", "2026-06-22")),
        Ok(days(2.0)),
        "work on a day that does not count"
    );
}

/// leave.md 9, cases 5 and 13.
#[test]
fn the_first_year_that_lacks_some_is_named() {
    let max = |days| Max { days, ..MAX };
    assert_eq!(max(4.0).asks(period("2026-12-28", "2027-01-05")), Ok(days(6.0)));
    let told = |had| max(had).is_told("2026-12-28", "2027-01-05");
    assert_eq!(told(3.0), "Insufficient leave balance in 2026: 3 left, 4 needed");
    assert_eq!(told(0.5), "Insufficient leave balance in 2026: 0.5 left, 4 needed");
    assert_eq!(told(-2.0), "Insufficient leave balance in 2026: 0 left, 4 needed");
    assert_eq!(max(1.0).asks(period("2026-08-03", "2026-08-03")), Ok(days(1.0)));
}

#[test]
fn every_refusal_has_its_place() {
    let shortage = crate::leave::Shortage { year: 2026, left: LeaveDays::NONE, needed: days(1.0) };
    let (date, months) =
        (day("2026-06-15"), [true, true, true, false, false, false, false, false, false, false, false]);
    let all = [
        RequestRefusal::NotActiveEmployee,
        RequestRefusal::TypeInactive,
        RequestRefusal::BeforeJoining(FirstDay::Joining(date), Asker::Employee),
        RequestRefusal::TooFarBack(7),
        RequestRefusal::TooFarBackToRecord(date),
        RequestRefusal::TooLate(date),
        RequestRefusal::TooLong,
        RequestRefusal::NothingCounts,
        RequestRefusal::Taken(date),
        RequestRefusal::Submitted(date),
        RequestRefusal::NotEnough(shortage),
    ];
    assert_eq!(all.map(RequestRefusal::precedes_month), months);
    let fields = [Some("userId"), Some("leaveTypeId"), Some("startDate"), Some("startDate"), Some("startDate")];
    assert_eq!(all.map(RequestRefusal::field)[..5], fields);
    assert_eq!(all.map(RequestRefusal::field)[5..], [Some("endDate"), Some("endDate"), None, None, None, None]);
    assert_eq!(all[0].sentence(), "Leave can only be recorded for active employees");
    assert_eq!(all[1].sentence(), "This leave type is no longer in use");
    assert_eq!([Asker::Employee, Asker::Recorder].map(Asker::step), [LeaveStep::Asked, LeaveStep::Recorded]);
}

/// A call that meets every refusal at once, and loses one after the other.
#[test]
fn refusals_come_in_the_order_of_the_table() {
    let afternoon = part_of("2026-06-18", DayPart::Afternoon);
    let worst = Max { live: vec![afternoon], entries: &["2026-06-18"], days: 0.0, backdate_days: 0, ..MAX };
    let refused = |max: &Max, start, end| std::mem::discriminant(&max.asks(period(start, end)).unwrap_err());
    let (date, shortage) = (day("2026-06-18"), MAX.asks(period("2026-06-16", "2026-12-30")).unwrap_err());
    let expect = |why: RequestRefusal| std::mem::discriminant(&why);
    assert_eq!(
        refused(&worst, "2025-12-31", "2028-01-01"),
        expect(RequestRefusal::BeforeJoining(FirstDay::Joining(date), Asker::Employee))
    );
    assert_eq!(refused(&worst, "2026-06-14", "2028-01-01"), expect(RequestRefusal::TooFarBack(0)));
    assert_eq!(refused(&worst, "2026-06-16", "2028-01-01"), expect(RequestRefusal::TooLate(date)));
    assert_eq!(refused(&worst, "2026-06-16", "2027-12-31"), expect(RequestRefusal::TooLong));
    assert_eq!(refused(&worst, "2026-06-19", "2026-06-21"), expect(RequestRefusal::NothingCounts));
    assert_eq!(refused(&worst, "2026-06-18", "2026-06-21"), expect(RequestRefusal::Taken(date)));
    let not_taken = Max { live: vec![], ..worst };
    assert_eq!(refused(&not_taken, "2026-06-18", "2026-06-21"), expect(RequestRefusal::Submitted(date)));
    assert_eq!(refused(&not_taken, "2026-06-22", "2026-06-22"), expect(shortage));
    assert!(matches!(shortage, RequestRefusal::NotEnough(_)));
}
