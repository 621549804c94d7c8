-- People with their days in service, a live session for each, and some holidays, none of which touches a day that is read or submitted.
INTO users
WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < {last})
id = #id(user, n)
employee_number = 1000 + n
email = 'person' || n || '@bench.example'
first_name = 'Firstname' || (n % 97)
last_name = 'Lastname' || n
role = CASE WHEN n <= {managers} THEN 'Manager' WHEN n < {administrator} THEN 'Employee' WHEN n = {administrator} THEN 'Admin'
  WHEN n = {hr} THEN 'HR' ELSE 'Boss' END
department = 'Department ' || (n % 12)
joining_date = #date('2020-01-01')
is_active = true
is_blocked = false
is_first_login = false
manager_id = CASE WHEN n > {managers} AND n < {administrator} THEN #id(user, 1 + (n - {managers} - 1) / 20) END
password_hash = '{hash}'
created_at = #instant('2020-01-01T08:00:00+00:00')
updated_at = #instant('2020-01-01T08:00:00+00:00')
search_text = 'firstname' || (n % 97) || ' lastname' || n || '{line}emp' || (1000 + n) || '{line}department ' || (n % 12)
  || '{line}person' || n || '@bench.example'
sort_name = 'firstname' || (n % 97) || '{tab}lastname' || n
FROM s

INTO service_periods
user_id = id
first_day = joining_date
FROM users WHERE role = 'Employee'

INTO tenures
user_id = id
number = 1
began = joining_date
is_original = true
FROM users WHERE role = 'Employee'

INTO sessions
id = #id(session, employee_number - 1000)
user_id = id
created_at = created_at
expires_at = #instant('2099-01-01T00:00:00+00:00')
ip = '127.0.0.1'
FROM users

INSERT INTO counters (name, value) VALUES ('employee_number', 1000 + {last})

-- The portal has looked at every day that is measured: with each day to which its clock is moved on it would mark everybody absent on
-- the days between, and that is different work from what is measured.
INSERT INTO settings (key, value) VALUES ('frozen_through', '2099-12-31')

INTO holidays
WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 10)
id = #id(holiday, n)
date = #date('2020-0' || (1 + n % 5) || '-' || (10 + n))
name = 'Holiday ' || n
is_recurring = true
created_at = #instant('2020-01-01T08:00:00+00:00')
updated_at = #instant('2020-01-01T08:00:00+00:00')
FROM s

-- Those who have work patterns of their own. In the month that is read the hours change.
INTO work_pattern_lists
owner_id = u.id
version = 3
FROM users u WHERE u.role = 'Employee' AND {is_own}

INTO work_patterns
WITH p(starts_on, weekdays, full_day, half_day) AS
  (VALUES ('2020-01-01', '12345', 16, 8), ('2026-01-05', '23456', 14, 7), ('2026-07-06', '23456', 16, 8))
owner_id = u.id
starts_on = #date(p.starts_on)
weekdays = p.weekdays
full_day_half_hours = p.full_day
half_day_half_hours = p.half_day
set_at = #instant('2020-01-01T08:00:00+00:00')
set_by = #id(user, {administrator})
FROM p CROSS JOIN users u WHERE u.role = 'Employee' AND {is_own}

-- What everybody is given of Annual Leave and Sick Leave, so that the portal has nothing to enter while it is measured. The ids are the
-- smallest numbers, of which requests have none.
INTO leave_ledger
WITH a(year, of_type, half_days) AS (VALUES (2026, 1, 40), (2026, 2, 20), (2027, 1, 40), (2027, 2, 20))
id = #id(ledger, u.employee_number * 64 + (a.year - 2026) * 2 + a.of_type)
user_id = u.id
leave_type_id = #id(type, a.of_type)
year = a.year
kind = 'allocation'
half_days = a.half_days
date = #date('2026-01-01')
created_at = #instant('2020-01-01T08:00:00+00:00')
FROM a CROSS JOIN users u WHERE u.role = 'Employee'
