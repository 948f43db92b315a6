import { type SongPage as Song, songPageEndpoints } from '@called-it/shared/contract/song-pages'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { SongPage } from './song-page.tsx'

const show = (id: number, date: string) => ({ id, date, venue: `Hall ${id}`, location: 'Kyoto, Japan' })

const owlHours: Song = {
  song: {
    id: 12,
    name: 'Owl Hours',
    slug: 'owl-hours',
    times_played: 1_204,
    gap: 9,
    last_played: '2026-03-05',
    also_named: ['Owls'],
  },
  years: [
    { year: 2024, plays: 4 },
    { year: 2025, plays: 0 },
    { year: 2026, plays: 2 },
  ],
  gaps: [3, 40, 2, 5],
  sets: [
    { set: 'set2', plays: 6 },
    { set: 'further', plays: 2 },
  ],
  performances: [
    { show: show(5, '2026-03-05'), set: 'set2', position: 4, gap: 5 },
    { show: show(4, '2024-01-02'), set: '3', position: 1, gap: null },
  ],
  before: [{ id: 7, name: 'Lantern Season', slug: 'lantern-season', plays: 3 }],
  after: [],
  venues: [{ venue: 'Hall 5', location: 'Kyoto, Japan', plays: 2 }],
}
const unplayed: Song = {
  ...owlHours,
  song: { ...owlHours.song, times_played: 0, gap: null, last_played: null },
  years: [],
  gaps: [],
  sets: [],
  performances: [],
  before: [],
  venues: [],
}
const songIs = (ok: Song) => fake(songPageEndpoints.getSongPage, { ok })

function open(at: string, ...routes: FakeRoute[]) {
  const requests = fakeApi(...routes)
  return { requests, ...renderPage(<SongPage />, { at, pattern: '/songs/:songKey' }) }
}

const heading = (name = 'Owl Hours') => screen.findByRole('heading', { name, level: 1 })
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const factsOf = (name: string) => textsOf(region(name), 'definition')
const rowsOf = (name: string) => textsOf(region(name), 'listitem')

describe('page of a song', () => {
  test('shows facts, years, gaps, sets, performances, neighbours and venues', async () => {
    open('/songs/12-owl-hours', songIs(owlHours))
    await heading()
    expect(screen.getByText('also named Owls')).toBeDefined()
    expect(factsOf('song')).toEqual(['1,204', '9 usually 3', 'March 5, 2026'])
    const years = screen.getByRole('table', { name: 'plays by year' })
    expect(cellsOfTable(years)).toEqual([
      ['2024', '4'],
      ['2025', '0'],
      ['2026', '2'],
    ])
    expect(screen.getByText('6 of 1,204 plays, those whose setlist we have')).toBeDefined()
    expect(factsOf('gaps')).toEqual(['3', '40'])
    expect(screen.getByText('The last gaps, oldest first: 3, 40, 2, 5.')).toBeDefined()
    expect(rowsOf('sets')).toEqual(['set 2 75 % 6', 'other sets 25 % 2'])
    expect(rowsOf('last performances')).toEqual([
      'March 5, 2026set 2, song 4Hall 5, Kyoto, Japangap 5',
      'January 2, 2024set 3, song 1Hall 4, Kyoto, Japanfirst time',
    ])
    expect(rowsOf('right before it')).toEqual(['Lantern Season3 times'])
    expect(rowsOf('venues')).toEqual(['Hall 5 Kyoto, Japan2 plays'])
    expect(screen.queryByRole('region', { name: 'right after it' })).toBeNull()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/shows/5',
      '/shows/5',
      '/shows/4',
      '/songs/7-lantern-season',
    ])
  })

  test.each(['12', '12-Owl', '12-old-name'])('replaces the address /songs/%s by its own', async (key) => {
    const { address, requests } = open(`/songs/${key}`, songIs(owlHours))
    await waitFor(() => expect(address()).toBe('/songs/12-owl-hours'))
    expect(requests).toEqual(['GET /api/songs/12'])
  })

  test('goes on from a merged song to the song that it is', async () => {
    const slug = 'owl/hours, 100 %'
    const { address, requests } = open(
      '/songs/3-owls',
      songIs({ ...owlHours, song: { ...owlHours.song, slug } }),
    )
    await waitFor(() => expect(address()).toBe('/songs/12-owl%2Fhours%2C%20100%20%25'))
    expect(await heading()).toBeDefined()
    expect(requests).toEqual(['GET /api/songs/3'])
  })

  test('says that a song was never played, or by no stored setlist', async () => {
    const { unmount } = open('/songs/12-owl-hours', songIs(unplayed))
    expect(await screen.findByText('It was never played.')).toBeDefined()
    expect(factsOf('song')).toEqual(['0', '–', 'never'])
    unmount()
    open('/songs/12-owl-hours', songIs({ ...unplayed, song: owlHours.song }))
    expect(await screen.findByText('It is in no setlist we have.')).toBeDefined()
  })

  test.each(['0', 'owl-hours', '12x'])('requests nothing for /songs/%s', async (key) => {
    const { requests } = open(`/songs/${key}`)
    expect(await screen.findByText('There is no such song.')).toBeDefined()
    expect(requests).toEqual([])
  })

  test('says that there is no such song, or that it could not be loaded', async () => {
    const { unmount } = open('/songs/9-x', fake(songPageEndpoints.getSongPage, { error: 'song_not_found' }))
    expect(await screen.findByText('There is no such song.')).toBeDefined()
    unmount()
    const { user } = open('/songs/12-owl-hours', failOnce(songPageEndpoints.getSongPage, { ok: owlHours }))
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await heading()).toBeDefined()
  })

  test('reads the song again after the catalogue has changed', async () => {
    let plays = 7
    const song = fake(songPageEndpoints.getSongPage, () => ({
      ok: { ...unplayed, song: { ...unplayed.song, times_played: plays++ } },
    }))
    vi.spyOn(Math, 'random').mockReturnValue(0)
    open('/songs/12-owl-hours', song)
    await heading()
    act(() => deliver('catalogue:changed', { topic: 'catalogue', from: 1, to: 2 }))
    await waitFor(() => expect(factsOf('song')[0]).toBe('8'))
  })
})
