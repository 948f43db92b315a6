import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { findNewestLiveBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { type TapOperation, tapResult } from '@called-it/shared/contract/live-editing'
import type { ActualSetlist, SongId } from '@called-it/shared/game/setlist'
import type { SimulatedShow } from '../support/simulation/simulate.ts'
import { type Crowd, generateCrowd } from './crowd.ts'
import { postAsAdmin } from './live-audience.ts'
import { monotonicMs } from './process-usage.ts'
import type { Program, Server, System } from './system.ts'

const POLL_MS = 2
const GIVE_UP_MS = 30_000

export type Night = {
  readonly system: System
  readonly gateway: Server
  readonly worker: Program
  readonly show: SimulatedShow
  readonly crowd: Crowd
}

/** A show that everybody has predicted, with a gateway and a worker. */
export async function openNight(
  system: System,
  { users, online }: { users: number; online: number },
): Promise<Night> {
  const crowd = await generateCrowd(system, { users, online, shows: 1 })
  const [show] = crowd.shows
  if (!show) throw new Error('no show was generated')
  return { system, crowd, show, worker: await system.startWorker(), gateway: await system.startGateway() }
}

/** Begins it anew; the board has the row of revision 0 afterwards. Returns what an operator taps with. */
export async function beginNight(night: Night) {
  const { system, show } = night
  await system.pool.query(
    `WITH
       show AS (
         UPDATE shows SET setlist_revision_id = NULL, tour_id = (SELECT max(id) FROM tours) WHERE id = $1
       ),
       taps AS (DELETE FROM live_taps WHERE show_id = $1),
       boards AS (DELETE FROM live_boards WHERE show_id = $1),
       songs AS (
         DELETE FROM performances USING setlist_revisions AS revision
         WHERE revision_id = revision.id AND show_id = $1
       )
     DELETE FROM setlist_revisions WHERE show_id = $1`,
    [show.id],
  )
  await waitForRow(night, 0)
  return openTaps(night)
}

export function waitForRow({ system, show }: Night, revision: number): Promise<void> {
  return waitUntil(async () => (await findNewestLiveBoard(system.db, show.id))?.revision === revision)
}

export async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = monotonicMs() + GIVE_UP_MS
  while (!(await isTrue())) {
    if (monotonicMs() > giveUpAt) throw new Error('waited in vain')
    await wait(POLL_MS)
  }
}

/** An operator who sees every revision; returns the number of the next one. */
function openTaps({ gateway, show, crowd }: Night) {
  const url = `${gateway.url}/api/shows/${show.id}/live/taps`
  let base = 0
  return async (operation: TapOperation): Promise<number> => {
    const tap = { opId: randomUUID(), base, at: new Date().toISOString(), operation }
    const { outcome, revision } = tapResult.parse(await postAsAdmin(url, crowd.adminCookie, tap))
    if (outcome !== 'stored') throw new Error(`the tap is ${outcome}`)
    base = revision
    return revision
  }
}

/** Two sets, a third one and an encore: 25 revisions. */
export function tapsOf({ set1, set2, encore, further }: ActualSetlist): TapOperation[] {
  const play = (songs: readonly SongId[]) => songs.map((song): TapOperation => ({ op: 'song', song }))
  const more = further.flatMap(({ songs }): TapOperation[] => [{ op: 'set' }, ...play(songs)])
  return [
    ...play(set1),
    { op: 'set' },
    ...play(set2),
    ...more,
    { op: 'encore' },
    ...play(encore),
    { op: 'over' },
  ]
}
