//! Numbers, with one decimal sign for a whole column.
//!
//! The other sign, a blank or an apostrophe may stand between groups of three digits. `1.234` is a bit more than one or more than a
//! thousand: where both fit every cell of a column and differ, the person is asked.

use super::DecimalSign;
use super::decision::{Decision, decide};

/// The most digits of a number, so that a hundred times as much still fits.
const DIGITS_MAX: usize = 15;

/// An exact number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    /// The number without its decimal sign.
    digits: i64,
    /// How many of its digits are decimals; the last of them is never a zero.
    decimals: u32,
}

impl Number {
    /// So many times the number, where that is a whole one.
    pub(super) fn times(self, factor: i64) -> Option<i64> {
        let (product, unit) = (self.digits.checked_mul(factor)?, 10i64.checked_pow(self.decimals)?);
        (product % unit == 0).then_some(product / unit)
    }

    fn read(text: &str, sign: DecimalSign) -> Option<Self> {
        let (sign, other) = match sign {
            DecimalSign::Comma => (',', '.'),
            DecimalSign::Point => ('.', ','),
        };
        let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
        let (whole, decimals) = text.split_once(sign).map_or((text, None), |(whole, part)| (whole, Some(part)));
        let whole = without_groups(whole, other)?;
        let decimals = match decimals {
            Some(decimals) if is_number(decimals) => decimals.trim_end_matches('0'),
            Some(_) => return None,
            None => "",
        };
        let digits = format!("{whole}{decimals}");
        let digits: i64 = if digits.len() <= DIGITS_MAX { digits.parse().ok()? } else { return None };
        let decimals = u32::try_from(decimals.len()).ok()?;
        Some(Self { digits: if is_negative { -digits } else { digits }, decimals })
    }
}

/// The decimal sign of a column.
pub(super) fn sign_of<'a>(
    cells: impl Iterator<Item = (u32, &'a str)>,
    choice: Option<DecimalSign>,
) -> Decision<DecimalSign> {
    let signs = choice.map_or([DecimalSign::Point, DecimalSign::Comma].to_vec(), |choice| vec![choice]);
    decide(cells, &signs, Number::read)
}

/// The number of a cell, with the decimal sign of its column; or what is wrong with it.
pub(super) fn number(text: &str, sign: DecimalSign) -> Result<Number, String> {
    Number::read(text, sign).ok_or_else(|| {
        if DecimalSign::ALL.iter().any(|other| Number::read(text, *other).is_some()) {
            format!("This number is not written with a decimal {}", sign.name())
        } else {
            "This is not a number".to_owned()
        }
    })
}

/// The digits of a whole number that may have one kind of separator between groups of three.
fn without_groups(text: &str, other_sign: char) -> Option<String> {
    let is_separator = |c: char| c == other_sign || matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '\u{2019}');
    let Some(separator) = text.chars().find(|c| is_separator(*c)) else {
        return is_number(text).then(|| text.to_owned());
    };
    let mut groups = text.split(separator);
    let first = groups.next().filter(|first| is_number(first) && first.len() <= 3 && !first.starts_with('0'))?;
    let mut digits = first.to_owned();
    for group in groups {
        digits.push_str(Some(group).filter(|group| group.len() == 3 && is_number(group))?);
    }
    Some(digits)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
