-- A show that its data site no longer lists, with a fan's picks on it.
INSERT INTO shows (source, source_id, tour_id, showdate, venue, city, state, country, vanished_at) VALUES
  ('demo', 'show-6', 1, current_date + 9, 'The Barn', 'Camden', 'ME', 'USA', now() - interval '2 days');
INSERT INTO predictions (show_id, user_id, picks) VALUES
  (6, 2, '\x0001000000000000000000000000000000000000000000000000000000000000000000000000');
