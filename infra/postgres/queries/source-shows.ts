import { sql } from 'kysely'
import type { Database } from '../client.ts'

/** A show as its data site knows it. */
export type ShowAtSource = {
  id: number
  source: string
  sourceId: string
  /** `YYYY-MM-DD` */
  date: string
  excluded: boolean
}

/** One show; null where there is none. */
export async function findShowAtSource(db: Database, showId: number): Promise<ShowAtSource | null> {
  const show = await selectShowsAtSource(db).where('shows.id', '=', showId).executeTakeFirst()
  return show ?? null
}

/**
 * The shows of a data site whose setlists can be asked for, oldest first: those whose day has come.
 *
 * @param range days, `YYYY-MM-DD`, both included
 * @param includeHandEntered also those whose setlist an admin has entered
 */
export async function listPlayedShowsAtSource(
  db: Database,
  source: string,
  range: { from?: string | undefined; to?: string | undefined },
  includeHandEntered: boolean,
): Promise<ShowAtSource[]> {
  return selectShowsAtSource(db)
    .leftJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .where('shows.source', '=', source)
    .where('shows.showdate', '<=', sql<string>`(now() AT TIME ZONE 'UTC')::date`)
    .$if(range.from !== undefined, (query) => query.where('shows.showdate', '>=', range.from ?? ''))
    .$if(range.to !== undefined, (query) => query.where('shows.showdate', '<=', range.to ?? ''))
    .$if(!includeHandEntered, (query) =>
      query.where(({ or, eb }) =>
        or([eb('revision.origin', 'is', null), eb('revision.origin', '!=', 'hand')]),
      ),
    )
    .orderBy('shows.showdate')
    .orderBy('shows.id')
    .execute()
}

function selectShowsAtSource(db: Database) {
  return db
    .selectFrom('shows')
    .select([
      'shows.id',
      'shows.source',
      'shows.source_id as sourceId',
      'shows.showdate as date',
      'shows.excluded',
    ])
}
