import {
  hasPerformances,
  insertSourceSetlist,
  updateExclusion,
} from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import {
  listRecentShowsWithoutSetlist,
  type PlayedShow,
} from '@called-it/infra/postgres/queries/catalogue/source-shows'
import { findScorableShowForUpdate } from '@called-it/infra/postgres/queries/standings/score-sets'
import { faultOfShow } from '@called-it/infra/setlist-sources/faults'
import {
  isSourceAway,
  SetlistSourceError,
  type SourceFault,
  type SourceSetlist,
} from '@called-it/infra/setlist-sources/source'
import { settleShowTimes } from '@called-it/infra/show-times/settle-show-times'
import { topics } from '@called-it/shared/contract/events'
import type { RunContext } from '../../runs/run-context.ts'
import type { FindSetlist } from './hidden-plays.ts'

type Context = RunContext<'import-catalogue'>

/** Shows in a row for which the source was away: then the rest is left to the next import. */
const MAX_AWAY_IN_A_ROW = 2

export type RecentSetlists = {
  readonly asked: number
  readonly stored: number
  /** Each with its show and the source's message. */
  readonly failures: readonly string[]
  /** Setlists that could not be read while the source was there. */
  readonly faults: readonly SourceFault[]
}

/** Imports missing setlists of recent shows. Missing or failed ones are left to the next import. */
export async function importRecentSetlists(
  context: Context,
  findSetlist: FindSetlist,
  follow: (done: number, of: number) => void,
): Promise<RecentSetlists> {
  const shows = await listRecentShowsWithoutSetlist(context.db, context.source.name)
  const failures: string[] = []
  const faults: SourceFault[] = []
  let stored = 0
  let awayInARow = 0
  for (const [index, show] of shows.entries()) {
    context.signal.throwIfAborted()
    const setlist = await findOrFail(findSetlist, show)
    if (setlist instanceof SetlistSourceError) {
      failures.push(`${show.date}, ${show.venue}: ${setlist.message}`)
      const isAway = isSourceAway(setlist)
      if (!isAway) faults.push(faultOfShow(context.source.name, show, setlist))
      awayInARow = isAway ? awayInARow + 1 : 0
      if (awayInARow === MAX_AWAY_IN_A_ROW) break
    } else {
      awayInARow = 0
      if (setlist && (await store(context, show, setlist))) stored += 1
    }
    follow(index + 1, shows.length)
  }
  return { asked: shows.length, stored, failures, faults }
}

async function findOrFail(
  findSetlist: FindSetlist,
  show: PlayedShow,
): Promise<SourceSetlist | SetlistSourceError | null> {
  try {
    return await findSetlist(show)
  } catch (error) {
    if (error instanceof SetlistSourceError) return error
    throw error
  }
}

/** Whether the show has a setlist afterwards. */
async function store(context: Context, { id: showId }: PlayedShow, setlist: SourceSetlist): Promise<boolean> {
  if (!setlist.excluded && !hasPerformances(setlist)) return false
  return context.change(async (trx, changedTopics) => {
    const show = await findScorableShowForUpdate(trx, showId)
    // A setlist that an admin has entered meanwhile is kept.
    if (show?.revisionId !== null) return false
    changedTopics.add(topics.show(showId))
    if (setlist.excluded) {
      await updateExclusion(trx, showId, setlist.exclusionReason)
      await settleShowTimes(trx, [showId])
      return false
    }
    const stored = await insertSourceSetlist(trx, { source: context.source.name, showId, setlist })
    if (stored.changed) changedTopics.add(topics.setlist(showId))
    if (stored.firstPlays) changedTopics.add(topics.catalogue)
    return stored.changed
  })
}
