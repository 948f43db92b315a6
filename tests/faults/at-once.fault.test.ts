/** The same thing twenty times at once, over two gateways. */

import { makeShow, makeSong, makeUser } from '@called-it/infra/postgres/factories'
import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { createTestDatabase } from '@called-it/infra/postgres/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectConsistent, LIMIT } from '../support/expect-consistent.ts'
import { isLongRun } from '../support/long-run.ts'
import { makePredictedShow } from '../support/predicted-show.ts'
import { countFilledSets } from '../support/scoring-runs.ts'
import { type Answer, type LoggedIn, type System, startSystem } from '../support/start-system.ts'

const TIMES = 20

let system: System
let admin: LoggedIn
beforeAll(async () => {
  if (!isLongRun) return
  system = await startSystem({ database: await createTestDatabase(), gateways: 2, workers: 2 })
  admin = await system.logIn('admin')
}, LIMIT.timeout)
afterAll(() => system?.stop(), LIMIT.timeout)

/** Twenty requests at once, every other one to the second gateway. */
function twentyTimes(path: string, given: { as?: string; json: object }): Promise<Answer[]> {
  const requests = Array.from({ length: TIMES }, (_, number) =>
    system.gateways[number % 2]?.send('POST', path, given),
  )
  return Promise.all(
    requests.map(async (answer) => (await answer) ?? Promise.reject(new Error('no gateway'))),
  )
}

// F11, guarded by orders that join a queued run (`queries/work/runs.ts`): without it they are answered with 500.
test.runIf(isLongRun)('scoring a show: two runs at most, and one result', LIMIT, async () => {
  const { db } = system.database
  const show = await makePredictedShow(db, 500)
  const answers = await twentyTimes(`/api/admin/shows/${show.id}/score`, {
    as: admin.cookie,
    json: { fetchSetlist: false },
  })
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await expectConsistent(system)
  const runs = await db.selectFrom('runs').select('id').where('subject', '=', `show:${show.id}`).execute()
  expect(runs.length).toBeLessThanOrEqual(2)
  expect(await countFilledSets(db, show.id)).toBeLessThanOrEqual(runs.length)
})

test.runIf(isLongRun)('a save: one prediction', LIMIT, async () => {
  const { db } = system.database
  const fan = await system.logIn('fan')
  const show = await makeShow(db)
  const { id: songId } = await makeSong(db)
  const json = { show_id: show.id, setlist: { set1: [{ id: songId }], set2: [], encore: [] } }
  const answers = await twentyTimes('/api/predictions', { as: fan.cookie, json })
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await db.selectFrom('predictions').select('version').where('show_id', '=', show.id).execute()
  expect(rows).toEqual([{ version: TIMES }])
})

// F11, guarded by the statement that consumes a token as it checks it (`queries/accounts/auth-tokens.ts`): without it all succeed.
test.runIf(isLongRun)('a token: one success', LIMIT, async () => {
  const { db } = system.database
  const { id } = await makeUser(db)
  const token = await db.transaction().execute((trx) => insertToken(trx, id, 'reset-password'))
  const answers = await twentyTimes('/api/auth/reset-password', {
    json: { token, password: 'another horse battery' },
  })
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})
