import { changeAndPublish } from '@called-it/infra/events/change'
import { noPublisher } from '@called-it/infra/events/publisher'
import type { Database, Postgres } from '@called-it/infra/postgres/client'
import { topics } from '@called-it/shared/contract/events'
import type { ActualSetlist, SongId } from '@called-it/shared/game/setlist'
import { createPicksDrawer, SHARE_WITH_REPEATS } from './draw-picks.ts'
import {
  fillFans,
  fillSongs,
  fillTour,
  insertSimulatedPredictions,
  insertSimulatedShow,
  listFanIds,
} from './queries.ts'

/** As many as a band plays; missing ones are generated. */
const MIN_SONGS = 300

export type SimulatedShow = { id: number; setlist: ActualSetlist; catalogue: readonly SongId[] }

type Place = { db: Database; pool: Postgres['pool'] }

/** Adds shows of today on the generated tour, each with a prediction of every generated fan. They are not scored. */
export async function simulate(
  { db, pool }: Place,
  { fans, shows }: { fans: number; shows: number },
  onProgress: (doing: string) => void = () => undefined,
): Promise<SimulatedShow[]> {
  onProgress(`${fans} fans`)
  await fillFans(db, fans)
  const catalogue = await fillSongs(db, MIN_SONGS)
  const tourId = await fillTour(db)
  const userIds = await listFanIds(db, fans)
  const added: SimulatedShow[] = []
  for (let number = 1; number <= shows; number++) {
    onProgress(`predictions of show ${number} of ${shows}`)
    const setlist = drawSetlist(catalogue, number)
    const id = await changeAndPublish(db, noPublisher, (trx, changed) => {
      changed.add(topics.catalogue)
      return insertSimulatedShow(trx, tourId, setlist)
    })
    const draw = createPicksDrawer({ seed: id, repeats: SHARE_WITH_REPEATS, catalogue }, setlist)
    await insertSimulatedPredictions(pool, { showId: id, userIds }, draw)
    added.push({ id, setlist, catalogue })
  }
  return added
}

/** Set 1 runs past slot 8, a song is played twice, and there is a third set. */
function drawSetlist(catalogue: readonly SongId[], show: number): ActualSetlist {
  const songAt = (place: number) => catalogue[(show * 7 + place) % catalogue.length] ?? 1
  const songs = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => songAt(first + index))
  return {
    set1: songs(0, 10),
    set2: [...songs(10, 6), songAt(11)],
    encore: songs(16, 2),
    further: [{ set: '3', songs: songs(18, 2) }],
  }
}
