import type { LiveShow } from '@called-it/shared/contract/live-shows'
import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { shareEndpoints } from '@called-it/shared/contract/shares'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { POINTS } from '@called-it/shared/game/points'
import { openShow, site, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { livePerformance, liveShowOf, liveStep } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { sharedCard, sharedResult } from '@called-it/tests/support/web/share-factories'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { SharePage } from './share-page.tsx'

const { getShare } = shareEndpoints
const show = openShow(5, '2026-06-20')
const LOCK = Date.parse(show.locks_at)

function openPage(...routes: FakeRoute[]) {
  const requests = fakeApi(
    ...routes,
    visitor,
    fake(siteEndpoints.getSite, { ok: site }),
    fake(showEndpoints.getShow, { ok: show }),
    fake(liveShowEndpoints.getLiveShow, { ok: liveShowOf() }),
    upcomingShowsAre(),
  )
  return { requests, ...renderPage(<SharePage />, { at: '/s/abc', pattern: '/s/:token' }) }
}
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe('page of a shared card', () => {
  test('says before the lock only that there are picks', async () => {
    openPage(fake(getShare, { ok: sharedCard() }))
    const card = await screen.findByRole('region', { name: 'shared card' })
    const heading = within(card).getByRole('heading', { level: 1 })
    expect(heading.textContent).toBe('Mo Okafor picked the setlist of Hall 5')
    expect(href('make your own picks')).toBe('/shows/5?sheet=1')
    expect(href('Hall 5')).toBe('/shows/5')
    expect(document.title).toBe('Mo Okafor, Hall 5 · Called It')
    expect(within(card).queryByRole('list')).toBeNull()
  })

  test('shows the card once picks have closed', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    vi.setSystemTime(LOCK - 10_000)
    const isOpen = () => Date.now() < LOCK
    openPage(
      fake(getShare, () => ({ ok: sharedCard({ result: isOpen() ? null : sharedResult() }) })),
      fake(showEndpoints.getShow, () => ({ ok: { ...show, is_open: isOpen() } })),
    )
    await screen.findByText('The picks stay secret until they close.')
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect((await screen.findByTestId('total-score')).textContent).toBe('63 points')
  })

  test('shows points, rank and each slot in words', async () => {
    openPage(fake(getShare, { ok: sharedCard({ result: sharedResult() }) }))
    const card = within(await screen.findByRole('region', { name: 'shared card' }))
    expect(card.getByRole('heading', { level: 1 }).textContent).toBe(
      'Mo Okafor guessed the setlist of Hall 5',
    )
    expect(card.getByTestId('total-score').textContent).toBe('63 points')
    expect(card.getByText('of 412')).toBeDefined()
    expect(card.getByText('16 points ahead of the machine')).toBeDefined()
    const slots = (set: string) => textsOf(card.getByRole('list', { name: set }), 'listitem')
    expect(slots('Set 1')[0]).toBe('opener, closer or encore song, right on the spot')
    expect(slots('Encore')).toEqual(['somewhere in the encore', 'not played', 'not played yet'])
  })

  test('names the songs in exact places, those with the most points first', async () => {
    const performances = [livePerformance(1, 'set1', 1, 11), livePerformance(2, 'set1', 4, 12)]
    const [opener, fourth] = performances
    if (!opener || !fourth) throw new Error('there are no songs')
    openPage(
      fake(getShare, { ok: sharedCard({ result: sharedResult() }) }),
      fake(liveShowEndpoints.getLiveShow, {
        ok: liveShowOf({
          players: 412,
          performances: [
            { ...opener, exact: 300 },
            { ...fourth, exact: 1 },
          ],
        }),
      }),
    )
    const calls = await screen.findByRole('region', { name: 'best calls' })
    expect(await within(calls).findByText('opener of set 1, and 300 of 412 had it')).toBeDefined()
    const [first, second] = textsOf(calls, 'listitem')
    expect(first).toContain(opener.song.name)
    expect(first).toMatch(new RegExp(`\\+${POINTS.correctSpecial}$`))
    expect(second).toMatch(/set 1, song 4, and nobody else had it\+10$/)
  })

  test.each([
    ['guess the next show', [openShow(6, '2126-06-21')], '/shows/6?sheet=1'],
    ['try it on this show', [], '/shows/5/practice'],
  ])('leads on: %s', async (name, upcoming, path) => {
    openPage(fake(getShare, { ok: sharedCard({ result: sharedResult() }) }), upcomingShowsAre(...upcoming))
    await screen.findByRole('link', { name })
    expect(href(name)).toBe(path)
  })

  test('reads the card again with each song', async () => {
    let total = 10
    const live: LiveShow = liveShowOf()
    openPage(
      fake(getShare, () => ({ ok: sharedCard({ result: sharedResult({ total, is_final: false }) }) })),
      fake(liveShowEndpoints.getLiveShow, { ok: live }),
    )
    expect((await screen.findByTestId('total-score')).textContent).toBe('10 points so far')
    total = 25
    act(() => deliver('live:changed', liveStep(5)))
    expect(await screen.findByText('22 points behind the machine')).toBeDefined()
  })

  test.each([
    ['share_gone', 'This card is not shared any more.'],
    ['share_not_found', 'There is no such card.'],
  ] as const)('says what %s means', async (error, text) => {
    openPage(fake(getShare, { error }))
    expect(await screen.findByText(text)).toBeDefined()
    expect(href('make your own picks')).toBe('/')
  })

  test('loads again after a failure', async () => {
    const { user } = openPage(failOnce(getShare, { ok: sharedCard() }))
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByText('The picks stay secret until they close.')).toBeDefined()
  })
})
