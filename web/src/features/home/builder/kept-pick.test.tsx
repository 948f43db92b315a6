import { showEndpoints } from '@called-it/shared/contract/shows'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { emptyDraft, fillSlot } from '@called-it/shared/game/draft'
import { loggedIn, openShow, predictionOf } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre } from '@called-it/tests/support/web/routes'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findKeptSong, keepSong } from '../../../lib/account/kept-song.ts'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { KeptNote } from '../songs/kept-note.tsx'
import { addToActiveSlot } from './active-slot.ts'
import { BuilderPanel } from './builder-panel.tsx'
import { useDraftStore } from './draft-store.ts'
import type { PickedSong } from './show-draft.ts'

const SHOW = 7
const listed = { slug: 'a-song', times_played: 9, gap: 3, last_played: null }
const songs = [
  { id: 31, name: 'Bring the Ladder', ...listed },
  { id: 32, name: 'Ferry Weather', ...listed },
]
const kept = {
  showId: SHOW,
  venue: 'Hall 7',
  songId: 31,
  songName: 'Bring the Ladder',
  set: 'set1',
  slot: 1,
} as const

beforeEach(() => {
  localStorage.clear()
  clearUserData()
  useDraftStore.setState({ closesAt: {} })
})

function open({ saved = predictionsAre(), isOpen = true } = {}) {
  const onChoose = vi.fn()
  fakeApi(
    loggedIn,
    saved,
    fake(songEndpoints.listSongs, { ok: { songs } }),
    fake(showEndpoints.getShow, { ok: openShow(SHOW, '2126-11-20', { is_open: isOpen }) }),
  )
  renderPage(
    <>
      <BuilderPanel showId={SHOW} onChoose={onChoose} />
      <KeptNote showId={SHOW} />
    </>,
  )
  return onChoose
}

const opener = () => within(screen.getByRole('list', { name: 'Set 1' })).getAllByRole('listitem')[0]

test('puts the kept song into its slot as an unsent draft, and opens the sheet', async () => {
  keepSong(kept)
  const onChoose = open()
  const note = await screen.findByText("you're in, Ann Alder.")
  expect(note.parentElement?.textContent).toBe("you're in, Ann Alder. your opener is where you left it.")
  expect(opener()?.textContent).toContain('Bring the Ladder')
  expect(screen.getByText('not saved yet')).toBeDefined()
  expect(onChoose).toHaveBeenCalledTimes(1)
  expect(findKeptSong()).toBeNull()
  act(() => addToActiveSlot(SHOW, { id: 32, name: 'Ferry Weather' }))
  expect(screen.queryByText("you're in, Ann Alder.")).toBeNull()
})

test.each([
  ['picks are saved already', { saved: predictionsAre(predictionOf(SHOW)) }, kept, /are saved already/],
  ['the song is no longer listed', {}, { ...kept, songId: 99 }, /is no longer on the list/],
])('drops the kept song, and says so, where %s', async (_, state, song, reason) => {
  keepSong(song)
  const onChoose = open(state)
  expect(await screen.findByText('your song was left out')).toBeDefined()
  expect(screen.getByText(reason)).toBeDefined()
  expect(findKeptSong()).toBeNull()
  expect(onChoose).not.toHaveBeenCalled()
})

test('leaves the song of a draft in its slot', async () => {
  keepSong(kept)
  const store = useDraftStore.getState()
  store.adopt(SHOW, null)
  store.change(SHOW, () =>
    fillSlot(emptyDraft<PickedSong>(), { set: 'set1', position: 1 }, { id: 32, name: 'Ferry Weather' }),
  )
  open()
  expect(await screen.findByText('Ferry Weather is in the place of Bring the Ladder.')).toBeDefined()
  expect(opener()?.textContent).toContain('Ferry Weather')
})

test('leads to past shows where the lock has come first', async () => {
  keepSong(kept)
  open({ isOpen: false })
  const link = await screen.findByRole('link', { name: 'try them on a past show' })
  expect(link.getAttribute('href')).toBe('/practice')
  expect(findKeptSong()).toBeNull()
})

test('keeps the song of another show', async () => {
  keepSong({ ...kept, showId: 8 })
  open()
  await screen.findByRole('list', { name: 'Set 1' })
  expect(findKeptSong()).toMatchObject({ showId: 8 })
})
