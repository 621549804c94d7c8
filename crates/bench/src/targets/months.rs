//! What was promised of months, on both databases: none of the calls takes longer.

use crate::measure::Months;

/// How many milliseconds more a submission may take while another month is closed.
const CLOSE_DELAY_MS: f64 = 200.0;

pub(super) fn judge(months: &Months, say: &mut impl FnMut(String, String, String, bool)) {
    for (call, sample) in &months.calls {
        let Some(limit) = call.limit() else { continue };
        let found = sample.percentile(100).as_secs_f64() * 1e3;
        say(format!("{}, longest", call.name()), format!("≤ {limit} ms"), format!("{found:.1} ms"), found <= limit);
    }
    if let Some(delay) = months.delay() {
        let what = "submit beside a close, longest, more than without".to_owned();
        say(what, format!("< {CLOSE_DELAY_MS} ms"), format!("{delay:.1} ms"), delay < CLOSE_DELAY_MS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Sample;
    use crate::measure::MonthCall;
    use std::time::Duration;

    fn judged(close: u64, beside: u64) -> Vec<bool> {
        let sample = |ms| Sample::new(vec![Duration::from_millis(ms)], Duration::ZERO, Duration::ZERO, Duration::ZERO);
        let calls = vec![
            (MonthCall::Close, sample(close)),
            (MonthCall::Submit, sample(5)),
            (MonthCall::SubmitBeside, sample(beside)),
        ];
        let mut met = Vec::new();
        judge(&Months { calls }, &mut |_, _, _, is_met| met.push(is_met));
        met
    }

    #[test]
    fn the_slowest_is_judged_and_what_a_close_costs_others() {
        assert_eq!(judged(5_000, 204), [true; 2]);
        assert_eq!(judged(5_001, 205), [false; 2]);
    }
}
