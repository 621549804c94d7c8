//! Whether two sets of waiting times tell who is behind them.

/// The value in the middle; nothing of nothing.
pub(super) fn median(values: &[f64]) -> f64 {
    let sorted = sorted(values);
    let middle = sorted.len() / 2;
    let at = |index: usize| sorted.get(index).copied().unwrap_or_default();
    if sorted.len().is_multiple_of(2) { f64::midpoint(at(middle.wrapping_sub(1)), at(middle)) } else { at(middle) }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The test of Kolmogorov and Smirnov: how likely two sets as different as these are, drawn from one and the same source.
/// It sees what medians do not: another spread, or a second hump.
pub(super) fn likelihood(one: &[f64], other: &[f64]) -> f64 {
    let (count, others) = (size(one), size(other));
    if one.is_empty() || other.is_empty() {
        return 1.0;
    }
    let root = (count * others / (count + others)).sqrt();
    // The approximation by Stephens, good from a few values on.
    let lambda = (root + 0.12 + 0.11 / root) * distance(&sorted(one), &sorted(other));
    if lambda < 0.3 {
        // Where the series converges slowly its sum is one but for a hundred-thousandth.
        return 1.0;
    }
    let term = |k: i32| {
        let sign = if k % 2 == 0 { -1.0 } else { 1.0 };
        sign * (-2.0 * f64::from(k * k) * lambda * lambda).exp()
    };
    (2.0 * (1..=100).map(term).sum::<f64>()).clamp(0.0, 1.0)
}

/// The largest distance between the two shares of values up to a point.
fn distance(one: &[f64], other: &[f64]) -> f64 {
    let share = |values: &[f64], point: f64| {
        let up_to = values.partition_point(|value| *value <= point);
        f64::from(u32::try_from(up_to).unwrap_or(u32::MAX)) / size(values)
    };
    let gaps = one.iter().chain(other).map(|point| (share(one, *point) - share(other, *point)).abs());
    gaps.fold(0.0, f64::max)
}

fn size(values: &[f64]) -> f64 {
    f64::from(u32::try_from(values.len()).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Dice;

    /// `count` values, drawn evenly between `from` and `from + width`.
    fn drawn(seed: usize, count: usize, from: f64, width: f64) -> Vec<f64> {
        let mut dice = Dice::new(seed);
        let mut draw = || f64::from(u32::try_from(dice.below(1_000_000)).unwrap_or_default()) / 1e6;
        (0..count).map(|_| from + width * draw()).collect()
    }

    #[test]
    fn the_median_stands_in_the_middle() {
        assert!((median(&[3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median(&[4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-12);
        assert!(median(&[]).abs() < 1e-12);
    }

    #[test]
    fn the_distance_is_that_of_the_two_shares() {
        // Up to 3 lie all of the first and two of the second.
        let gap = distance(&[1.0, 2.0, 3.0], &[2.5, 3.0, 4.0, 5.0]);
        assert!((gap - 2.0 / 3.0).abs() < 1e-12, "{gap}");
    }

    #[test]
    fn the_likelihood_agrees_with_the_tables() {
        // The critical distance for two sets of 400 at one per cent is 1.628 × √(2/400) = 0.1151.
        let ramp = |shift: f64| (0..400).map(|n| f64::from(n) / 400.0 + shift).collect::<Vec<_>>();
        assert!(likelihood(&ramp(0.0), &ramp(0.118)) < 0.01);
        assert!(likelihood(&ramp(0.0), &ramp(0.108)) > 0.01);
        assert!(likelihood(&ramp(0.0), &ramp(0.0)) > 0.999);
    }

    #[test]
    fn one_source_is_taken_for_one_and_two_for_two() {
        let tellings = |from: f64, width: f64| {
            let telling =
                |seed: &usize| likelihood(&drawn(*seed, 400, 0.0, 1.0), &drawn(*seed + 1_000, 400, from, width)) < 0.01;
            (1..=100).filter(telling).count()
        };
        assert!(tellings(0.0, 1.0) <= 4, "a false alarm in a hundred is expected");
        assert_eq!(tellings(0.15, 1.0), 100, "shifted");
        assert_eq!(tellings(-0.5, 2.0), 100, "wider, with the same median");
    }
}
