//! The public holidays of countries and their regions, for organisations that begin with them (moving-in.md 1.7).
//!
//! The table is drawn by `cargo xtask holidays`, whose script describes its form.

use chrono::NaiveDate;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../data/countries.txt");

static COUNTRIES: LazyLock<Countries> = LazyLock::new(|| parse(TABLE).unwrap_or_default());

/// How many years can be taken over at once, this one included.
const YEARS_AHEAD: i32 = 2;

/// The whole table.
#[derive(Debug, Default)]
pub struct Countries {
    /// The name, version and licence of the package that it was drawn from.
    pub version: &'static str,
    /// The first and the last year.
    years: (i32, i32),
    /// By name.
    pub countries: Vec<Country>,
}

#[derive(Debug)]
pub struct Country {
    /// By ISO 3166-1.
    pub code: &'static str,
    pub name: &'static str,
    /// By name.
    pub regions: Vec<Region>,
    holidays: Vec<Line>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Region {
    pub code: &'static str,
    pub name: &'static str,
}

/// A holiday of a country with all of its dates.
#[derive(Debug)]
struct Line {
    is_half: bool,
    /// The dates of each year of the table, or those of every year, as `MMDD`.
    dates: Vec<Vec<(u32, u32)>>,
    is_everywhere_but: bool,
    places: Vec<&'static str>,
    name: &'static str,
}

/// A public holiday on one of its dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountryHoliday {
    pub date: NaiveDate,
    pub name: &'static str,
    /// Whether only half of the day is one.
    pub is_half: bool,
}

/// What is wrong with a choice of holidays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountryError {
    Country,
    Region,
    /// A year that is not this one or one of the next two, or no year at all.
    Years,
    /// A year that this table does not have.
    NotDrawn(i32),
}

impl CountryError {
    /// The field that is to blame, as it is called on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Country => "country",
            Self::Region => "region",
            Self::Years | Self::NotDrawn(_) => "years",
        }
    }

    pub fn sentence(self) -> String {
        match self {
            Self::Country => "Please choose a country from the list".to_owned(),
            Self::Region => "Please choose a region of the country, or none".to_owned(),
            Self::Years => "Please choose this year, one of the next two, or several of them".to_owned(),
            Self::NotDrawn(year) => format!("The holidays of {year} come with a later version of Daybook"),
        }
    }
}

/// All countries.
pub fn countries() -> &'static Countries {
    &COUNTRIES
}

impl Countries {
    /// The holidays of a country or of one of its regions in these years, in their order.
    pub fn holidays(
        &self,
        country: &str,
        region: Option<&str>,
        years: &[i32],
        this_year: i32,
    ) -> Result<Vec<CountryHoliday>, CountryError> {
        let country = self.countries.iter().find(|other| other.code == country).ok_or(CountryError::Country)?;
        if region.is_some_and(|region| !country.regions.iter().any(|other| other.code == region)) {
            return Err(CountryError::Region);
        }
        let possible = this_year..=this_year.saturating_add(YEARS_AHEAD);
        if years.is_empty() || years.iter().any(|year| !possible.contains(year)) {
            return Err(CountryError::Years);
        }
        if let Some(year) = years.iter().find(|year| !self.years().contains(year)) {
            return Err(CountryError::NotDrawn(*year));
        }
        let mut found: Vec<CountryHoliday> =
            years.iter().flat_map(|year| self.in_year(country, region, *year)).collect();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// What a country or one of its regions is called, as in `Germany, Bavaria`. Empty where it is not known.
    pub fn name(&self, country: &str, region: Option<&str>) -> String {
        let Some(country) = self.countries.iter().find(|other| other.code == country) else { return String::new() };
        match country.regions.iter().find(|other| Some(other.code) == region) {
            Some(region) => format!("{}, {}", country.name, region.name),
            None => country.name.to_owned(),
        }
    }

    fn years(&self) -> RangeInclusive<i32> {
        self.years.0..=self.years.1
    }

    fn in_year<'a>(
        &self,
        country: &'a Country,
        region: Option<&'a str>,
        year: i32,
    ) -> impl Iterator<Item = CountryHoliday> + use<'a> {
        let place = usize::try_from(year - self.years.0).unwrap_or(usize::MAX);
        country.holidays.iter().filter(move |line| line.is_in(region.unwrap_or(NATION))).flat_map(move |line| {
            let own = if line.dates.len() == 1 { line.dates.first() } else { line.dates.get(place) };
            let date = move |(month, day): &(u32, u32)| {
                let date = NaiveDate::from_ymd_opt(year, *month, *day)?;
                Some(CountryHoliday { date, name: line.name, is_half: line.is_half })
            };
            own.into_iter().flatten().filter_map(date)
        })
    }
}

/// The country without a choice of region.
const NATION: &str = ".";

impl Line {
    fn is_in(&self, place: &str) -> bool {
        self.places.contains(&place) != self.is_everywhere_but
    }
}

/// Reads the table; `None` where a line has another form.
fn parse(text: &'static str) -> Option<Countries> {
    let mut lines = text.lines();
    let (version, years) = lines.next()?.split_once('\t')?;
    let (first, last) = years.split_once('\t')?;
    let mut all = Countries { version, years: (first.parse().ok()?, last.parse().ok()?), countries: Vec::new() };
    let number = usize::try_from(all.years.1 - all.years.0).ok()? + 1;
    for line in lines {
        if let Some(country) = line.strip_prefix('=') {
            let (code, name) = country.split_once('\t')?;
            all.countries.push(Country { code, name, regions: Vec::new(), holidays: Vec::new() });
        } else if let Some(region) = line.strip_prefix('+') {
            let (code, name) = region.split_once('\t')?;
            all.countries.last_mut()?.regions.push(Region { code, name });
        } else {
            all.countries.last_mut()?.holidays.push(parse_line(line, number)?);
        }
    }
    Some(all)
}

fn parse_line(line: &'static str, years: usize) -> Option<Line> {
    let (when, rest) = line.split_once('\t')?;
    let (scope, name) = rest.split_once('\t')?;
    let (is_half, when) = when.strip_prefix('~').map_or((false, when), |when| (true, when));
    let dates: Vec<Vec<(u32, u32)>> = when.split(',').map(parse_dates).collect::<Option<_>>()?;
    let is_everywhere_but = scope.is_empty() || scope.starts_with('!');
    let places = scope.trim_start_matches('!').split('|').filter(|place| !place.is_empty()).collect();
    let is_complete = dates.len() == 1 || dates.len() == years;
    is_complete.then_some(Line { is_half, dates, is_everywhere_but, places, name })
}

/// The dates of a year.
fn parse_dates(text: &str) -> Option<Vec<(u32, u32)>> {
    let date = |text: &str| Some((text.get(..2)?.parse().ok()?, text.get(2..)?.parse().ok()?));
    text.split('+').filter(|text| !text.is_empty()).map(date).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holiday::NAME_MAX;
    use crate::text;
    use std::collections::BTreeSet;

    fn dates(country: &str, region: Option<&str>, years: &[i32]) -> Vec<String> {
        let found = countries().holidays(country, region, years, 2026).unwrap();
        found.into_iter().map(|holiday| holiday.date.to_string()).collect()
    }

    #[test]
    fn the_whole_table_is_read_and_its_names_are_those_of_holidays() {
        let all = parse(TABLE).expect("every line has the form of the table");
        assert!(all.version.starts_with("holidays ") && all.version.ends_with("(MIT)"), "{}", all.version);
        assert!(all.years.0 + YEARS_AHEAD <= all.years.1);
        let codes: BTreeSet<&str> = all.countries.iter().map(|country| country.code).collect();
        assert_eq!(codes.len(), all.countries.len());
        for country in &all.countries {
            let regions: BTreeSet<&str> = country.regions.iter().map(|region| region.code).collect();
            assert_eq!(regions.len(), country.regions.len(), "{}", country.code);
            for line in &country.holidays {
                assert_eq!(text::line(line.name, NAME_MAX).as_deref(), Ok(line.name));
                let known = |place: &&str| *place == NATION || regions.contains(*place);
                assert!(line.places.iter().all(known), "{}: {}", country.code, line.name);
                for (year, own) in all.years().flat_map(|year| line.dates.iter().map(move |own| (year, own))) {
                    let is_date = |(month, day): &(u32, u32)| {
                        (*month, *day) == (2, 29) || NaiveDate::from_ymd_opt(year, *month, *day).is_some()
                    };
                    assert!(own.iter().all(is_date), "{}: {}", country.code, line.name);
                }
            }
        }
    }

    #[test]
    fn a_region_has_its_own_holidays_and_a_country_those_of_all() {
        let saxony = dates("DE", Some("SN"), &[2026]);
        let expected = [
            "2026-01-01",
            "2026-04-03",
            "2026-04-06",
            "2026-05-01",
            "2026-05-14",
            "2026-05-25",
            "2026-10-03",
            "2026-10-31",
            "2026-11-18",
            "2026-12-25",
            "2026-12-26",
        ];
        assert_eq!(saxony, expected);
        let germany: Vec<&str> =
            expected.into_iter().filter(|day| !["2026-10-31", "2026-11-18"].contains(day)).collect();
        assert_eq!(dates("DE", None, &[2026]), germany);
        let later = dates("DE", Some("SN"), &[2028, 2027]);
        assert!(
            later.is_sorted() && later.contains(&"2027-03-26".to_owned()) && later.contains(&"2028-11-22".to_owned())
        );
        assert!(dates("GB", Some("SCT"), &[2026]).contains(&"2026-11-30".to_owned()));
        assert!(!dates("GB", Some("SCT"), &[2026]).contains(&"2026-04-06".to_owned()), "no Easter Monday");
    }

    #[test]
    fn half_a_holiday_is_known_as_one() {
        let zurich = countries().holidays("CH", Some("Stadt Zurich"), &[2026], 2026).unwrap();
        let halves: Vec<_> = zurich.iter().filter(|holiday| holiday.is_half).map(|holiday| holiday.name).collect();
        assert!(halves.contains(&"Christmas Eve") && !halves.contains(&"Christmas Day"), "{halves:?}");
    }

    #[test]
    fn another_choice_is_refused_at_its_field() {
        let refused = |country, region, years: &[i32], this_year| {
            let why = countries().holidays(country, region, years, this_year).unwrap_err();
            (why.field(), why.sentence())
        };
        assert_eq!(refused("XX", None, &[2026], 2026).0, "country");
        assert_eq!(refused("DE", Some("ENG"), &[2026], 2026).0, "region");
        for years in [&[][..], &[2025], &[2026, 2029]] {
            assert_eq!(refused("DE", None, years, 2026), ("years", CountryError::Years.sentence()));
        }
        let late = refused("DE", None, &[2099], 2098);
        assert_eq!(late, ("years", "The holidays of 2099 come with a later version of Daybook".to_owned()));
    }
}
