-- What everybody is paid, so that a closed month has amounts: a salary since joining, and for one in ten another one since the middle of
-- the month that is closed.
INTO salaries
WITH p(starts_on, one_in, more) AS (VALUES ('2020-01-01', 1, 0), ('2026-06-15', 10, 300000))
user_id = u.id
starts_on = #date(p.starts_on)
salary_cents = 3000000 + u.employee_number % 97 * 12345 + p.more
set_at = #instant('2020-01-01T08:00:00+00:00')
FROM p CROSS JOIN users u WHERE u.role = 'Employee' AND u.employee_number % p.one_in = 0
