import { type Kysely, sql } from 'kysely'

/**
 * Searches of names without case, accents and signs, and what deleted profiles have left in reports and the audit log.
 * No data of users is added: the index follows the name, which goes with the profile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Both forms of shared/game/search-fold.ts, each in a line. The collation has the rules of Unicode in every database.
  await sql`
    CREATE FUNCTION search_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT btrim(regexp_replace(letters, '[^[:alnum:]]+', ' ', 'g'))
        || chr(10) || btrim(regexp_replace(regexp_replace(letters, '[^[:alnum:] ]', '', 'g'), ' +', ' ', 'g'))
      FROM (SELECT
        replace(replace(replace(replace(translate(
          normalize(regexp_replace(lower(normalize(given, NFKD) COLLATE pg_unicode_fast),
            '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f\\u0591-\\u05bd\\u05bf-\\u05c7\\u064b-\\u065f]',
            '', 'g'), NFKC),
          'øđłς', 'odlσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), '&', ' and ')
        COLLATE pg_unicode_fast AS letters) AS folded
    $$`.execute(db)
  await sql`CREATE INDEX users_search_fold ON users USING gin (search_fold(display_name) gin_trgm_ops)`.execute(
    db,
  )

  await sql`UPDATE reports SET note = NULL WHERE user_id IS NULL AND note IS NOT NULL`.execute(db)
  await sql`
    UPDATE audit_log SET details = details - '{description,name,reason,text,word}'::text[]
    FROM users
    WHERE users.deleted_at IS NOT NULL AND (actor_id = users.id OR subject = 'user:' || users.id)`.execute(db)
}
