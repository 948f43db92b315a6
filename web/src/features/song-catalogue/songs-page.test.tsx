import { adminSongEndpoints, type ListedSong } from '@called-it/shared/contract/admin-songs'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { type SongRename, songRenameEndpoints } from '@called-it/shared/contract/song-renames'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { SongsPage } from './songs-page.tsx'

const song: ListedSong = {
  id: 5,
  name: 'Tin Kite',
  slug: 'tin-kite',
  times_played: 12,
  gap: 1,
  last_played: '2024-05-01',
  is_hidden: false,
  is_retired: false,
  merged_into: null,
}

const rename: SongRename = {
  song: { id: 5, name: 'Tin Kite' },
  newer: { id: 8, name: 'Tin Kites' },
  slug: 'tin-kites',
  reason: 'position',
  show: { id: 3, date: '2024-05-01', venue: 'The Mill' },
  created_at: '2026-01-01T00:00:00Z',
}

/** The server's proposals, changed by the tests. */
let renames: SongRename[]

beforeEach(() => {
  renames = []
})

const fakePage = (...routes: FakeRoute[]) =>
  fakeApi(
    ...routes,
    fake(songRenameEndpoints.listSongRenames, () => ({ ok: { renames, total: renames.length } })),
    fake(adminSongEndpoints.listAdminSongs, { ok: { songs: [], total: 0 } }),
    fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }),
  )
const change = () => act(() => deliver('catalogue:changed', { topic: 'catalogue', from: 0, to: 2 }))
const isDecided = () => waitFor(() => expect(screen.queryByText(/is no longer listed/)).toBeNull())

test('lists songs with why fans cannot pick them, and searches', async () => {
  const listed = [
    song,
    { ...song, id: 6, name: 'Banter', is_hidden: true, is_retired: true, last_played: null },
    { ...song, id: 7, name: 'Tinkite', merged_into: { id: 5, name: 'Tin Kite' } },
  ]
  const requests = fakePage(fake(adminSongEndpoints.listAdminSongs, { ok: { songs: listed, total: 70 } }))
  const { user } = renderPage(<SongsPage />)
  const table = await screen.findByRole('table', { name: 'songs' })
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf(row, 'cell'))
  expect(cells).toEqual([
    ['12', 'May 1, 2024', ''],
    ['12', '-', 'hiddenno longer listed'],
    ['12', 'May 1, 2024', 'merged into Tin Kite'],
  ])
  expect(within(table).getByRole('link', { name: 'Banter' }).getAttribute('href')).toBe('/admin/songs/6')
  expect(screen.getByText('The first 3 of 70 songs. Search for the others.')).toBeTruthy()

  await user.selectOptions(screen.getByRole('combobox', { name: 'show songs' }), 'no longer listed')
  await user.type(screen.getByRole('searchbox', { name: 'search songs' }), 'kite ')
  await expect.poll(() => requests.at(-1)).toBe('GET /api/admin/songs?search=kite&state=retired')
})

test('reads the songs again after a failure and after a change', async () => {
  let listed: ListedSong[] = []
  let failures = 1
  fakePage(
    fake(adminSongEndpoints.listAdminSongs, () =>
      failures-- > 0 ? { error: 'internal' } : { ok: { songs: listed, total: listed.length } },
    ),
  )
  const { user } = renderPage(<SongsPage />)
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  expect(await screen.findByText('no songs found')).toBeTruthy()
  listed = [song]
  change()
  expect(await screen.findByRole('link', { name: 'Tin Kite' })).toBeTruthy()
})

describe('a song that seems to be another one', () => {
  test.each([
    [{}, 'At the same place in the setlist of May 1, 2024, The Mill.'],
    [{ reason: 'spelling', show: null }, 'Spelled alike.'],
    [{ reason: 'name', show: null }, /^The names differ by/],
    [{ reason: 'slug', show: null }, /^An earlier release made two of this song/],
  ] as const)('appears with both names and the reason: %o', async (given, reason) => {
    fakePage()
    renderPage(<SongsPage />)
    await screen.findByText('no songs found')
    renames = [{ ...rename, ...given }]
    change()
    const card = within(await screen.findByRole('region', { name: 'one song under two names? 1' }))
    expect(card.getByText(reason)).toBeTruthy()
    expect(card.getByRole('link', { name: 'Tin Kite' }).getAttribute('href')).toBe('/admin/songs/5')
    expect(card.getByRole('link', { name: 'Tin Kites' }).getAttribute('href')).toBe('/admin/songs/8')
  })

  test('is merged once the shows are listed and confirmed', async () => {
    renames = [rename]
    const shows = [{ id: 3, date: '2024-05-01', venue: 'The Mill', predictions: 20, scores: 4 }]
    const merge = fake(adminSongEndpoints.mergeSong, ({ params }) => {
      renames = []
      return { ok: { message: `Merged ${params.songId}.`, shows: 1 } }
    })
    fakePage(merge, fake(adminSongEndpoints.previewMerge, { ok: { songId: 8, into: 5, shows } }))
    const { user } = renderPage(<SongsPage />)
    await user.click(await screen.findByRole('button', { name: 'accept' }))
    const list = await screen.findByRole('list', { name: 'shows whose scores would change' })
    expect(list.textContent).toBe('May 1, 2024, The Mill 4 of 20 scores')
    expect(merge.bodies).toEqual([])
    await user.dblClick(screen.getByRole('button', { name: 'accept and score 1 show again' }))
    expect(await screen.findByText('Merged 8.')).toBeTruthy()
    await isDecided()
    expect(merge.bodies).toEqual([{ into: 5 }])
  })

  test('stays after a failure, and is kept apart once', async () => {
    renames = [rename]
    let failures = 1
    const drop = fake(songRenameEndpoints.dropSongRename, () => {
      if (failures-- > 0) return { error: 'internal' }
      renames = []
      return { ok: { renames, total: 0 } }
    })
    const requests = fakePage(drop)
    const { user } = renderPage(
      <main>
        <SongsPage />
      </main>,
    )
    await user.click(await screen.findByRole('button', { name: 'keep both' }))
    expect(await screen.findByText('The songs were not changed')).toBeTruthy()
    const keep = screen.getByRole('button', { name: 'keep both' })
    await waitFor(() => expect(keep).toHaveProperty('disabled', false))
    await act(async () => {
      fireEvent.click(keep)
      fireEvent.click(keep)
    })
    expect(await screen.findByText('Both songs kept')).toBeTruthy()
    await isDecided()
    expect(document.activeElement?.tagName).toBe('MAIN')
    const sent = requests.filter((request) => request.startsWith('POST'))
    expect(sent).toEqual(new Array(2).fill('POST /api/admin/songs/5/renames/tin-kites/drop'))
  })

  test('stays undecided while it cannot be loaded, beside the songs', async () => {
    let failures = 1
    renames = [rename]
    fakePage(
      fake(songRenameEndpoints.listSongRenames, () =>
        failures-- > 0 ? { error: 'internal' } : { ok: { renames, total: 25 } },
      ),
    )
    const { user } = renderPage(<SongsPage />)
    await screen.findByText('no songs found')
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await screen.findByText(/^The first 1\./)).toBeTruthy()
  })
})
