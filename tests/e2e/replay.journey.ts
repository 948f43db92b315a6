import type { Replay } from '@called-it/shared/contract/replays'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import type { Page } from '@playwright/test'
import { audit } from './audit.ts'
import { expect, test } from './console-watch.ts'
import { expectVisibleFocus, tabTo } from './keyboard.ts'
import { DEMO_FAN, logInByRequest } from './people.ts'
import { invent } from './screen.ts'

const PLAYERS = 100
const SLOWED = 4
/** At 30 steps a second; the test allows ten times as much, since its machine may be busy. */
const MAX_SCRIPT_MS = 33

// A trace takes pictures of the page at each step, in the page.
test.use({ trace: 'off' })

/** The demo band's last show with picks of the demo fan. */
async function findShow(page: Page): Promise<number> {
  const { id } = await (await page.request.get('/api/auth/me')).json()
  const { predictions }: { predictions: { show_id: number; score: number | null }[] } = await (
    await page.request.get(`/api/users/${id}/predictions`)
  ).json()
  return predictions.find(({ score }) => score !== null)?.show_id ?? 0
}

/** The show with a full board, on which nearly every row changes with every song. */
function withFullBoard(replay: Replay): Replay {
  const totals = Array.from({ length: PLAYERS }, () => 0)
  const steps = replay.performances.map((_, step) => {
    totals.forEach((total, player) => {
      totals[player] = total + ([0, 3, 6, 0, 10, 0, 15][(player * 31 + step * 17) % 7] ?? 0)
    })
    const counts = [...Map.groupBy(totals, (total) => total)]
    return {
      histogram: packHistogram(counts.map(([total, { length }]) => ({ total, players: length }))),
      top: totals
        .map((total, player): [number, number] => [player, total])
        .sort(([, one], [, other]) => other - one),
    }
  })
  const names = totals.map((_, player) => ({ id: 10_000 + player, display_name: `Player ${player}` }))
  return { ...replay, players: PLAYERS, steps, names }
}

test('steps through a replay with 100 rows on a slow phone', async ({ browser, watchConsole }) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    reducedMotion: 'no-preference',
  })
  const page = await context.newPage()
  watchConsole(page)
  await logInByRequest(page, DEMO_FAN)
  const showId = await findShow(page)
  await invent(page, `**/api/shows/${showId}/replay`, async (route) =>
    route.fulfill({ json: withFullBoard(await (await route.fetch()).json()) }),
  )
  await page.goto(`/shows/${showId}/replay`)
  await page.getByRole('button', { name: 'all 100 players' }).click()
  const slider = page.getByRole('slider', { name: 'song' })
  const songs = Number(await slider.getAttribute('max'))
  const client = await context.newCDPSession(page)
  // Time of the page's thread alone: other programs do not count.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  const readScriptMs = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
  }
  const painted = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

  await slider.focus()
  // What the page asks for once it is connected is no part of a step.
  await page.waitForLoadState('networkidle')
  const steps: { blocking: number; whole: number }[] = []
  for (let song = 2; song <= songs; song++) {
    const before = await readScriptMs()
    await page.keyboard.press('ArrowRight')
    const blocking = (await readScriptMs()) - before
    await painted()
    // The board follows.
    steps.push({ blocking, whole: (await readScriptMs()) - before })
    await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^song ${song} of ${songs}: `))
  }
  const inWords = (part: 'blocking' | 'whole') => {
    const inOrder = steps.map((step) => step[part]).sort((one, other) => one - other)
    return `${inOrder[inOrder.length >> 1]?.toFixed(0)} ms (longest ${inOrder.at(-1)?.toFixed(0)})`
  }
  process.stdout.write(
    `script of a replay step, ${PLAYERS} rows, CPU ${SLOWED} x slowed: ${inWords('whole')}, of it at once ${inWords('blocking')}; at most ${MAX_SCRIPT_MS} ms\n`,
  )
  for (const { whole } of steps) expect(whole).toBeLessThanOrEqual(10 * MAX_SCRIPT_MS)
  await context.close()
})

test('calls a past show and sees it played, by keyboard alone', async ({ page, watchConsole }) => {
  watchConsole(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/practice')
  await tabTo(page, page.getByRole('button', { name: 'any show' }))
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  const songs = page.getByRole('region', { name: 'song list' })
  for (let song = 0; song < 9; song++) {
    await tabTo(page, songs.getByRole('button', { name: /^add / }).nth(song))
    await page.keyboard.press('Enter')
  }
  await page.reload()
  await expect(page.getByRole('button', { name: /^remove / })).toHaveCount(9)
  expect(asked.filter((path) => /\/\d+\/(live|setlist|replay|crowd|predictions|board)$/.test(path))).toEqual(
    [],
  )

  await tabTo(page, page.getByRole('button', { name: /^submit/ }))
  await page.keyboard.press('Enter')
  const slider = page.getByRole('slider', { name: 'song' })
  await expect(slider).toHaveAttribute('aria-valuetext', /^song 1 of /)
  await tabTo(page, page.getByRole('button', { name: 'play', exact: true }))
  await page.keyboard.press('Enter')
  await expect(slider).toHaveAttribute('aria-valuetext', /^song 3 of /)
  await tabTo(page, slider)
  await page.keyboard.press('End')
  await expect(page.getByRole('heading', { name: /points? in the end$/ })).toBeVisible()
  expect(await audit(page, 'dark')).toEqual([])
})
