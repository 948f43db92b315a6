import { expect, test } from 'vitest'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makePredictedShow } from '../support/predicted-show.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const PAGES = 50
const CURRENT_MS = 3_000

const system = await systemOfFile({ gateways: 2 })

// F10, guarded by pages that refetch everything at each connect (`web/src/lib/events/use-live-query.ts`; here
// `page.ts`): without it the pages show what was true when the gateway was killed.
test('shows the last version on every page within 3 s of its reconnect', LIMIT, async () => {
  const [dying, other] = system.gateways
  if (!dying || !other) throw new Error('two gateways')
  const pages = await Promise.all(Array.from({ length: PAGES }, () => dying.openPage()))
  const admin = await system.logIn('admin')
  await dying.kill()
  await expect.poll(() => pages.some((page) => page.isConnected()), PATIENCE).toBe(false)
  const show = await makePredictedShow(system.database.db, 500)
  const as = admin.cookie
  const config = { testModeEnabled: true, siteOverlayEnabled: true }
  expect(await other.send('POST', '/api/admin/config', { as, json: { config } })).toMatchObject({
    status: 200,
  })
  const scoring = await other.send('POST', `/api/admin/shows/${show.id}/score`, {
    as,
    json: { fetchSetlist: false, closePicks: true },
  })
  expect(scoring).toMatchObject({ status: 200, json: { processed: 500, errors: 0 } })
  await dying.restart()
  await expectConsistent(system, { pages })
  const slowest = Math.max(...pages.map((page) => page.updatedAt() - page.connectedAt()))
  expect(slowest).toBeLessThan(CURRENT_MS)
})
