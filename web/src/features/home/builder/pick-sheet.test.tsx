import { predictionEndpoints } from '@called-it/shared/contract/predictions'
import { shareEndpoints } from '@called-it/shared/contract/shares'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { addSong, emptyDraft } from '@called-it/shared/game/draft'
import { loggedIn, openShow, predictionOf, site } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { addToActiveSlot } from './active-slot.ts'
import { type PickedSong, useDraftStore } from './draft-store.ts'
import { PickSheet } from './pick-sheet.tsx'

const SHOW = 7
const song = (id: number): PickedSong => ({ id, name: `song ${id}` })
const card = () => within(screen.getByRole('list', { name: /^(Set|Encore)/ }))
const cells = () => textsOf(card(), 'listitem')
const tab = (name: RegExp) => screen.getByRole('tab', { name })
const fill = (count: number) => {
  useDraftStore.getState().adopt(SHOW, null)
  useDraftStore
    .getState()
    .change(SHOW, () =>
      Array.from({ length: count }, (_, index) => index).reduce(
        (slots, id) => addSong(slots, 'set1', song(id + 1)),
        emptyDraft<PickedSong>(),
      ),
    )
}

beforeEach(() => {
  clearUserData()
  onScreen({ width: 375 })
})

async function open() {
  const saves = fake(predictionEndpoints.savePrediction, {
    ok: { prediction: predictionOf(SHOW), updated: false },
  })
  fakeApi(
    loggedIn,
    saves,
    fake(shareEndpoints.getOwnShare, { ok: { token: null } }),
    fake(siteEndpoints.getSite, { ok: site }),
    fake(songEndpoints.listSongs, { ok: { songs: [] } }),
    fake(showEndpoints.getShow, { ok: openShow(SHOW, '2126-11-20') }),
  )
  const page = renderPage(<PickSheet showId={SHOW} open onOpenChange={() => undefined} />)
  await screen.findByRole('tab', { name: /^Set 1/ })
  return { ...page, saves }
}

describe('picking on a phone', () => {
  test('shows the set of the active slot, and the next one when it is full', async () => {
    fill(7)
    await open()
    expect(tab(/^Set 1 7\/8/).getAttribute('aria-selected')).toBe('true')
    expect(cells()[7]).toBe('8closer')
    act(() => addToActiveSlot(SHOW, song(8)))
    expect(tab(/^Set 2 0\/8/).getAttribute('aria-selected')).toBe('true')
    expect(cells()[0]).toBe('1opener')
    expect(screen.getByText('song 8 is in slot 8 of 8 in Set 1. Next: slot 1 of 8 in Set 2.')).toBeDefined()
  })

  test('makes a slot of an opened set active, but none of a full one', async () => {
    fill(8)
    const { user } = await open()
    await user.click(tab(/^Encore/))
    expect(card().getByRole('button', { pressed: true }).textContent).toBe('1encore')
    await user.click(tab(/^Set 1/))
    expect(cells()[0]).toBe('1song 1')
    expect(card().queryByRole('button', { pressed: true })).toBeNull()
  })

  test('replaces or removes the song of a filled slot that is tapped', async () => {
    fill(2)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /song 2$/ }))
    expect(screen.getByText('the next song replaces song 2')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'remove song 2' }))
    expect(cells().slice(0, 2)).toEqual(['1song 1', '2next'])
    await user.click(screen.getByRole('button', { name: 'undo' }))
    expect(cells().slice(0, 3)).toEqual(['1song 1', '2song 2', '3next'])
  })

  test('submits the card, and returns the focus from the dialog to share it', async () => {
    fill(2)
    const { user, saves } = await open()
    await user.click(await screen.findByRole('button', { name: 'submit setlist 2/19' }))
    await vi.waitFor(() => expect(saves.bodies).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: 'share' }))
    await screen.findByRole('button', { name: 'create the link' })
    await user.keyboard('{Escape}')
    const submit = await screen.findByRole('button', { name: 'submit setlist 2/19' })
    expect(document.activeElement).toBe(submit)
  })
})
