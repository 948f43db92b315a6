import { chanceEndpoints, type MachineNight } from '@called-it/shared/contract/chances'
import { openShow } from '@called-it/tests/support/web/factories'
import { failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { AgainstTheOddsPage } from './against-the-odds-page.tsx'

const nightOf = (id: number, rest: Partial<MachineNight> = {}): MachineNight => ({
  show: { id, date: '2026-03-05', venue: `Hall ${id}`, location: 'Kyoto, Japan' },
  total: 39,
  beaten_by: 2,
  players: 1_240,
  best: [
    { id: 8, display_name: 'Ben Birch', total: 52 },
    { id: 9, display_name: 'Wren Alder', total: 41 },
  ],
  ...rest,
})
const noShows = upcomingShowsAre()
const nights = () => textsOf(screen.getByRole('list', { name: 'nights' }), 'listitem')

describe('page of the machine', () => {
  test('lists its nights with its points and who beat it', async () => {
    const nobody = { beaten_by: 0, best: [] }
    const list = [
      nightOf(4, { total: null, beaten_by: null, best: [] }),
      nightOf(3),
      nightOf(2, { ...nobody, players: 1 }),
      nightOf(1, { ...nobody, players: 0 }),
    ]
    const chances = {
      ...{ shows: [], tour_shows: 0, venue_shows: 0, songs: [], suggestions: [], is_frozen: false },
      ...{ method: 'rule' as const, made_at: '2026-03-05T12:00:00.000Z' },
    }
    fakeApi(
      failOnce(chanceEndpoints.getMachine, { ok: { nights: list } }),
      upcomingShowsAre(openShow(4, '2026-03-05')),
      fake(chanceEndpoints.getChances, { ok: { chances } }),
    )
    const { user } = renderPage(<AgainstTheOddsPage />, { at: '/machine' })
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('you and the machine')
    const link = await screen.findByRole('link', { name: 'Hall 4' })
    expect(link.getAttribute('href')).toBe('/shows/4')
    expect(nights()).toEqual([
      '? Hall 4March 5, 2026 · Kyoto, JapanIts picks are hidden until picks close, and scored after the show.',
      '39 ptsHall 3March 5, 2026 · Kyoto, Japan2 of 1,240 players beat itbest: Ben Birch 52, Wren Alder 41',
      '39 ptsHall 2March 5, 2026 · Kyoto, Japan0 of 1 player beat it',
      '39 ptsHall 1March 5, 2026 · Kyoto, Japannobody played against it',
    ])
    await user.click(screen.getByText('how it works'))
    expect(await screen.findByText(/^Chances never use picks: neither tonight/)).toBeDefined()
    expect(await screen.findByText(/next show are made by the rule: played in the last year/)).toBeDefined()

    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [8] }))
    await waitFor(() => expect(nights()[1]).toMatch(/best: Wren Alder 41$/))
  })

  test('lists fifty nights, and more on demand', async () => {
    const list = Array.from({ length: 60 }, (_, index) => nightOf(60 - index))
    fakeApi(fake(chanceEndpoints.getMachine, { ok: { nights: list } }), noShows)
    const { user } = renderPage(<AgainstTheOddsPage />, { at: '/machine' })
    const more = await screen.findByRole('button', { name: 'more nights' })
    expect(nights()).toHaveLength(50)
    await user.click(more)
    expect(nights()).toHaveLength(60)
  })

  test('says when it has not played yet', async () => {
    fakeApi(fake(chanceEndpoints.getMachine, { ok: { nights: [] } }), noShows)
    renderPage(<AgainstTheOddsPage />, { at: '/machine' })
    expect(await screen.findByText('The machine has not played yet.')).toBeDefined()
  })
})
