import type { CatalogueChange } from '@called-it/shared/contract/import-checks'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { listProposedRenames } from './song-renames.ts'

const CATALOGUE = ['songs', 'song_aliases', 'song_renames', 'tours', 'shows'] as const
const SETLISTS = ['setlist_revisions', 'performances'] as const

/**
 * Runs the statements of an import on temporary copies of the catalogue, which hide the tables of the same names, and
 * rolls back. It locks no row of theirs, so that saves go on, and stores nothing. Read the source before: a transaction
 * may be idle for 10 s only.
 *
 * @param withSetlists copies setlists as well
 */
export async function inDryRun<Result>(
  db: Database,
  { withSetlists }: { withSetlists: boolean },
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  const tables = withSetlists ? [...CATALOGUE, ...SETLISTS] : CATALOGUE
  // The copies are compared with the tables, which others change meanwhile.
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    for (const table of tables) await copyTable(trx, table)
    return await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}

/** With its defaults, checks and indexes, and a sequence of its own, so that no id is used up. */
async function copyTable(trx: DatabaseTransaction, table: string): Promise<void> {
  const original = sql.id('public', table)
  const copy = sql.id('pg_temp', table)
  await sql`CREATE TEMPORARY TABLE ${sql.id(table)} (LIKE ${original} INCLUDING ALL) ON COMMIT DROP`.execute(
    trx,
  )
  const { rows } = await sql<{ column: string; isIdentity: boolean }>`
    SELECT attname AS column, attidentity <> '' AS "isIdentity" FROM pg_attribute
    WHERE attrelid = ${`pg_temp.${table}`}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum`.execute(trx)
  const columns = sql.join(rows.map(({ column }) => sql.id(column)))
  await sql`INSERT INTO ${copy} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${original}`.execute(
    trx,
  )
  const identity = rows.find(({ isIdentity }) => isIdentity)?.column
  if (identity !== undefined) {
    await sql`
      SELECT setval(
        pg_get_serial_sequence(${`pg_temp.${table}`}, ${identity}),
        (SELECT coalesce(max(${sql.id(identity)}), 0) + 1 FROM ${copy}), false)`.execute(trx)
  }
  await sql`ANALYZE ${copy}`.execute(trx)
}

/** Named of each kind of change; all are counted. */
const MAX_NAMED = 20

/** What a dry run has changed, by its copies of the tables. Plays and gaps are not counted in it. */
export async function listCatalogueChanges(trx: DatabaseTransaction): Promise<CatalogueChange[]> {
  const { rows } = await sql<CatalogueChange>`
    WITH changed AS (
      SELECT 1 AS place, 'song' AS noun, new.id, CASE
          WHEN old.id IS NULL THEN 'new'
          WHEN old.retired_at IS NULL AND new.retired_at IS NOT NULL THEN 'retired'
          WHEN old.name <> new.name THEN 'renamed'
          ELSE 'changed' END AS change,
        CASE WHEN old.name <> new.name THEN old.name || ' → ' || new.name ELSE new.name END AS name
      FROM pg_temp.songs AS new LEFT JOIN public.songs AS old USING (id)
      WHERE to_jsonb(old) IS DISTINCT FROM to_jsonb(new)
      UNION ALL
      SELECT 2, 'tour', new.id, CASE
          WHEN old.id IS NULL THEN 'new'
          WHEN old.name <> new.name THEN 'renamed'
          ELSE 'changed' END,
        CASE WHEN old.name <> new.name THEN old.name || ' → ' || new.name ELSE new.name END
      FROM pg_temp.tours AS new LEFT JOIN public.tours AS old USING (id)
      WHERE to_jsonb(old) IS DISTINCT FROM to_jsonb(new)
      UNION ALL
      SELECT 3, 'show', new.id, CASE
          WHEN old.id IS NULL THEN 'new'
          WHEN old.vanished_at IS NULL AND new.vanished_at IS NOT NULL THEN 'vanished'
          ELSE 'changed' END,
        new.showdate || ', ' || new.venue
      FROM pg_temp.shows AS new LEFT JOIN public.shows AS old USING (id)
      WHERE to_jsonb(old) IS DISTINCT FROM to_jsonb(new)
    )
    SELECT noun, change, count(*)::integer AS count,
      (array_agg(name ORDER BY id))[1:${sql.lit(MAX_NAMED)}] AS names
    FROM changed GROUP BY place, noun, change ORDER BY place, change`.execute(trx)
  return [...rows, ...(await listNewProposals(trx))]
}

async function listNewProposals(trx: DatabaseTransaction): Promise<CatalogueChange[]> {
  const isNew = sql<boolean>`(rename.song_id, rename.slug) NOT IN (SELECT song_id, slug FROM public.song_renames)`
  const { renames, total: count } = await listProposedRenames(trx, MAX_NAMED, isNew)
  const names = renames.map(({ song, newer }) => `${song.name} → ${newer.name}`)
  return count > 0 ? [{ noun: 'song', change: 'proposed as renamed', count, names }] : []
}

export type ListedCounts = { songs: number; shows: number }

/** The songs and shows of a source that it listed at the last import. */
export async function countListed(trx: DatabaseTransaction, source: string): Promise<ListedCounts> {
  const { rows } = await sql<ListedCounts>`
    SELECT
      (SELECT count(*) FROM public.songs WHERE source = ${source} AND retired_at IS NULL)::integer AS songs,
      (SELECT count(*) FROM public.shows WHERE source = ${source} AND vanished_at IS NULL)::integer AS shows`.execute(
    trx,
  )
  return rows[0] ?? { songs: 0, shows: 0 }
}
