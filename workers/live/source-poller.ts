import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import { addTopicsOfRevision } from '@called-it/infra/events/revision-topics'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { offerSourceSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import { hasPerformances } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { findShow, waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import {
  type ShowToRead,
  storeFailedReading,
  storeReading,
  takeDueReadings,
} from '@called-it/infra/postgres/queries/live/source-readings'
import { findScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import { startLoop } from '@called-it/infra/queues/loop'
import {
  type SetlistSource,
  SetlistSourceError,
  type SourceSetlist,
} from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'

const CHECK_EVERY_MS = 5_000

/** Who stores the songs of a show that runs: operators, or the source by itself. */
export type LiveSetlist = 'operators' | 'source'

export type SourcePollerParts = {
  db: Database
  publisher: EventPublisher
  source: Pick<SetlistSource, 'name' | 'findSetlist'>
  liveSetlist: LiveSetlist
  log: Logger
}

type LiveParts = Pick<SourcePollerParts, 'db' | 'publisher' | 'log'> & {
  readSource: () => SourcePollerParts['source']
  settings: Pick<SourcePollerParts, 'liveSetlist'>
}

/** Reads the setlists of shows that run from the source, for the editor to compare. */
export function startSourcePoller(parts: LiveParts): { stop(): Promise<void> } {
  const stopped = new AbortController()
  let isAsking = false
  async function read(): Promise<void> {
    const current = parts.readSource()
    const source: SourcePollerParts['source'] = {
      name: current.name,
      async findSetlist(show) {
        isAsking = true
        try {
          return await current.findSetlist(show)
        } finally {
          isAsking = false
        }
      },
    }
    await readDueShows({ ...parts, ...parts.settings, source }, stopped.signal)
  }
  const reading = startLoop({
    everyMs: CHECK_EVERY_MS,
    work: read,
    onError: (error) => parts.log.warn({ err: error }, 'the setlists of shows that run could not be read'),
  })

  return {
    async stop() {
      stopped.abort()
      const ended = reading.stop()
      // A site may take a minute; what it lists then is not stored.
      if (!isAsking) await ended
    },
  }
}

export async function readDueShows(parts: SourcePollerParts, stopped?: AbortSignal): Promise<void> {
  for (const show of await takeDueReadings(parts.db, parts.source.name)) {
    const setlist = await findOrFail(parts.source, show)
    if (stopped?.aborted) return
    await store(parts, show, setlist)
  }
}

async function store(
  { db, publisher, source, liveSetlist, log }: SourcePollerParts,
  show: ShowToRead,
  setlist: SourceSetlist | null | Error,
): Promise<void> {
  await changeAndPublish(db, publisher, async (trx, changedTopics) => {
    if (setlist instanceof Error) {
      log.warn({ err: setlist, showId: show.id }, 'the source did not list the setlist of a show that runs')
      const failures = await storeFailedReading(trx, show.id, describe(setlist))
      if (failures === 1) changedTopics.add(topics.setlist(show.id))
      return
    }
    const { setlistChanged, isBack } = await storeReading(trx, show.id, setlist)
    if (setlistChanged || isBack) changedTopics.add(topics.setlist(show.id))
    if (setlist && setlistChanged && liveSetlist === 'source') {
      await driveBySource(trx, changedTopics, { source: source.name, showId: show.id, setlist })
    }
  })
}

async function findOrFail(
  source: SourcePollerParts['source'],
  show: ShowToRead,
): Promise<SourceSetlist | null | Error> {
  try {
    return await source.findSetlist(show)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Only the messages of sources are known to hold no key. */
function describe(error: Error): string {
  return error instanceof SetlistSourceError ? error.message : 'The source could not be read.'
}

/**
 * Stores what the source lists of a show that runs as its newest revision; where it seems to be cut off, as a proposal.
 * A setlist entered by hand stays, until an admin takes the source's.
 */
async function driveBySource(
  trx: DatabaseTransaction,
  changedTopics: Set<string>,
  { source, showId, setlist }: { source: string; showId: number; setlist: SourceSetlist },
): Promise<void> {
  if (setlist.excluded || !hasPerformances(setlist)) return
  await waitForSaves(trx, showId)
  const before = await findShow(trx, showId)
  const isByHand = (await findScorableShow(trx, showId))?.revisionOrigin === 'hand'
  if (!before || before.isScored || before.cancelledAt || isByHand) return
  const stored = await offerSourceSetlist(trx, {
    source,
    showId,
    setlist,
    again: false,
    runs: true,
  })
  if (stored.proposed) changedTopics.add(topics.show(showId))
  await addTopicsOfRevision(trx, changedTopics, before, stored)
}
