import {
  hasPerformances,
  insertSourceSetlist,
  updateExclusion,
} from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import {
  listRecentShowsWithoutSetlist,
  type ShowWithoutSetlist,
} from '@called-it/infra/postgres/queries/catalogue/source-shows'
import { lockScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import { SetlistSourceError, type SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/live'
import type { RunContext } from '../runs/run-context.ts'

type Context = RunContext<'import-catalogue'>

/** A site that fails so often in a row is down: the rest is asked for at the next import. */
const MOST_FAILURES_IN_A_ROW = 2

/** What came of asking for the setlists of recent shows. */
export type RecentSetlists = {
  /** How many shows were without one. */
  readonly asked: number
  readonly stored: number
  /** Why the first show that failed did so, in the site's words; null where none did. */
  readonly failure: string | null
}

/**
 * Fetches the setlists that recent shows lack, each committed by itself. One that the site has not written up
 * yet, or fails with, is left for the next import.
 *
 * @param follow told how many shows are done, of how many
 */
export async function importRecentSetlists(
  context: Context,
  follow: (done: number, of: number) => void,
): Promise<RecentSetlists> {
  const shows = await listRecentShowsWithoutSetlist(context.db, context.source.name)
  let stored = 0
  let failure: string | null = null
  let failuresInARow = 0
  for (const [index, show] of shows.entries()) {
    context.signal.throwIfAborted()
    const setlist = await findOrFail(context, show)
    if (setlist instanceof SetlistSourceError) {
      failure ??= setlist.message
      failuresInARow += 1
      if (failuresInARow === MOST_FAILURES_IN_A_ROW) break
    } else {
      failuresInARow = 0
      if (setlist && (await store(context, show, setlist))) stored += 1
    }
    follow(index + 1, shows.length)
  }
  return { asked: shows.length, stored, failure }
}

async function findOrFail(
  { source }: Context,
  show: ShowWithoutSetlist,
): Promise<SourceSetlist | SetlistSourceError | null> {
  try {
    return await source.findSetlist(show)
  } catch (error) {
    if (error instanceof SetlistSourceError) return error
    throw error
  }
}

/** Whether the show has a setlist by it. */
async function store(
  context: Context,
  { id: showId }: ShowWithoutSetlist,
  setlist: SourceSetlist,
): Promise<boolean> {
  if (!setlist.excluded && !hasPerformances(setlist)) return false
  return context.change(async (trx, changedTopics) => {
    const show = await lockScorableShow(trx, showId)
    // What an admin has entered meanwhile stands.
    if (show?.revisionId !== null) return false
    changedTopics.add(topics.show(showId))
    if (setlist.excluded) {
      await updateExclusion(trx, showId, setlist.exclusionReason)
      return false
    }
    const stored = await insertSourceSetlist(trx, { source: context.source.name, showId, setlist })
    return stored.changed
  })
}
