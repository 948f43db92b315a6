import { type ChancePage, chanceEndpoints } from '@called-it/shared/contract/chances'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { openShow, playedShow, site } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { addToActiveSlot } from '../builder/active-slot.ts'
import { useDraftStore } from '../builder/draft-store.ts'
import { draftOf } from '../builder/show-draft.ts'
import { SongsPanel } from './songs-panel.tsx'

const SHOW = 5
const songs = ['Atlas', 'Low Tide', 'Thunder in the Pantry', 'Old Hat', 'Zinc'].map((name, index) => ({
  id: index + 1,
  name,
  slug: `song-${index + 1}`,
  times_played: 50 - index,
  gap: index,
  last_played: null,
}))
const known = (id: number, rest: Partial<ChancePage['songs'][number]>) => ({
  ...{ id, chance: 100, reasons: [], gap: 4, usual_gap: 4, last: 0, lately: 0, recent: 9, tour: 2, venue: 3 },
  usual: { set: 'set1' as const, position: 8 },
  ...rest,
})
const chances = {
  shows: [{ id: 2, date: '2026-11-13', venue: 'The Foundry', location: 'Pittsburgh, PA' }],
  recent_shows: 100,
  tour_shows: 9,
  venue_shows: 4,
  songs: [
    known(1, {}),
    known(2, { chance: 9, reasons: ['last-show'], gap: 0, usual_gap: null, usual: null }),
    known(3, { chance: 344, reasons: ['due', 'rested'], gap: 9, usual_gap: 6 }),
    known(4, { chance: null, gap: 400 }),
  ],
  suggestions: [
    [99, 1, 2, 3],
    [2, 4],
  ],
  method: 'model' as const,
  made_at: '2026-11-20T12:00:00.000Z',
  is_frozen: false,
}

beforeEach(() => {
  clearUserData()
  useDraftStore.setState({ closesAt: {} })
  useDraftStore.getState().adopt(SHOW, null)
  onScreen({ width: 1440 })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

async function openPanel(
  found: (typeof chances & { is_outdated?: boolean }) | null,
  show = openShow(SHOW, '2126-11-20'),
) {
  const requests = fakeApi(
    fake(songEndpoints.listSongs, { ok: { songs } }),
    fake(siteEndpoints.getSite, { ok: { ...site, nicknames: { bowler: 'Old Hat' } } }),
    fake(showEndpoints.getShow, { ok: show }),
    fake(chanceEndpoints.getChances, { ok: { chances: found } }),
  )
  const page = renderPage(<SongsPanel showId={SHOW} />)
  const list = await screen.findByRole('region', { name: 'song list' })
  return { ...page, list, requests }
}

const rowsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .filter((row) => row.hasAttribute('aria-posinset'))
const namesOf = (list: HTMLElement) =>
  rowsOf(list).map((row) =>
    within(row).getByRole('button', { name: /^add / }).getAttribute('aria-label')?.slice(4),
  )

describe('song list', () => {
  test('adds a song with one tap, says where it is, and opens one row at a time', async () => {
    const { list, user } = await openPanel(null)
    await user.click(within(list).getByRole('button', { name: 'add Low Tide' }))
    await user.click(within(list).getByRole('button', { name: 'add Atlas' }))
    const songOf = (name: RegExp) => within(list).getByRole('button', { name, expanded: false })
    await user.click(songOf(/^Atlas 50 plays · last show on the card: S1 2/))
    await user.click(songOf(/^Low Tide .* on the card: S1 1/))
    expect(within(list).getAllByRole('button', { expanded: true })).toHaveLength(1)
    await user.click(within(list).getByRole('button', { name: 'E (0/3)' }))
    expect(songOf(/^Low Tide .* on the card: S1 1, E 1/)).toBe(document.activeElement)
  })

  test('adds a song once for a double tap', async () => {
    const { list, user } = await openPanel(null)
    await user.dblClick(within(list).getByRole('button', { name: 'add Atlas' }))
    expect(within(list).getByRole('button', { name: /^Atlas .* on the card: S1 1$/ })).toBeDefined()
    await user.click(within(list).getByRole('button', { name: /^Atlas/ }))
    await user.click(within(list).getByRole('button', { name: 'E (0/3)' }))
    // Lies where that button was.
    await user.click(within(list).getByRole('button', { name: 'add Low Tide' }))
    expect(within(list).getByRole('button', { name: /^Atlas .* on the card: S1 1, E 1$/ })).toBeDefined()
    expect(within(list).getByRole('button', { name: /^Low Tide (?!.*on the card)/ })).toBeDefined()
  })

  test('adds songs of two rows as fast as they are opened', async () => {
    const { list, user } = await openPanel(null)
    for (const [index, name] of ['Atlas', 'Low Tide'].entries()) {
      await user.click(within(list).getByRole('button', { name: new RegExp(`^${name}`) }))
      await user.click(within(list).getByRole('button', { name: `E (${index}/3)` }))
    }
    expect(within(list).getByRole('button', { name: /^Low Tide .* on the card: E 2$/ })).toBeDefined()
  })

  test('takes no songs before the saved picks are known', async () => {
    useDraftStore.getState().discard(SHOW)
    const { list } = await openPanel(null)
    expect(list.closest('[inert]')).not.toBeNull()
    act(() => useDraftStore.getState().adopt(SHOW, null))
    expect(list.closest('[inert]')).toBeNull()
  })

  test('says the day of chances that newer shows are missing in', async () => {
    const { unmount } = await openPanel({ ...chances, is_outdated: true })
    await screen.findByText(/^odds from .*November 13, 2026, newer shows are not in yet/)
    unmount()
    await openPanel(chances)
    expect(screen.queryByText(/^odds from/)).toBeNull()
  })

  test('takes no songs once picks are closed', async () => {
    const { list } = await openPanel(null, openShow(SHOW, '2126-11-20', { is_open: false }))
    await vi.waitFor(() => expect(list.closest('[inert]')).not.toBeNull())
  })

  test('looks as before where there are no chances', async () => {
    const { list } = await openPanel(null)
    await vi.waitFor(() => expect(rowsOf(list)[0]?.textContent).toBe('Atlas50 plays · last show'))
    expect(screen.queryByRole('button', { name: 'Chance' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'suggestions' })).toBeNull()
  })

  test('shows each chance with its reason, and sorts by it', async () => {
    const { list, user } = await openPanel(chances)
    expect(await screen.findByRole('link', { name: 'the model' })).toBeDefined()
    expect(rowsOf(list).map(({ textContent }) => textContent)).toEqual([
      'Atlas50 plays10 %percent chancegap 4, usually 4',
      'Low Tide49 plays<1 %percent chanceplayed at the last show, gap 0',
      'Thunder in the Pantry48 plays34 %percent chancedue: gap 9, usually 6',
      'Old Hat47 plays<1 %percent chancegap 400, usually 4',
      'Zinc46 playsno play on record',
    ])
    await user.click(screen.getByRole('button', { name: 'Chance' }))
    expect(namesOf(list).slice(0, 3)).toEqual(['Thunder in the Pantry', 'Atlas', 'Low Tide'])
    await user.click(screen.getByRole('button', { name: 'Due' }))
    expect(namesOf(list).slice(0, 2)).toEqual(['Thunder in the Pantry', 'Atlas'])
  })

  test('tells in an open row how a song was played', async () => {
    const { list, user } = await openPanel(chances)
    await screen.findByRole('link', { name: 'the model' })
    await user.click(within(list).getByRole('button', { name: /^Thunder/ }))
    const facts = within(list)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent?.trim())
    expect(facts).toEqual([
      'due: gap 9, usually 6; rested on this tour: 2 of 9',
      '9, usually 6',
      'Nov 13, 2026, The Foundry, Pittsburgh, PA',
      '2 of 9 shows',
      'set 1, slot 8',
      '3 of 4 shows',
    ])
    const link = within(list).getByRole('link', { name: 'every performance of Thunder in the Pantry' })
    expect(link.getAttribute('href')).toBe('/songs/3-song-3')
  })

  test('begins with the likeliest songs on a phone', async () => {
    onScreen({ width: 375 })
    const { list } = await openPanel(chances)
    await screen.findByRole('button', { name: 'Chance descending' })
    await waitFor(() =>
      expect(namesOf(list)).toEqual(['Thunder in the Pantry', 'Atlas', 'Low Tide', 'Old Hat', 'Zinc']),
    )
    expect(textsOf(within(screen.getByRole('group', { name: 'sort by' })), 'button')).toEqual([
      'Chance ↓ descending',
      ...['Due', 'Plays', 'A-Z'],
    ])
  })

  test('is worked by the keyboard: slash, Enter and the arrows', async () => {
    const { list, user } = await openPanel(chances)
    await user.keyboard('/')
    const search = screen.getByRole('searchbox', { name: 'Search songs' })
    expect(document.activeElement).toBe(search)
    await user.keyboard('hat{Enter}')
    expect(useDraftStore.getState().drafts[SHOW]?.slots.set1[0]?.name).toBe('Old Hat')
    await user.keyboard('a')
    await vi.waitFor(() => expect(namesOf(list)).toEqual(['Atlas', 'Thunder in the Pantry', 'Old Hat']))
    const walked = () => document.activeElement?.getAttribute('aria-label')
    await user.keyboard('{ArrowDown}')
    expect(walked()).toBe('add Atlas')
    await user.keyboard('{ArrowDown}')
    expect(walked()).toBe('add Thunder in the Pantry')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(search)
  })

  test('begins at the top with the results of a search', async () => {
    const { list, user } = await openPanel(null)
    list.scrollTop = 300
    fireEvent.scroll(list)
    const scrolled = vi.spyOn(list, 'scrollTo').mockReturnValue()
    await user.type(screen.getByRole('searchbox', { name: 'Search songs' }), 'a')
    await vi.waitFor(() => expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ top: 0 })))
  })

  test('finds songs by initials and by nicknames', async () => {
    const { list, user } = await openPanel(null)
    const search = screen.getByRole('searchbox', { name: 'Search songs' })
    await user.type(search, 'ttp')
    await vi.waitFor(() => expect(namesOf(list)).toEqual(['Thunder in the Pantry']))
    await user.clear(search)
    await user.type(search, 'bowl')
    await vi.waitFor(() => expect(namesOf(list)).toEqual(['Old Hat']))
  })
})

describe('song list: suggestions', () => {
  test('suggests listed songs for the next slot, the likeliest first', async () => {
    const { user } = await openPanel(chances)
    const tiles = within(await screen.findByRole('region', { name: 'suggestions' }))
    const names = () => textsOf(tiles, 'button')
    await tiles.findByText('the opener')
    expect(names()).toEqual([
      'add Thunder in the Pantry34 %percent chancedue: gap 9, usually 6',
      'add Atlas10 %percent chancegap 4, usually 4',
      'add Low Tide<1 %percent chanceplayed at the last show',
    ])
    await user.click(tiles.getByRole('button', { name: /^add Low Tide/ }))
    expect(tiles.getByText('set 1, slot 2')).toBeDefined()
    expect(names()).toEqual(['add Old Hat<1 %percent chancegap 400, usually 4'])
  })

  test('takes no tap on a tile that has just come to show another song', async () => {
    const { user } = await openPanel(chances)
    const tiles = within(await screen.findByRole('region', { name: 'suggestions' }))
    const first = await tiles.findByRole('button', { name: /^add Thunder/ })
    act(() => addToActiveSlot(SHOW, { id: 9, name: 'Zinc' }))
    await vi.waitFor(() => expect(first.textContent).not.toContain('Thunder'))
    await user.click(first)
    expect(tiles.getByText('set 1, slot 2')).toBeDefined()
    vi.setSystemTime(Date.now() + 300)
    await user.click(first)
    expect(tiles.queryByText('set 1, slot 2')).toBeNull()
  })

  test('suggests nothing for a scored show', async () => {
    const { list, requests } = await openPanel(chances, playedShow(SHOW, '2126-11-20'))
    await vi.waitFor(() => expect(rowsOf(list)[0]?.textContent).toBe('Atlas50 plays · last show'))
    expect(screen.queryByRole('region', { name: 'suggestions' })).toBeNull()
    expect(requests).toContain(`GET /api/shows/${SHOW}`)
  })

  test('says that the card is full', async () => {
    const fill = (count: number) => Array.from({ length: count }, () => ({ id: 1, name: 'Atlas' }))
    const slots = { set1: fill(8), set2: fill(8), encore: fill(3) }
    useDraftStore.setState({ drafts: { [SHOW]: { ...draftOf(null), slots } } })
    await openPanel(chances)
    expect(await screen.findByText('all 19 are in')).toBeDefined()
  })
})
