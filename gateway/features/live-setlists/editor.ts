import type { Database } from '@called-it/infra/postgres/client'
import {
  arrangeSourceSetlist,
  type MatchedSong,
} from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import { listSongsByIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import {
  findNameOfSetlistAuthor,
  getEditedSetlist,
  listConflicts,
  listTaps,
} from '@called-it/infra/postgres/queries/live/live-setlists'
import { findStoredReading } from '@called-it/infra/postgres/queries/live/source-readings'
import { topics } from '@called-it/shared/contract/events'
import { groupBySet } from '@called-it/shared/game/group-by-set'
import { nameOfOpenSet } from '@called-it/shared/game/live/live-setlist'
import { findContradiction } from '@called-it/shared/game/live/tap-outcome'
import type { ArrangedSets } from '@called-it/shared/game/setlist'
import { compareSetlists } from '@called-it/shared/game/setlist-difference'
import { getShow } from '../../resources/show.ts'
import { presentConflict, presentPerformance, presentReading, songOf } from './presenter.ts'
import { readLiveSetlist, tapsSince } from './stored-setlist.ts'

/** @throws ApiError `show_not_found` */
export async function readLiveEditor(db: Database, showId: number) {
  await getShow(db, showId)
  // First: what changes meanwhile is refetched with the next event.
  const version = await getTopicVersion(db, topics.setlist(showId))
  const { revision, performances } = await getEditedSetlist(db, showId)
  const taps = await listTaps(db, showId)
  const openSet = nameOfOpenSet(await readLiveSetlist(db, { showId, revision }, taps))
  const setlistAuthor = await findNameOfSetlistAuthor(db, showId)
  const conflicts = (await listConflicts(db, showId)).map((tap) => ({
    tap,
    against: findContradiction(tapsSince(taps, tap.base, tap.revision), {
      ...tap,
      at: tap.at.getTime(),
      user: tap.userId,
    }),
  }))
  const names = await readShownNames(
    db,
    conflicts.flatMap(({ tap, against }) => [songOf(tap), songOf(against)].flatMap((song) => song ?? [])),
  )
  const played = groupBySet(performances.map(({ set, song }) => ({ set, song })))
  return {
    revision,
    openSet,
    performances: performances.map((performance) => presentPerformance(performance, taps, setlistAuthor)),
    conflicts: conflicts.map(({ tap, against }) => presentConflict(tap, against, names)),
    source: await readSource(db, showId, played),
    version,
  }
}

async function readShownNames(db: Database, songIds: readonly number[]): Promise<Map<number, string>> {
  const known = await listSongsByIds(db, songIds)
  return new Map(known.map(({ id, song }) => [id, song.name]))
}

async function readSource(db: Database, showId: number, played: ArrangedSets<MatchedSong>) {
  const reading = await findStoredReading(db, showId)
  if (!reading) return null
  const listed = reading.setlist && (await arrangeSourceSetlist(db, reading.source, reading.setlist))
  const changes = listed && Object.values(compareSetlists(played, listed, ({ id, name }) => id ?? name))
  return presentReading(reading, listed, changes?.some((places) => places.length > 0) ?? false)
}
