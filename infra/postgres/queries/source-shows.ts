import { sql } from 'kysely'
import type { Database } from '../client.ts'

/** A show whose setlist can be asked for. */
export type PlayedShow = {
  id: number
  /** `YYYY-MM-DD` */
  date: string
  venue: string
}

/**
 * The shows of a data site whose day has come, oldest first.
 *
 * @param source the adapter's name
 * @param range days, `YYYY-MM-DD`, both included
 * @param includeHandEntered also those whose setlist an admin has entered
 */
export async function listPlayedShowsOfSource(
  db: Database,
  source: string,
  range: { from?: string | undefined; to?: string | undefined },
  includeHandEntered: boolean,
): Promise<PlayedShow[]> {
  return db
    .selectFrom('shows')
    .leftJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .select(['shows.id', 'shows.showdate as date', 'shows.venue'])
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
