import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { replayEndpoints } from '@called-it/shared/contract/replays'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { POINTS } from '@called-it/shared/game/points'
import { playedShow, visitor } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { livePerformance, liveShowOf } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { PracticePage } from './practice-page.tsx'

const { correctSpecial: SPECIAL } = POINTS

const songs = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: `Song ${index + 1}`,
  times_played: 40 - index,
  gap: index,
  last_played: '2026-06-01',
}))
const practice = fake(replayEndpoints.getPractice, { ok: { songs } })
const played = {
  ok: liveShowOf({
    phase: 'final',
    openSet: null,
    performances: [livePerformance(1, 'set1', 1, 1), livePerformance(2, 'set1', 2, 5)],
  }),
}

function openPractice(...routes: Parameters<typeof fakeApi>) {
  const requests = fakeApi(
    ...routes,
    visitor,
    fake(showEndpoints.getShow, { ok: playedShow(5, '2026-06-20') }),
    practice,
    fake(liveShowEndpoints.getLiveShow, played),
  )
  const page = renderPage(<PracticePage />, { at: '/shows/5/practice', pattern: '/shows/:showId/practice' })
  return { requests, ...page }
}

const slotsOf = (set: string) => textsOf(screen.getByRole('list', { name: set }), 'listitem')

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})

describe('practice on a past show', () => {
  test('fills the chosen set, then the next one, and keeps the card over a reload', async () => {
    const page = openPractice()
    const list = await screen.findByRole('region', { name: 'song list' })
    const [first] = within(list).getAllByRole('button')
    expect(first?.textContent).toBe('Song 140 plays · last show · Jun 1, 2026')
    for (const song of within(list).getAllByRole('button').slice(0, 9)) await page.user.click(song)
    expect(slotsOf('Set 1')).toEqual(songs.slice(0, 8).map(({ name, id }) => `${id}${name}`))
    expect(slotsOf('Set 2').slice(0, 2)).toEqual(['1Song 9', '2tap a song to put it here'])
    await page.user.click(screen.getByRole('button', { name: 'remove Song 3' }))
    await page.user.click(screen.getByRole('button', { name: 'Encore 0/3' }))
    await page.user.click(within(list).getAllByRole('button')[11] ?? list)
    expect(screen.getByText('9 songs of 19 · counts nowhere')).toBeDefined()

    page.unmount()
    openPractice()
    expect((await screen.findAllByRole('button', { name: /^remove/ })).length).toBe(9)
    expect(slotsOf('Set 1')[2]).toMatch(/^3/)
    expect(slotsOf('Encore')[0]).toBe('1Song 12')
  })

  test('asks for the result after the card is submitted, and not before', async () => {
    const { user, requests } = openPractice(failOnce(liveShowEndpoints.getLiveShow, played))
    const list = await screen.findByRole('region', { name: 'song list' })
    expect(screen.getByRole('button', { name: 'submit' })).toHaveProperty('disabled', true)
    const [opener, second] = within(list).getAllByRole('button')
    if (!opener || !second) throw new Error('there are no songs')
    await user.click(opener)
    await user.click(second)
    expect(requests.filter((request) => /live|setlist|breakdown|replay|crowd/.test(request))).toEqual([])

    await user.click(screen.getByRole('button', { name: 'submit' }))
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    const slider = await screen.findByRole('slider', { name: 'song' })
    expect(slider.getAttribute('aria-valuetext')).toBe('song 1 of 2: Song 1, set 1')
    expect(document.activeElement).not.toBe(slider)
    await user.click(screen.getByRole('button', { name: 'next song' }))
    const total = screen.getByRole('region', { name: new RegExp(`^${SPECIAL} points`) })
    expect(within(total).getByText('Song 1').closest('li')?.textContent).toContain(`+${SPECIAL}`)
    expect(screen.queryByRole('table')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(slotsOf('Set 1').slice(0, 2)).toEqual(['1Song 1', '2Song 2'])
    await user.click(screen.getByRole('button', { name: 'clear' }))
    expect(screen.queryByRole('button', { name: /^remove/ })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'your card' }))
  })

  test('searches and sorts the songs', async () => {
    const { user } = openPractice()
    await user.type(await screen.findByRole('searchbox', { name: 'Search songs' }), '1')
    const names = () =>
      within(screen.getByRole('region', { name: 'song list' }))
        .getAllByRole('button')
        .map(({ firstChild }) => firstChild?.textContent)
    expect(names()).toEqual(['Song 1', 'Song 10', 'Song 11', 'Song 12'])
    await user.click(screen.getByRole('button', { name: 'Plays descending' }))
    expect(names()).toEqual(['Song 12', 'Song 11', 'Song 10', 'Song 1'])
  })

  test('forgets the card when the user leaves', async () => {
    const { user } = openPractice()
    const list = await screen.findByRole('region', { name: 'song list' })
    await user.click(within(list).getAllByRole('button')[0] ?? list)
    expect(localStorage.length).toBe(1)
    clearUserData()
    expect(await screen.findByText('0 songs of 19 · counts nowhere')).toBeDefined()
    expect(localStorage.length).toBe(0)
  })

  test('says when a show is none to practice on', async () => {
    openPractice(fake(replayEndpoints.getPractice, { error: 'show_not_over' }))
    expect(await screen.findByText('Nobody can practice on this show yet.')).toBeDefined()
  })
})
