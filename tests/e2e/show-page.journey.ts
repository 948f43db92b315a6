import { expectFewRequests } from './api-requests.ts'
import { expect, test } from './console-watch.ts'
import { DEMO_FAN, logInByRequest } from './people.ts'

test('asks for a show at most five times, and for nothing twice', async ({ page, watchConsole }) => {
  watchConsole(page)
  const firstOf = async (list: string): Promise<number> =>
    (await (await page.request.get(`/api/shows/${list}`)).json()).shows[0].id
  const [open, final] = [await firstOf('upcoming'), await firstOf('recent/multiple')]
  for (const person of ['visitor', 'fan'] as const) {
    if (person === 'fan') {
      await logInByRequest(page, DEMO_FAN)
      // The first page of a session introduces the device.
      await page.goto('/', { waitUntil: 'networkidle' })
    }
    for (const showId of [open, final]) await expectFewRequests(page, `/shows/${showId}`)
  }
})

test.describe('fits a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

  test('keeps the song that a visitor taps in the sheet', async ({ page, watchConsole }) => {
    watchConsole(page)
    const { shows } = await (await page.request.get('/api/shows/upcoming')).json()
    await page.goto(`/shows/${shows[0].id}`)
    await expect(page.getByRole('button', { name: 'make my picks' })).toBeInViewport()
    await expect(page.getByRole('button', { name: /^add / })).toHaveCount(4)
    await page.getByRole('button', { name: 'make my picks' }).tap()
    await expect(page.getByText('just looking')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Chance descending' })).toBeVisible()
    await page.getByRole('region', { name: 'song list' }).getByRole('button', { name: /^add / }).first().tap()
    await page.waitForURL('**/register')
  })
})
