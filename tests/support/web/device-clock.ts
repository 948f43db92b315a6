import { showEndpoints } from '@called-it/shared/contract/shows'
import { readServerClock } from '@called-it/web/src/lib/api/server-clock'
import { onTestFinished, vi } from 'vitest'
import { fake, fakeApi } from './fake-api.ts'

/** Until the test ends the device's clock is ahead of the server's, which was read at this instant. Before `fakeApi`. */
export async function onDeviceAhead(ms: number, serverTime: string | number): Promise<void> {
  const now = new Date(serverTime)
  vi.setSystemTime(now.getTime() + ms)
  fakeApi(fake(showEndpoints.getClock, { ok: { now: now.toISOString() } }))
  await readServerClock()
  onTestFinished(async () => {
    fakeApi(fake(showEndpoints.getClock, () => ({ ok: { now: new Date().toISOString() } })))
    await readServerClock()
  })
}
