import { songEndpoints } from '@called-it/shared/contract/songs'
import { addSong } from '@called-it/shared/game/draft'
import { loggedIn } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SetSlots } from './set-slots.tsx'
import { draftOf } from './show-draft.ts'

const LISTED = { id: 7, name: 'Low Tide', slug: 'low-tide', times_played: 3, gap: 1, last_played: null }

function renderSlots(isOpen: boolean) {
  fakeApi(loggedIn, fake(songEndpoints.listSongs, { ok: { songs: [LISTED] } }))
  const { slots, ...rest } = draftOf(null)
  const songs = [LISTED, { id: 8, name: 'Cut' }]
  const draft = { ...rest, slots: songs.reduce((held, song) => addSong(held, 'set1', song), slots) }
  const ignore = () => undefined
  renderPage(
    <SetSlots
      set="set1"
      draft={draft}
      isOpen={isOpen}
      active={null}
      onRemove={ignore}
      onMove={ignore}
      onActivate={ignore}
    />,
  )
}

test('marks a picked song that is no longer in the song list', async () => {
  renderSlots(true)
  // The slots are replaced when the code for dragging is loaded.
  await waitFor(() => {
    const slot = within(screen.getAllByRole('listitem')[1] ?? document.body)
    expect(slot.getByText('Cut')).toBeDefined()
    expect(slot.getByText('no longer in the song list')).toBeDefined()
  })
})

test('reads out no empty slot once picks are closed', () => {
  renderSlots(false)
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})
