-- A small installation in use, as its programs wrote it when 0005-live was the newest migration: every table has rows.
-- Ids count from 1 in the order of the rows. The password of every fan is 'correct horse battery'.
SET LOCAL TIME ZONE 'UTC';

INSERT INTO users (email, display_name, sort_name, password_hash, is_admin, email_verified_at, created_at) VALUES
  ('ada@example.test', 'Ada Lovelace', 'ada lovelace', '$argon2id$v=19$m=19456,t=2,p=1$RU08N8wZ89XLOU0dibFE4Q$ntkDLPFRlgMX8H5TxBx8vudYlsTYu0KA8e9wKVNsHfU', true, now() - interval '90 days', now() - interval '91 days'),
  ('bo@example.test', 'Bo Ström', 'bo ström', '$argon2id$v=19$m=19456,t=2,p=1$RU08N8wZ89XLOU0dibFE4Q$ntkDLPFRlgMX8H5TxBx8vudYlsTYu0KA8e9wKVNsHfU', false, now() - interval '80 days', now() - interval '80 days'),
  ('cleo@example.test', 'Cleo', 'cleo', '$argon2id$v=19$m=4096,t=1,p=1$JY76vp/juM3QLq+16vRNSg$sqjUueK7PNfKGBYjdxX1H7rndyGrlFTc4Pdv74lVBtg', false, now() - interval '70 days', now() - interval '70 days'),
  ('dee@example.test', 'Dee', 'dee', '$argon2id$v=19$m=19456,t=2,p=1$RU08N8wZ89XLOU0dibFE4Q$ntkDLPFRlgMX8H5TxBx8vudYlsTYu0KA8e9wKVNsHfU', false, NULL, now() - interval '1 hour');
INSERT INTO users (display_name, sort_name, created_at, deleted_at) VALUES
  ('deleted fan', 'deleted fan', now() - interval '60 days', now() - interval '5 days');

INSERT INTO avatars (user_id, content_hash, webp) VALUES
  (2, '3faa5fde4a7037a58c92b75eb0efe7cdb0d389f8140515bddc9383b7b4e9e834', '\x524946463c0000005745425056503820300000001002009d012a0200020001402625a00274ba01f801f80003c800feedcedffea7060e7cfca23ff6d0cea84bfdf3000000');

-- The text of a link is never stored; the first one's is 'the-link-that-was-mailed-to-dee'.
INSERT INTO auth_tokens (user_id, purpose, token_hash, created_at, expires_at, used_at, voided_at) VALUES
  (4, 'verify-email', sha256('the-link-that-was-mailed-to-dee'), now() - interval '1 hour', now() + interval '23 hours', NULL, NULL),
  (2, 'verify-email', sha256('the-link-that-bo-has-used'), now() - interval '20 days', now() - interval '19 days', now() - interval '20 days', NULL),
  (3, 'reset-password', sha256('the-link-that-was-followed-by-another'), now() - interval '2 hours', now() - interval '90 minutes', NULL, now() - interval '100 minutes');

INSERT INTO sessions (sid, sess, expire)
SELECT sid,
  json_build_object(
    'cookie', json_build_object('originalMaxAge', 31536000000, 'expires', now() + interval '365 days', 'secure', false, 'httpOnly', true, 'path', '/', 'sameSite', 'lax'),
    'passport', json_build_object('user', user_id),
    'loggedInAt', (extract(epoch FROM now() - interval '3 days') * 1000)::bigint,
    'rolledAt', (extract(epoch FROM now()) * 1000)::bigint),
  now() + interval '27 days'
FROM (VALUES ('the-session-of-ada', 1), ('the-session-of-bo', 2)) AS logged_in(sid, user_id);

INSERT INTO songs (id, source, source_id, slug, name, times_played, gap, last_played, in_notebook)
SELECT number, 'demo', 'song-' || number, 'song-' || number, 'Song ' || number, 400 - number, number % 7, current_date - 30, number % 5 = 0
FROM generate_series(1, 20) AS number;
INSERT INTO songs (id, source, source_id, slug, name, retired_at) VALUES
  (21, 'demo', NULL, 'a-song-without-a-number', 'A Song Without A Number', NULL),
  (22, 'demo', 'song-22', 'song-22', 'A Song That Was Withdrawn', now() - interval '12 days');

INSERT INTO tours (source, source_id, name, start_date, end_date, description) VALUES
  ('demo', 'tour-1', 'Winter Tour', current_date - 60, current_date + 60, 'from the coast to the hills'),
  ('demo', 'tour-2', 'Summer Tour', current_date + 90, current_date + 150, NULL);

INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, state, country, locks_at, excluded, exclusion_reason) VALUES
  ('demo', 'show-1', 1, current_date - 30, 'The Mill', 'Orono', 'ME', 'USA', NULL, false, NULL),
  ('demo', 'show-2', NULL, current_date - 20, 'A Festival', 'Görlitz', NULL, 'Germany', NULL, false, NULL),
  ('demo', 'show-3', 1, current_date - 1, 'The Kiln', 'Bangor', 'ME', 'USA', now() - interval '1 day', false, NULL),
  ('demo', 'show-4', 1, current_date - 10, 'A Radio Studio', NULL, NULL, NULL, NULL, true, 'a broadcast'),
  ('demo', 'show-5', 1, current_date + 7, 'The Harbor Hall', 'Rockland', 'ME', 'USA', now() + interval '7 days', false, NULL);

INSERT INTO setlist_revisions (show_id, number, origin, text, notes, created_by) VALUES
  (1, 1, 'source', 'Set 1: as first reported', NULL, NULL),
  (1, 2, 'hand', 'Set 1: Song 1, Song 2, …', 'The third song was unfinished.', 1),
  (2, 1, 'source', 'Set 1: Song 3 > Song 1', NULL, NULL),
  (3, 1, 'source', 'Set 1: Song 20, Song 2', NULL, NULL);
INSERT INTO performances (revision_id, sequence, set_name, position, song_id) VALUES
  (1, 1, 'set1', 1, 1),
  (2, 1, 'set1', 1, 1), (2, 2, 'set1', 2, 2), (2, 3, 'set1', 3, 3), (2, 4, 'set1', 4, 4), (2, 5, 'set1', 5, 5),
  (2, 6, 'set1', 6, 6), (2, 7, 'set1', 7, 7), (2, 8, 'set1', 8, 8), (2, 9, 'set1', 9, 9),
  (2, 10, 'set2', 1, 10), (2, 11, 'set2', 2, 11), (2, 12, 'set2', 3, 12), (2, 13, 'set2', 4, 13), (2, 14, 'set2', 5, 14), (2, 15, 'set2', 6, 15),
  (2, 16, 'encore', 1, 16), (2, 17, 'encore', 2, 17),
  (3, 1, 'set1', 1, 3), (3, 2, 'set1', 2, 1), (3, 3, 'set1', 3, 2), (3, 4, 'set1', 4, 4),
  (3, 5, 'set2', 1, 18), (3, 6, 'set2', 2, 6), (3, 7, 'set2', 3, 5), (3, 8, '3', 1, 9), (3, 9, 'encore', 1, 17),
  (4, 1, 'set1', 1, 20), (4, 2, 'set1', 2, 2), (4, 3, 'set1', 3, 3),
  (4, 4, 'set2', 1, 4), (4, 5, 'set2', 2, 5), (4, 6, 'set2', 3, 6), (4, 7, 'set2', 4, 7), (4, 8, 'encore', 1, 1);
UPDATE shows SET setlist_revision_id = 2 WHERE id = 1;
UPDATE shows SET setlist_revision_id = 3 WHERE id = 2;
UPDATE shows SET setlist_revision_id = 4 WHERE id = 3;

INSERT INTO source_permits (source, next_at) VALUES ('demo', now() - interval '1 minute');

INSERT INTO predictions (show_id, user_id, picks, version) VALUES
  (1, 1, '\x00010003000000040000000000000000000a000c000000090000000000000000001100000000', 1),
  (1, 2, '\x00010002000300040005000600070008000a000b000c000d000e000f00000000001000110014', 3),
  (1, 3, '\x0000000000000012000000000000000000000000000000000000000000000000001300000000', 1),
  (1, 5, '\x00020001000000000000000000000000000f0000000000000000000000000000000000100000', 1),
  (2, 2, '\x0003000200010000000000000000000000000000000000000000000000000000001100000000', 1),
  (2, 3, '\x0009000400000000000000000000000000120005000600000000000000000000000000000000', 2),
  (3, 2, '\x0014000300000000000000000000000000040000000000000000000000000000000000000000', 1),
  (3, 3, '\x0000000000000000000000000000000000000000000100000000000000000000000200000000', 1),
  (5, 2, '\x0007000000080000000000000000000000130000000000000000000000000000000000000000', 4);

-- Two shows are scored. Of the third the worker was lost, an import has failed, and another order waits.
INSERT INTO runs (kind, subject, "order", ordered_by, state, done, total, result, error, claim, worker, heartbeat_at, created_at, started_at, ended_at, topic_version) VALUES
  ('score-show', 'show:1', '{"showId": 1, "fetchSetlist": false}', 1, 'done', 4, 4, '{"processed": 4, "errors": 0}', NULL, 1, 'worker-a', now() - interval '29 days', now() - interval '29 days', now() - interval '29 days', now() - interval '29 days', 3),
  ('score-show', 'show:2', '{"showId": 2, "fetchSetlist": true}', 1, 'done', 2, 2, '{"processed": 2, "errors": 0}', NULL, 2, 'worker-b', now() - interval '19 days', now() - interval '19 days', now() - interval '19 days', now() - interval '19 days', 7),
  ('score-show', 'show:3', '{"showId": 3, "fetchSetlist": false}', 1, 'running', 1, 2, NULL, NULL, 1, 'worker-a', now() - interval '10 minutes', now() - interval '11 minutes', now() - interval '11 minutes', NULL, 9),
  ('import-setlist', 'show:4', '{"showId": 4}', 1, 'failed', 0, NULL, NULL, '{"message": "Setlist not found for this show", "code": "setlist_not_found"}', 1, 'worker-b', now() - interval '9 days', now() - interval '9 days', now() - interval '9 days', now() - interval '9 days', 8),
  ('test-score-show', 'show:1', '{"showId": 1, "fetchSetlist": false}', 1, 'queued', 0, NULL, NULL, NULL, 0, NULL, NULL, now() - interval '5 minutes', NULL, NULL, 10);

INSERT INTO score_sets (show_id, revision_id, run_id) VALUES (1, 2, 1), (2, 3, 2);
INSERT INTO scores (score_set_id, user_id, total, song_in_show, song_in_set, correct_song, correct_special, encore_in_set) VALUES
  (1, 1, 65, 1, 2, 1, 2, 1),
  (1, 2, 185, 0, 0, 11, 5, 0),
  (1, 3, 0, 0, 0, 0, 0, 0),
  (1, 5, 28, 0, 3, 0, 0, 1),
  (2, 2, 42, 0, 2, 0, 2, 0),
  (2, 3, 36, 1, 3, 0, 1, 0);
UPDATE shows SET score_set_id = 1, picks_closed = true, settled_by_order = 1 WHERE id = 1;
UPDATE shows SET score_set_id = 2, picks_closed = true, settled_by_order = 2 WHERE id = 2;
UPDATE shows SET picks_closed = true, closed_by_run = 3 WHERE id = 3;

INSERT INTO standings (board, user_id, total, shows, best) VALUES
  (0, 1, 65, 1, 65), (0, 2, 227, 2, 185), (0, 3, 36, 2, 36), (0, 5, 28, 1, 28),
  (1, 1, 65, 1, 65), (1, 2, 185, 1, 185), (1, 3, 0, 1, 0), (1, 5, 28, 1, 28);
INSERT INTO standings_histogram (board, total, players) VALUES
  (0, 227, 1), (0, 65, 1), (0, 36, 1), (0, 28, 1),
  (1, 185, 1), (1, 65, 1), (1, 28, 1), (1, 0, 1);

INSERT INTO outbox (job, payload, run_id, created_at, next_at, enqueued_at, attempt, failures, last_error, done_at, dead_at) VALUES
  ('score-show', '{"runId": 2}', 2, now() - interval '19 days', now() - interval '19 days', now() - interval '19 days', 2, 0, NULL, now() - interval '19 days', NULL),
  ('score-show', '{"runId": 3}', 3, now() - interval '11 minutes', now() - interval '10 minutes', now() - interval '11 minutes', 1, 0, NULL, NULL, NULL),
  ('import-setlist', '{"runId": 4}', 4, now() - interval '9 days', now() - interval '9 days', now() - interval '9 days', 1, 0, NULL, now() - interval '9 days', NULL),
  ('test-score-show', '{"runId": 5}', 5, now() - interval '5 minutes', now() - interval '5 minutes', NULL, 0, 0, NULL, NULL, NULL),
  ('mail-verification', '{"userId": 4}', NULL, now() - interval '1 hour', now() - interval '1 minute', NULL, 3, 3, 'Error: the mail server is away', NULL, NULL),
  ('mail-password-reset', '{"userId": 3}', NULL, now() - interval '3 days', now() - interval '2 days', NULL, 150, 150, 'Error: no such mailbox', NULL, now() - interval '2 days'),
  ('sweep', '{}', NULL, now() - interval '2 minutes', now() - interval '2 minutes', now() - interval '2 minutes', 1, 0, NULL, now() - interval '2 minutes', NULL);

UPDATE settings SET test_mode_enabled = false, site_overlay_enabled = true;
INSERT INTO topic_versions (topic, version) VALUES
  ('settings', 2), ('runs', 10), ('catalogue', 5), ('board:0', 6), ('board:1', 4), ('show:1', 3), ('show:2', 2), ('show:3', 1);
INSERT INTO installation_facts (name, value) VALUES ('demo-anchor', '"2026-01-05"'), ('demo-loaded', 'true');

INSERT INTO audit_log (at, actor_id, action, subject, address, request_id, details) VALUES
  (now() - interval '29 days', 1, 'score-show:ordered', 'show:1', '192.0.2.7', 'req-1', '{"runId": 1, "showId": 1, "fetchSetlist": false}'),
  (now() - interval '20 days', NULL, 'user:login-failed', 'user:2', '192.0.2.8', 'req-2', '{"reason": "password"}'),
  (now() - interval '5 days', 5, 'user:deleted', 'user:5', '192.0.2.9', 'req-3', '{}');
