"""Draws the table of countries and their public holidays from the package `holidays`, with its licence.

Usage: draw.py FIRST_YEAR LAST_YEAR FOLDER

Writes countries.txt and countries.LICENSE. The first line of the table has the version with its licence, and the years. A country is a line
`=CODE<tab>NAME`, each of its regions a line `+CODE<tab>NAME`, and each of its holidays a line `WHEN<tab>WHERE<tab>NAME`:

- WHEN is the dates as MMDD: one where it is the same in every year, else one entry a year, separated by commas, with `+` between two
  dates of one year, and nothing for a year without the holiday. A `~` in front: it takes half the day.
- WHERE is empty where the holiday is one everywhere. Else it has the regions, separated by `|`; `.` is the country without a region.
  After a `!` it has the regions without the holiday.
"""

import importlib.metadata
import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

import holidays
from holidays.constants import HALF_DAY, PUBLIC
from holidays.registry import COUNTRIES

# Where the name of the class is not what people call the country.
NAMES = {
    "AX": "Åland Islands",
    "BL": "Saint Barthélemy",
    "CC": "Cocos (Keeling) Islands",
    "CD": "Congo (Kinshasa)",
    "CG": "Congo (Brazzaville)",
    "CI": "Côte d'Ivoire",
    "CW": "Curaçao",
    "GW": "Guinea-Bissau",
    "RE": "Réunion",
    "SH": "Saint Helena, Ascension and Tristan da Cunha",
    "ST": "São Tomé and Príncipe",
    "SY": "Syria",
    "TL": "Timor-Leste",
    "TR": "Türkiye",
}
NATION = "."
LONGEST = 100


def country_name(code, class_name):
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", class_name)
    return NAMES.get(code, re.sub(r"\b(And|The|Of)\b", lambda word: word.group().lower(), spaced))


def sort_key(name):
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore")


def holidays_of(entity, code, region, years):
    """Whether it is half a day, and the name, by date."""
    english = [language for language in entity.supported_languages if language.startswith("en")]
    language = "en_US" if "en_US" in english else next(iter(english), None)
    found = {}
    for category in (PUBLIC, HALF_DAY):
        if category in entity.supported_categories:
            of_category = holidays.country_holidays(
                code, subdiv=region, years=years, language=language, categories=category
            )
            for date, name in of_category.items():
                found.setdefault(date, (category == HALF_DAY, short(name)))
    return found


def short(name):
    """Two holidays on one date are in one name, as far as it has room."""
    parts = " ".join(name.split()).split("; ")
    while len("; ".join(parts)) > LONGEST and len(parts) > 1:
        parts.pop()
    return "; ".join(parts)[:LONGEST]


def country_lines(code, class_name, years):
    entity = getattr(holidays, code)
    names = entity.get_subdivision_aliases()
    nation = holidays_of(entity, code, None, years)
    places = {NATION: nation}
    for region in entity.subdivisions:
        of_region = holidays_of(entity, code, region, years)
        # What is no region in law, as a zone of school holidays, is a choice only where it makes a difference.
        if names.get(region) or of_region != nation:
            places[region] = of_region
    if not any(places.values()):
        return []
    named = [(" / ".join(names.get(region) or [region]), region) for region in places if region != NATION]
    lines = [f"={code}\t{country_name(code, class_name)}"]
    lines += [f"+{region}\t{name}" for name, region in sorted(named, key=lambda of: sort_key(of[0]))]
    return lines + holiday_lines(places, years)


def holiday_lines(places, years):
    where = defaultdict(lambda: defaultdict(set))
    for place, found in places.items():
        for date, what in found.items():
            where[what][date].add(place)
    lines = []
    for (is_half, name), dates in where.items():
        by_places = defaultdict(list)
        for date, of in dates.items():
            by_places[frozenset(of)].append(date)
        for of, own in by_places.items():
            lines.append((min(own), when(own, years, is_half), scope(of, places), name))
    return ["\t".join(line[1:]) for line in sorted(lines)]


def when(dates, years, is_half):
    by_year = ["+".join(f"{date:%m%d}" for date in sorted(dates) if date.year == year) for year in years]
    text = by_year[0] if len(set(by_year)) == 1 else ",".join(by_year)
    return ("~" if is_half else "") + text


def scope(of, places):
    if len(of) == len(places):
        return ""
    others = [place for place in places if place not in of]
    own = [place for place in places if place in of]
    return "!" + "|".join(others) if len(others) < len(own) else "|".join(own)


def main():
    first, last, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    years = range(first, last + 1)
    countries = [(code, class_name) for class_name, code, *_ in COUNTRIES.values()]
    countries.sort(key=lambda of: sort_key(country_name(*of)))
    licence = importlib.metadata.metadata("holidays")["License-Expression"]
    lines = [f"holidays {holidays.__version__} ({licence})\t{first}\t{last}"]
    for code, class_name in countries:
        lines += country_lines(code, class_name, years)
    (folder / "countries.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = importlib.metadata.files("holidays") or []
    notice = next(file for file in files if file.name == "LICENSE")
    (folder / "countries.LICENSE").write_text(notice.read_text(encoding="utf-8"), encoding="utf-8")


main()
