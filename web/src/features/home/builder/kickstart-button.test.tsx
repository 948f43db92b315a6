import { siteEndpoints } from '@called-it/shared/contract/site'
import { NOTEBOOK_COUNT, songEndpoints } from '@called-it/shared/contract/songs'
import { addSong } from '@called-it/shared/game/draft'
import { site } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { useDraftStore } from './draft-store.ts'
import { KickstartButton } from './kickstart-button.tsx'
import { NEW_DRAFT } from './show-draft.ts'

const SHOW = 5
const songs = Array.from({ length: NOTEBOOK_COUNT.kickstart }, (_, index) => ({
  id: index + 1,
  name: `Song ${index + 1}`,
  slug: `song-${index + 1}`,
  set: index < 4 ? ('set1' as const) : ('set2' as const),
}))

beforeEach(() => {
  clearUserData()
  useDraftStore.getState().adopt(SHOW, null)
})

test('adds songs drawn for the show', async () => {
  const requests = fakeApi(
    fake(siteEndpoints.getSite, { ok: site }),
    fake(songEndpoints.listSongs, {
      ok: { songs: songs.map((song) => ({ ...song, times_played: 1, gap: 0, last_played: null })) },
    }),
    fake(songEndpoints.drawNotebookSongs, { ok: { songs } }),
  )
  const { user } = renderPage(<KickstartButton showId={SHOW} disabled={false} onBusy={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: site.texts.kickstartLabel }))
  await vi.waitFor(() => {
    const { slots } = useDraftStore.getState().drafts[SHOW] ?? NEW_DRAFT
    expect(Object.values(slots).flat().filter(Boolean)).toHaveLength(songs.length)
  })
  const draws = requests.filter((request) => request.includes('/random?'))
  expect(draws.map((request) => request.endsWith(`show=${SHOW}`))).toEqual([true])
})

test('keeps a song that is picked while it draws', async () => {
  let respond = () => {}
  fakeApi(
    fake(siteEndpoints.getSite, { ok: site }),
    fake(songEndpoints.listSongs, {
      ok: { songs: songs.map((song) => ({ ...song, times_played: 1, gap: 0, last_played: null })) },
    }),
    fake(songEndpoints.drawNotebookSongs, async () => {
      await new Promise<void>((resolve) => {
        respond = resolve
      })
      return { ok: { songs } }
    }),
  )
  const onBusy = vi.fn()
  const { user } = renderPage(<KickstartButton showId={SHOW} disabled={false} onBusy={onBusy} />)
  await user.click(await screen.findByRole('button', { name: site.texts.kickstartLabel }))
  const { change } = useDraftStore.getState()
  change(SHOW, (slots) => addSong(slots, 'set1', { id: 99, name: 'Low Tide' }))
  respond()
  await vi.waitFor(() => expect(onBusy).toHaveBeenLastCalledWith(false))
  const { slots } = useDraftStore.getState().drafts[SHOW] ?? NEW_DRAFT
  expect(Object.values(slots).flat().filter(Boolean)).toEqual([{ id: 99, name: 'Low Tide' }])
})
