-- An order that knows the request and the span which it goes back to.
INSERT INTO runs (kind, subject, "order", ordered_by, request_id, topic_version) VALUES
  ('preview-scores', 'preview:3', '{"showId": 3, "setlist": null}', 1, 'req-4', 11);
INSERT INTO outbox (job, payload, run_id, request_id, traceparent) VALUES
  ('preview-scores', '{"runId": 6}', 6, 'req-4', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
UPDATE topic_versions SET version = 11 WHERE topic = 'runs';
