import { leagueEndpoints } from '@called-it/shared/contract/leagues'
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
import { useDraftStore } from './draft-store.ts'
import { PickSheet } from './pick-sheet.tsx'
import type { PickedSong } from './show-draft.ts'

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
    fake(shareEndpoints.shareCard, { error: 'internal' }),
    fake(leagueEndpoints.listLeagues, { ok: { leagues: [] } }),
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
    expect(cells()[7]).toBe('slot 8closer')
    act(() => addToActiveSlot(SHOW, song(8)))
    expect(tab(/^Set 2 0\/8/).getAttribute('aria-selected')).toBe('true')
    expect(cells()[0]).toBe('slot 1opener')
    expect(screen.getByText('song 8 is in slot 8 of 8 in Set 1. Next: slot 1 of 8 in Set 2.')).toBeDefined()
  })

  test('makes a slot of an opened set active, but none of a full one', async () => {
    fill(8)
    const { user } = await open()
    await user.click(tab(/^Encore/))
    expect(card().getByRole('button', { pressed: true }).textContent).toBe('slot 1encore')
    await user.click(tab(/^Set 1/))
    expect(cells()[0]).toBe('slot 1song 1')
    expect(card().queryByRole('button', { pressed: true })).toBeNull()
  })

  test('replaces or removes the song of a filled slot that is tapped', async () => {
    fill(2)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /song 2$/ }))
    expect(screen.getByText('the next song replaces song 2')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'remove song 2' }))
    expect(cells().slice(0, 2)).toEqual(['slot 1song 1', 'slot 2next'])
    await user.click(screen.getByRole('button', { name: 'undo' }))
    expect(cells().slice(0, 3)).toEqual(['slot 1song 1', 'slot 2song 2', 'slot 3next'])
  })

  const saved = () => screen.findByRole('region', { name: 'saved picks' })
  const submit = async (user: { click: (button: Element) => Promise<void> }, count: number) =>
    user.click(await screen.findByRole('button', { name: `submit setlist ${count}/19` }))

  test('returns the focus from the dialog to share the card', async () => {
    fill(2)
    const { user, saves } = await open()
    await submit(user, 2)
    await vi.waitFor(() => expect(saves.bodies).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: 'share' }))
    await screen.findByText('That could not be shared.')
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'saved 2/19' }))
  })

  test('says that picks are in, and asks to fill the gaps', async () => {
    fill(2)
    const { user, saves } = await open()
    await submit(user, 2)
    expect(within(await saved()).getByText(/in\. fill 17 more\?$/)).toBeDefined()
    const button = screen.getByRole('button', { name: 'saved 2/19' })
    expect(button.hasAttribute('data-primary')).toBe(false)
    await user.click(button)
    expect(saves.bodies).toHaveLength(1)

    await user.click(screen.getByRole('button', { name: 'fill 17 more' }))
    expect(screen.queryByRole('region', { name: 'saved picks' })).toBeNull()
    expect(card().getByRole('button', { pressed: true }).textContent).toBe('slot 3next')
    act(() => addToActiveSlot(SHOW, song(3)))
    expect(screen.getByRole('button', { name: 'submit setlist 3/19' }).dataset.primary).toBe('true')
  })

  test('leads back to the songs', async () => {
    fill(2)
    const { user } = await open()
    await submit(user, 2)
    await user.click(within(await saved()).getByRole('button', { name: /^see all songs again/ }))
    expect(screen.queryByRole('region', { name: 'saved picks' })).toBeNull()
    expect(screen.getByText('There are no songs yet.')).toBeDefined()
  })
})
