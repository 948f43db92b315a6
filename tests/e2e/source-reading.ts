import { SONGS } from '@called-it/infra/demo/band'
import { openPostgres } from '@called-it/infra/postgres/client'
import type { SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { findRunningPostgres } from '@called-it/launch/postgres'
import { setlistAtSource } from '../support/workers/fake-source.ts'
import { entriesOf, type Night } from './live-show.ts'

/** Stores what the source lists of a show, in place of the poller, which leaves it alone from now on. */
export async function listAtSource(showId: number, played: Night['sets']): Promise<void> {
  const url = await findRunningPostgres(process.env.JOURNEY_DATA_DIR ?? '.data')
  if (!url) throw new Error('the system has no database')
  const { db, close } = openPostgres({ url, program: 'journey', onConnectionError: () => undefined })
  const reading = {
    setlist: JSON.stringify(listed(played)),
    read_at: new Date(),
    next_at: new Date(Date.now() + 86_400_000),
    failures: 0,
  }
  try {
    await db
      .insertInto('source_readings')
      .values({ show_id: showId, ...reading })
      .onConflict((conflict) => conflict.column('show_id').doUpdateSet(reading))
      .execute()
  } finally {
    await close()
  }
}

function listed(played: Night['sets']): SourceSetlist {
  const references = new Map(
    SONGS.map(({ sourceId, slug, name }) => [name, { source_id: sourceId, slug, name }]),
  )
  const sets = Map.groupBy(entriesOf({ sets: played }), ({ set }) => set)
  const songs = [...sets].map(([set, entries]) => [
    set,
    entries.flatMap(({ song }) => references.get(song) ?? []),
  ])
  return setlistAtSource({ source_id: 'demo' }, Object.fromEntries(songs))
}
