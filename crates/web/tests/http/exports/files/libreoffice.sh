#!/bin/sh
# Opens people.csv, balances.csv and holidays.csv in LibreOffice under two locales, and saves them as its dialogs propose there:
# opened as UTF-8 with commas and with special numbers detected, saved as they are shown.
set -eu
cd "$(dirname "$0")"
convert() { # locale, its number at Microsoft, filter with which LibreOffice saves
    profile=$(mktemp -d)
    mkdir "$profile/user"
    cat >"$profile/user/registrymodifications.xcu" <<XCU
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>$1</value></prop></item>
</oor:items>
XCU
    for kind in people balances holidays; do
        soffice "-env:UserInstallation=file://$profile" --headless --infilter="CSV:44,34,76,1,,$2,false,true" \
            --convert-to "csv:Text - txt - csv (StarCalc):$3" --outdir "$profile" "$kind.csv" >/dev/null
        mv "$profile/$kind.csv" "$kind-$1.csv"
    done
    rm -r "$profile"
}
convert en-US 1033 44,34,76,1,,0,false,true,false
convert de-DE 1031 59,34,ANSI,1,,0,false,true,false
