-- Two years of requests for leave, or those of some weeks: those that have begun are decided, and two of those to come wait. Everybody takes one to three days in
-- every fifth week, from Tuesday or Wednesday on, so that whichever pattern they work by all of it counts; and besides one Monday (the
-- slot 20), which is everybody's. As `r`: `k` is the slot, `later` the days after the first Monday, `more` the days behind the first.
LET requests
s(k) AS (SELECT {first_leave} UNION ALL SELECT k + 1 FROM s WHERE k < {last_leave}), r AS (SELECT u.id, u.manager_id, u.employee_number * 64 + s.k AS number,
  CASE WHEN s.k = 20 THEN 504 ELSE (s.k * 5 + u.employee_number % 5) * 7 + 1 + u.employee_number % 2 END AS later,
  CASE WHEN s.k = 20 THEN 0 ELSE (u.employee_number + s.k) % 3 END AS more,
  CASE WHEN s.k = 20 AND ({is_own}) THEN 0 ELSE 2 END AS counts,
  CASE WHEN s.k <= 10 AND s.k % 7 = 3 THEN 'rejected' WHEN s.k > 10 AND s.k % 4 = 0 AND s.k <> 20 THEN 'pending' ELSE 'approved' END AS status
  FROM s CROSS JOIN users u WHERE u.role = 'Employee')

INTO leave_requests
WITH RECURSIVE {requests}
id = #id(leave, r.number)
user_id = r.id
leave_type_id = #id(type, 1)
start_date = #after('2025-08-04', r.later)
start_part = 'full'
end_date = #after('2025-08-04', r.later + r.more)
end_part = 'full'
half_days = (1 + r.more) * r.counts
reason = 'A few days with the family'
status = r.status
created_at = #instant('2020-01-01T08:00:00+00:00')
updated_at = #instant('2020-01-01T08:00:00+00:00')
FROM r

INTO leave_halves
WITH RECURSIVE {requests}, d(d) AS (VALUES (0), (1), (2)), h(h) AS (VALUES (0), (1))
user_id = r.id
date = #after('2025-08-04', r.later + d.d)
half = h.h
request_id = #id(leave, r.number)
counts = r.counts > 0
FROM r CROSS JOIN d CROSS JOIN h WHERE d.d <= r.more AND r.status <> 'rejected'

INTO leave_steps
WITH RECURSIVE {requests}, w(step, what) AS (VALUES (0, 'asked'), (1, 'approved'))
id = #id(step, r.number * 2 + w.step)
request_id = #id(leave, r.number)
at = #instant('2020-01-01T08:00:00+00:00')
what = w.what
by_id = CASE WHEN w.step = 0 THEN r.id ELSE r.manager_id END
FROM r CROSS JOIN w WHERE w.step = 0 OR r.status = 'approved'

INTO leave_ledger
WITH RECURSIVE {requests}
id = #id(ledger, r.number + 20)
user_id = r.id
leave_type_id = #id(type, 1)
year = CASE WHEN r.later < 150 THEN 2025 WHEN r.later < 515 THEN 2026 ELSE 2027 END
kind = 'usage'
half_days = -(1 + r.more) * r.counts
date = #date('2026-01-01')
request_id = #id(leave, r.number)
created_at = #instant('2020-01-01T08:00:00+00:00')
FROM r WHERE r.status <> 'rejected' AND r.counts > 0

-- For the requests that the benchmark makes.
INTO leave_ledger
id = #id(ledger, u.employee_number * 64 + 11)
user_id = u.id
leave_type_id = #id(type, 1)
year = 2026
kind = 'adjustment'
half_days = 120
date = #date('2026-01-01')
note = 'For the measurement'
created_at = #instant('2020-01-01T08:00:00+00:00')
FROM users u WHERE u.role = 'Employee'
