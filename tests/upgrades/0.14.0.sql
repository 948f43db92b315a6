-- What release 0.14.0 changed in the database of 0.13.0, then values in what is new.
ALTER TABLE users ADD COLUMN language text;
ALTER TABLE registrations ADD COLUMN language text;
UPDATE users SET language = 'de' WHERE email = 'bo@example.test';
UPDATE registrations SET language = 'es';
INSERT INTO kysely_migration (name, timestamp) VALUES ('0036-account-language', '2026-11-28T00:00:00.000Z');
