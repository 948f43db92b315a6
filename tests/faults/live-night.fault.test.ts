import { setTimeout as wait } from 'node:timers/promises'
import type { OpenSet } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import {
  type Entry,
  expectCurrent,
  expectPhase,
  killHolder,
  PLAYERS,
  startNight,
} from '../support/live-night.ts'
import type { Operator } from '../support/tapping.ts'

const REDIS_AWAY_MS = 5_000

// F25, guarded by ids of taps (`gateway/features/live-setlists/taps.ts`): without them a repeated undo takes another song back.
test('keeps a whole night right while each part fails once', LIMIT, async () => {
  const night = await startNight()
  const { system, show, ann, bob } = night
  const { db } = system.database
  const played: Entry[] = []
  let set = '1'
  const play = async (operator: Operator) => {
    const song = show.songs[played.length] ?? 0
    played.push({ set, song })
    operator.tap({ op: 'song', song })
    await operator.send()
  }
  const current = (openSet: OpenSet) => expectCurrent(night, played, openSet)

  await play(ann)
  await play(ann)
  ann.tap({ op: 'song', song: show.songs.at(-1) ?? 0 })
  ann.tap({ op: 'undo' })
  await ann.send()
  await current('set1')

  const killed = await killHolder(system, show.id)
  await play(ann)
  await current('set1')
  await killed?.restart()

  await system.wipeRedis()
  await play(ann)
  await current('set1')

  await system.redis.kill()
  await play(ann)
  // The outage is the fault under test.
  await wait(REDIS_AWAY_MS)
  await play(ann)
  await current('set1')
  await system.redis.restart()
  await play(ann)
  await current('set1')

  const [, gateway] = system.gateways
  await gateway?.kill()
  await play(ann)
  ann.tap({ op: 'set' })
  await ann.send()
  set = '2'
  await gateway?.restart()
  await current('set2')

  // Both were offline while the band played, and tapped the same songs.
  await bob.readEditor()
  for (const [index, song] of show.songs.slice(played.length, played.length + 8).entries()) {
    const at = Date.now() - (8 - index) * 15_000
    ann.tap({ op: 'song', song }, new Date(at))
    bob.tap({ op: 'song', song }, new Date(at + 4_000))
    played.push({ set, song })
  }
  await Promise.all([ann.send(), bob.send()])
  await current('set2')

  await system.database.kill()
  const tapped = play(ann)
  await system.database.restart()
  await tapped
  await current('set2')

  await expect.poll(async () => (await ann.readEditor()).source?.isAway, PATIENCE).toBe(true)
  night.returnSource()
  await db.updateTable('source_readings').set({ next_at: sql<Date>`now()` }).execute()
  await expect.poll(async () => (await ann.readEditor()).source, PATIENCE).toMatchObject({ isAway: false })

  ann.tap({ op: 'encore' })
  await ann.send()
  set = 'e'
  await play(ann)
  await play(ann)
  await current('encore')
  ann.tap({ op: 'over' })
  await ann.send()
  await current(null)

  expect([ann.refused, bob.refused, (await ann.readEditor()).conflicts]).toEqual([[], [], []])
  const revisions = await db
    .selectFrom('setlist_revisions')
    .select('number')
    .where('show_id', '=', show.id)
    .orderBy('number')
    .execute()
  // The songs, one that was taken back, and three ends of sets.
  expect(revisions.map(({ number }) => number)).toEqual(
    Array.from({ length: played.length + 5 }, (_, index) => index + 1),
  )
  const boards = await db
    .selectFrom('live_boards')
    .select('revision')
    .where('show_id', '=', show.id)
    .execute()
  // Two taps at once may share the board of the second.
  expect(boards.length).toBeGreaterThan(played.length)
  expect(new Set(boards.map(({ revision }) => revision)).size).toBe(boards.length)

  const admin = await system.logIn('admin')
  const score = { as: admin.cookie, json: { fetchSetlist: false, closePicks: true } }
  const scoring = await system.send('POST', `/api/admin/shows/${show.id}/score`, score)
  expect(scoring).toMatchObject({ status: 200, json: { processed: PLAYERS } })
  await expectPhase(night, 'final')
  await current(null)
  const reset = { as: admin.cookie, json: { showId: show.id } }
  expect(await system.send('POST', '/api/admin/reset-prediction-scores', reset)).toMatchObject({
    status: 200,
  })
  await expectPhase(night, 'ended')

  expect([...system.gateways, ...system.workers].every((member) => member.isAlive())).toBe(true)
  await expectConsistent(system)
})
