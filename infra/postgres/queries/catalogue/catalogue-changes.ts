import type { CatalogueChange } from '@called-it/shared/contract/import-checks'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { listProposedRenames } from './proposed-renames.ts'

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
