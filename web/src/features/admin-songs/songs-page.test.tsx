import { adminSongEndpoints, type ListedSong } from '@called-it/shared/contract/admin-songs'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deliver } from '../../lib/live/deliver.ts'
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

test('lists songs with why fans cannot pick them, and searches', async () => {
  const listed = [
    song,
    { ...song, id: 6, name: 'Banter', is_hidden: true, is_retired: true, last_played: null },
    { ...song, id: 7, name: 'Tinkite', merged_into: { id: 5, name: 'Tin Kite' } },
  ]
  const requests = fakeApi(fake(adminSongEndpoints.listAdminSongs, { ok: { songs: listed, total: 70 } }))
  const { user } = renderPage(<SongsPage />)
  const table = await screen.findByRole('table', { name: 'songs' })
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
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
  fakeApi(
    fake(adminSongEndpoints.listAdminSongs, () =>
      failures-- > 0 ? { error: 'internal' } : { ok: { songs: listed, total: listed.length } },
    ),
  )
  const { user } = renderPage(<SongsPage />)
  await user.click(await screen.findByRole('button', { name: 'try again' }))
  expect(await screen.findByText('no songs found')).toBeTruthy()
  listed = [song]
  act(() => deliver('catalogue:changed', { topic: 'catalogue', from: 0, to: 2 }))
  expect(await screen.findByRole('link', { name: 'Tin Kite' })).toBeTruthy()
})
