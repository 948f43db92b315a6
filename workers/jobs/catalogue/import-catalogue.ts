import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { enqueueTourBadges } from '@called-it/infra/postgres/queries/badges/badges'
import {
  listBoardsOfMovedShows,
  markVanishedShows,
  upsertTours,
} from '@called-it/infra/postgres/queries/catalogue/tour-import'
import { rebuildStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { keepFaults } from '@called-it/infra/setlist-sources/faults'
import type { SourceFaults, SourceShow } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'
import type { RunContext, RunHandler } from '../../runs/run-context.ts'
import { rememberSetlists } from './hidden-plays.ts'
import { checkLosses } from './import-question.ts'
import {
  importSongs,
  readSongLists,
  recountPlays,
  sayCounted,
  sayFaults,
  sayRenames,
} from './import-songs.ts'
import { measureImport } from './measure-import.ts'
import { importRecentSetlists, type RecentSetlists } from './recent-setlists.ts'
import { storeShows } from './store-shows.ts'
import { findListedShows } from './vanished-shows.ts'

/** Per transaction: short enough to block nobody, and to show progress. */
const SHOWS_AT_ONCE = 200

type Context = RunContext<'import-catalogue'>

/**
 * Imports songs, the songwriter's notebook, tours, shows and missing setlists of recent shows. Shows that are no
 * longer listed are marked. Each part commits by itself and skips unchanged rows, so that an aborted run can be
 * repeated.
 */
export const importCatalogue: RunHandler<'import-catalogue'> = async (context) => {
  const { source, run } = context
  const lists = {
    ...(await readSongLists(context)),
    tours: await source.listTours(),
    shows: await source.listShows(),
    notes: (await source.listNotes?.()) ?? [],
  }
  const { faults } = lists
  const counts = { songs: lists.songs.length, tours: lists.tours.length, shows: lists.shows.length }
  const total = counts.songs + counts.tours + counts.shows
  const findSetlist = rememberSetlists(source)
  if (!run.order.confirm) checkLosses(await measureImport(context, lists, findSetlist))
  context.progress(0, total)
  await context.change(async (trx, changedTopics) => {
    const { changed } = await upsertTours(trx, source.name, lists.tours)
    if (changed > 0) changedTopics.add(topics.catalogue)
  })
  await importShows(context, lists.shows, { before: counts.tours, total })
  const vanished = await markVanished(context, lists.shows, faults)
  const { renames } = await importSongs(context, lists, findSetlist)
  context.progress(total, total)
  const setlists = await importRecentSetlists(context, findSetlist, (done, of) =>
    context.progress(total + done, total + of),
  )
  const counted = await recountPlays(context, lists.songs, findSetlist)
  const message = [
    `The catalogue is up to date (songs: ${counts.songs}, tours: ${counts.tours}, shows: ${counts.shows}).`,
    ...vanished,
    ...sayRenames(renames),
    ...saySetlists(setlists),
    ...sayCounted(counted),
    ...sayFaults(faults),
    ...lists.notes,
  ].join(' ')
  // A source of files has listed those of its setlists.
  const found = faults ?? { count: setlists.faults.length, listed: setlists.faults }
  const kept = found.count > 0 ? { faults: keepFaults(found) } : {}
  return context.finish(async (trx) => {
    // Shows may have joined and left tours.
    await enqueueTourBadges(trx)
    return { message, ...counts, ...kept }
  })
}

/** Shows with a fault count as listed. Returns what the run says. */
async function markVanished(
  context: Context,
  shows: readonly SourceShow[],
  faults: SourceFaults | null,
): Promise<readonly string[]> {
  if (shows.length === 0) return ['The source lists no shows at all, so none was marked as vanished.']
  const listed = findListedShows(shows, faults)
  if (!listed) return ['A broken row names no show, so none was marked as vanished.']
  const vanished = await context.change(async (trx, changedTopics) => {
    const showIds = await markVanishedShows(trx, context.source.name, listed)
    for (const showId of showIds) changedTopics.add(topics.show(showId))
    if (showIds.length > 0) changedTopics.add(topics.catalogue)
    return showIds.length
  })
  return vanished === 0 ? [] : [`No longer listed by the source: ${vanished}.`]
}

function saySetlists({ asked, stored, failures }: RecentSetlists): string[] {
  if (asked === 0) return []
  const counts = `Setlists of recent shows: ${stored} of ${asked}.`
  return failures.length === 0 ? [counts] : [counts, `Some are missing: ${failures.join('; ')}`]
}

async function importShows(
  context: Context,
  shows: readonly SourceShow[],
  { before, total }: { before: number; total: number },
): Promise<void> {
  for (let start = 0; start < shows.length; start += SHOWS_AT_ONCE) {
    context.signal.throwIfAborted()
    const batch = shows.slice(start, start + SHOWS_AT_ONCE)
    await context.change((trx, changedTopics) => storeBatch(trx, context.source.name, batch, changedTopics))
    context.progress(before + start + batch.length, total)
  }
}

async function storeBatch(
  trx: DatabaseTransaction,
  source: string,
  shows: readonly SourceShow[],
  changedTopics: Set<string>,
): Promise<void> {
  const boards = await listBoardsOfMovedShows(trx, source, shows)
  // Scores of a scored show move to the other tour's board. Standings are locked before shows.
  if (boards.length > 0) await holdLock(trx, 'standings')
  const stored = await storeShows(trx, source, shows)
  if (boards.length > 0) await rebuildStandings(trx, boards)
  if (stored.isChanged) changedTopics.add(topics.catalogue)
  for (const showId of stored.listedShowIds) changedTopics.add(topics.show(showId))
  for (const board of boards) changedTopics.add(topics.board(board))
}
