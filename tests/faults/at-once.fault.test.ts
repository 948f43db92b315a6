import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { expect, test } from 'vitest'
import { expectConsistent, LIMIT } from '../support/expect-consistent.ts'
import { makeUser } from '../support/factories/accounts.ts'
import { makeShow, makeSong } from '../support/factories/catalogue.ts'
import { makePredictedShow } from '../support/predicted-show.ts'
import { countFilledSets } from '../support/scoring-runs.ts'
import type { Response } from '../support/start-system.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const TIMES = 20

const system = await systemOfFile({ gateways: 2, workers: 2 })
const { db } = system.database
const admin = await system.logIn('admin')

/** Twenty requests at once, every other one to the second gateway. */
function twentyTimes(path: string, given: { as?: string; json: object }): Promise<Response[]> {
  const requests = Array.from({ length: TIMES }, (_, number) =>
    system.gateways[number % 2]?.send('POST', path, given),
  )
  return Promise.all(
    requests.map(async (response) => (await response) ?? Promise.reject(new Error('no gateway'))),
  )
}

// F11, guarded by requests that join a queued run (`queries/work/runs.ts`): without it they get 500.
test('scores a show in at most two runs when 20 are requested at once', LIMIT, async () => {
  const show = await makePredictedShow(db, 500)
  const responses = await twentyTimes(`/api/admin/shows/${show.id}/score`, {
    as: admin.cookie,
    json: { fetchSetlist: false, closePicks: true },
  })
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  await expectConsistent(system)
  const runs = await db.selectFrom('runs').select('id').where('subject', '=', `show:${show.id}`).execute()
  expect(runs.length).toBeLessThanOrEqual(2)
  expect(await countFilledSets(db, show.id)).toBeLessThanOrEqual(runs.length)
})

test('saves one prediction when 20 saves arrive at once', LIMIT, async () => {
  const user = await system.logIn('user')
  const show = await makeShow(db)
  const { id: songId } = await makeSong(db)
  const json = { show_id: show.id, setlist: { set1: [{ id: songId }], set2: [], encore: [] } }
  const responses = await twentyTimes('/api/predictions', { as: user.cookie, json })
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await db.selectFrom('predictions').select('version').where('show_id', '=', show.id).execute()
  expect(rows).toEqual([{ version: TIMES }])
})

// F11, guarded by the statement that consumes a token as it checks it (`queries/accounts/auth-tokens.ts`): without it all succeed.
test('accepts a token once when 20 requests use it at once', LIMIT, async () => {
  const { id } = await makeUser(db)
  const token = await db.transaction().execute((trx) => insertToken(trx, id, 'reset-password'))
  const responses = await twentyTimes('/api/auth/reset-password', {
    json: { token, password: 'another horse battery' },
  })
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})
