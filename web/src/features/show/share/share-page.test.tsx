import type { LiveShow } from '@called-it/shared/contract/live-shows'
import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { shareEndpoints } from '@called-it/shared/contract/shares'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { openShow } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { liveShowOf, liveStep } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { sharedCard, sharedResult } from '@called-it/tests/support/web/share-factories'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { SharePage } from './share-page.tsx'

const { getShare } = shareEndpoints
const show = openShow(5, '2026-06-20')
const LOCK = Date.parse(show.locks_at)

function openPage(...routes: FakeRoute[]) {
  const requests = fakeApi(...routes, fake(showEndpoints.getShow, { ok: show }))
  return { requests, ...renderPage(<SharePage />, { at: '/s/abc', pattern: '/s/:token' }) }
}
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe('page of a shared card', () => {
  test('says before the lock only that there are picks', async () => {
    openPage(fake(getShare, { ok: sharedCard() }))
    expect(await screen.findByText('I have picked')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mo Okafor')
    expect(href('make your own picks')).toBe('/prediction/5')
    expect(href('Hall 5')).toBe('/shows/5')
    expect(document.title).toBe('Mo Okafor, Hall 5 · Called It')
    expect(screen.queryByRole('region', { name: 'picks' })).toBeNull()
  })

  test('shows the card once picks have closed', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    vi.setSystemTime(LOCK - 10_000)
    const isOpen = () => Date.now() < LOCK
    openPage(
      fake(getShare, () => ({ ok: sharedCard({ result: isOpen() ? null : sharedResult() }) })),
      fake(showEndpoints.getShow, () => ({ ok: { ...show, is_open: isOpen() } })),
    )
    await screen.findByText('I have picked')
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(await screen.findByText('points, final')).toBeDefined()
  })

  test('shows points, rank and each slot in words', async () => {
    openPage(fake(getShare, { ok: sharedCard({ result: sharedResult() }) }))
    const score = await screen.findByRole('region', { name: 'score' })
    expect(score.textContent).toContain('63 points, final')
    expect(score.textContent).toContain('of 412')
    expect(screen.getByText('16 points ahead of the machine')).toBeDefined()
    const [set1, , encore] = within(screen.getByRole('region', { name: 'picks' })).getAllByRole('list')
    expect(set1?.children[0]?.textContent).toBe('opener, closer or encore song, right on the spot')
    expect(Array.from(encore?.children ?? [], ({ textContent }) => textContent)).toEqual([
      'somewhere in the encore',
      'brings nothing',
      'can still come',
    ])
    expect(href('make your own picks')).toBe('/')
  })

  test('reads the card again with each song', async () => {
    let total = 10
    const live: LiveShow = liveShowOf()
    openPage(
      fake(getShare, () => ({ ok: sharedCard({ result: sharedResult({ total, is_final: false }) }) })),
      fake(liveShowEndpoints.getLiveShow, { ok: live }),
    )
    expect(await screen.findByText('points so far')).toBeDefined()
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
    expect(await screen.findByText('I have picked')).toBeDefined()
  })
})
