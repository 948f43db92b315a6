import { expect, type Page, type Request } from '@playwright/test'

const MAX_REQUESTS = 5
/** Longer than the jitter of what is fetched again after the connect. */
const SETTLED_MS = 3_500

/** Counts until whatever the connect may cause has been sent. */
export async function expectFewRequests(page: Page, path: string): Promise<void> {
  const requests: string[] = []
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/(?!avatars)/.test(pathname)) requests.push(`${request.method()} ${pathname}${search}`)
  }
  // What the page before it asks later is not counted.
  await page.goto('about:blank')
  page.on('request', note)
  const connected = page.waitForEvent('websocket')
  await page.goto(path)
  await connected
  await page.waitForTimeout(SETTLED_MS)
  page.off('request', note)
  expect(requests.length, requests.join(', ')).toBeLessThanOrEqual(MAX_REQUESTS)
  expect([...new Set(requests)]).toEqual(requests)
}
