import { type AdminSong, adminSongEndpoints } from '@called-it/shared/contract/admin-songs'
import { runEndpoints } from '@called-it/shared/contract/runs'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { SongPage } from './song-page.tsx'

const counts = { times_played: 12, gap: 1, last_played: '2024-05-01' }
const song: AdminSong = {
  id: 5,
  name: 'Tinkite',
  slug: 'tinkite',
  ...counts,
  is_hidden: false,
  is_retired: false,
  merged_into: null,
  source: 'demo',
  source_id: 'song-5',
  aliases: [],
  merged_from: [],
  changes: [],
}
const target = { id: 6, name: 'Tin Kite' }
const moved = { id: 3, date: '2024-05-01', venue: 'The Mill', predictions: 20, scores: 4 }

/** The server's state, changed by the tests. */
let stored: AdminSong

beforeEach(() => {
  stored = song
})

function open(...routes: FakeRoute[]) {
  fakeApi(
    ...routes,
    fake(adminSongEndpoints.getAdminSong, () => ({ ok: stored })),
    fake(songEndpoints.listSongs, {
      ok: { songs: [song, target].map(({ id, name }) => ({ id, name, slug: name, ...counts })) },
    }),
    fake(runEndpoints.listRuns, { ok: { runs: [], version: 1 } }),
  )
  return renderPage(<SongPage />, { at: '/admin/songs/5', pattern: '/admin/songs/:songId' })
}

describe('song page', () => {
  test('shows what is known of the song and who changed it', async () => {
    stored = {
      ...song,
      is_hidden: true,
      aliases: [{ source: 'demo', kind: 'slug', alias: 'tin-kyte' }],
      merged_from: [{ id: 9, name: 'Kite' }],
      changes: [
        { at: '2026-02-01T00:00:00Z', action: 'song:hidden', actor: 'Ada', other: null },
        { at: '2026-01-01T00:00:00Z', action: 'song:separated', actor: null, other: target },
      ],
    }
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Tinkite' })).toBeTruthy()
    const facts = within(screen.getByRole('region', { name: 'about this song' }))
    for (const fact of ['tinkite', 'song-5', 'slug tin-kyte', 'May 1, 2024']) {
      expect(facts.getByText(fact)).toBeTruthy()
    }
    expect(facts.getByRole('link', { name: 'Kite' }).getAttribute('href')).toBe('/admin/songs/9')
    const changes = within(screen.getByRole('region', { name: 'changes' })).getAllByRole('listitem')
    expect(changes.map(({ textContent }) => textContent)).toEqual([
      'hidden by Ada, February 1, 2026',
      'no longer merged into Tin Kite by the system, January 1, 2026',
    ])
  })

  test('says that there is no such song', async () => {
    open(fake(adminSongEndpoints.getAdminSong, { error: 'song_not_found' }))
    expect(await screen.findByText('There is no such song.')).toBeTruthy()
  })

  test('hides the song and shows it again', async () => {
    const hiding = fake(adminSongEndpoints.hideSong, () => {
      stored = { ...stored, is_hidden: !stored.is_hidden }
      return { ok: stored }
    })
    const { user } = open(hiding)
    await user.click(await screen.findByRole('button', { name: 'hide from fans' }))
    expect(await screen.findByText('Tinkite is hidden')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'show it to fans again' }))
    expect(await screen.findByRole('button', { name: 'hide from fans' })).toBeTruthy()
    expect(hiding.bodies).toEqual([{ hidden: true }, { hidden: false }])
  })
})

describe('merging a song', () => {
  test('lists the shows whose scores would change and merges after a confirmation', async () => {
    const preview = fake(adminSongEndpoints.previewMerge, { ok: { songId: 5, into: 6, shows: [moved] } })
    const merge = fake(adminSongEndpoints.mergeSong, () => {
      stored = { ...song, merged_into: target }
      return { ok: { message: 'The songs are one now.', shows: 1 } }
    })
    const { user } = open(preview, merge)
    await user.type(await screen.findByRole('searchbox', { name: 'Merge into...' }), 'kite')
    const matches = within(await screen.findByRole('list', { name: 'songs to merge into' }))
    expect(textsOf(matches, 'button')).toEqual(['Tin Kite'])
    await user.click(matches.getByRole('button', { name: 'Tin Kite' }))
    const card = screen.getByRole('region', { name: 'merge' })
    expect(document.activeElement).toBe(card)
    await user.click(screen.getByRole('button', { name: 'what would change?' }))
    const shows = await screen.findByRole('list', { name: 'shows whose scores would change' })
    expect(shows.textContent).toBe('May 1, 2024, The Mill 4 of 20 scores')
    expect(merge.bodies).toEqual([])

    await user.click(screen.getByRole('button', { name: 'merge and score 1 show again' }))
    expect(await screen.findByText('Songs merged')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'undo the merge' })).toBeTruthy()
    expect(document.activeElement).toBe(card)
    expect([...preview.bodies, ...merge.bodies]).toEqual([{ into: 6 }, { into: 6 }])
  })

  test('undoes a merge after listing the shows', async () => {
    stored = { ...song, merged_into: target }
    const merge = fake(adminSongEndpoints.mergeSong, {
      ok: { message: 'The songs are two again.', shows: 0 },
    })
    const { user } = open(
      fake(adminSongEndpoints.previewMerge, { ok: { songId: 5, into: null, shows: [] } }),
      merge,
    )
    await user.click(await screen.findByRole('button', { name: 'undo the merge' }))
    expect(await screen.findByText('No score would change.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'undo now' }))
    expect(await screen.findByText('The songs are two again.')).toBeTruthy()
    expect(merge.bodies).toEqual([{ into: null }])
  })

  test('shows a merge of another admin', async () => {
    open()
    await screen.findByRole('searchbox', { name: 'Merge into...' })
    stored = { ...song, merged_into: target }
    act(() => deliver('catalogue:changed', { topic: 'catalogue', from: 0, to: 2 }))
    expect(await screen.findByRole('link', { name: 'Tin Kite' })).toBeTruthy()
  })
})
