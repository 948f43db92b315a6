import { openShow } from '@called-it/tests/support/web/factories'
import {
  button,
  desk,
  later,
  openLiveEditor,
  operations,
  operator,
  playedBefore,
  resetDesk,
  rows,
  START,
  tile,
} from '@called-it/tests/support/web/live-editor.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'

beforeEach(resetDesk)

describe('live editor', () => {
  test('shows a tapped song at once, with what is likely next', async () => {
    const { user: hand } = openLiveEditor()
    await screen.findByText('40 % picked it')
    const tiles = screen.getByRole('region', { name: /^likely next/ })
    expect(within(tiles).getAllByRole('button').at(-1)?.textContent).toContain('Song 5')
    expect(screen.getByText('tap what they play').parentElement?.textContent).toBe('1tap what they playset 1')
    await hand.click(await tile('Song 5'))
    expect(rows()).toEqual(['1 Song 5 you'])
    expect(screen.getByText('tap what they play').parentElement?.textContent).toBe('2tap what they playset 1')
    await waitFor(() => expect(operations()).toEqual([{ op: 'song', song: 5 }]))
    expect(desk.sent[0]).toMatchObject({ base: 0, at: expect.stringMatching(/^2031-03-05T23:31/) })
    expect(document.title).toBe('live editor, Hall 5 · Called It')
    expect(within(tiles).queryByText('Song 5')).toBeNull()
  })

  test('takes the second touch of a double tap for none', async () => {
    const { user: hand } = openLiveEditor()
    await hand.dblClick(await tile('Song 1'))
    await hand.click(await tile('Song 2'))
    expect(rows()).toHaveLength(1)
    await later(600)
    await hand.click(await tile('Song 2'))
    expect(rows()).toHaveLength(2)
  })

  test('announces an undo in a region that was there before', async () => {
    playedBefore(3, 4)
    const { user: hand } = openLiveEditor()
    await tile('Song 1')
    const region = screen.getAllByRole('status').find(({ textContent }) => textContent === '')
    await hand.click(button('undo last'))
    expect(region?.textContent).toBe('the last tap is taken back')
    expect(region?.isConnected).toBe(true)
  })

  test('takes no tap on a tile that has just come to show another song', async () => {
    const { user: hand } = openLiveEditor()
    const place = await tile('Song 1')
    playedBefore(1)
    act(() => deliver('setlist:changed', { topic: 'setlist:5', from: 1, to: 2, showId: 5 }))
    await waitFor(() => expect(place.textContent).not.toContain('Song 1'))
    await hand.click(place)
    expect(operations()).toEqual([])
    await later(310)
    await hand.click(place)
    await waitFor(() => expect(operations()).toHaveLength(1))
  })

  test('undoes within five seconds in the bar, and afterwards in the list', async () => {
    playedBefore(3)
    const { user: hand } = openLiveEditor()
    await hand.click(await tile('Song 1'))
    await later(1_100)
    expect(screen.getAllByText(/is out$/)[0]?.textContent).toBe('Song 1 is out')
    await hand.click(button('undo'))
    await waitFor(() => expect(rows()).toHaveLength(1))
    await later(310)
    await hand.click(await tile('Song 2'))
    await later(5_100)
    expect(screen.queryByRole('button', { name: 'undo' })).toBeNull()
    await hand.click(button('undo last'))
    await waitFor(() => expect(operations().map(({ op }) => op)).toEqual(['song', 'undo', 'song', 'undo']))
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  test('ends sets, opens the encore and ends the show, by keyboard too', async () => {
    playedBefore(3)
    const { user: hand } = openLiveEditor()
    await hand.click(await screen.findByRole('button', { name: 'set 1 is over' }))
    expect(screen.getByText('tap what they play').parentElement?.textContent).toBe('1tap what they playset 2')
    expect(button('set 2 is over')).toHaveProperty('disabled', true)
    await later(1_000)
    await hand.click(button('encore'))
    await later(1_000)
    await hand.pointer({ keys: '[MouseLeft>]', target: button('show over') })
    await later(900)
    await hand.pointer({ keys: '[/MouseLeft]', target: button('show over') })
    expect(await screen.findByRole('alertdialog', { name: 'is the show over?' })).toBeDefined()
    await hand.keyboard('{Escape}')
    button('show over').focus()
    await hand.keyboard('{Enter}')
    await hand.click(await screen.findByRole('button', { name: 'it is over' }))
    expect(await screen.findByRole('heading', { name: 'the show is over' })).toBeDefined()
    await later(1_000)
    await hand.click(button('they came back'))
    await hand.click(await tile('Song 2'))
    await waitFor(() => expect(operations().map(({ op }) => op)).toEqual(['set', 'encore', 'over', 'song']))
  })

  test('ends the show when the button is held for a second', async () => {
    playedBefore(3)
    const { user: hand } = openLiveEditor()
    const over = await screen.findByRole('button', { name: 'show over' })
    await hand.pointer({ keys: '[MouseLeft>]', target: over })
    await later(1_100)
    expect(await screen.findByRole('heading', { name: 'the show is over' })).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('adds a song from the search by keyboard alone', async () => {
    const { user: hand } = openLiveEditor()
    const search = await screen.findByRole<HTMLInputElement>('combobox', { name: 'find another song' })
    await hand.type(search, 'song{ArrowDown}{Enter}')
    expect(rows()).toEqual(['1 Song 2 you'])
    await hand.keyboard('song')
    expect(search.value).toBe('song')
  })

  test('keeps the focus on the place of a tile whose song is played', async () => {
    const { user: hand } = openLiveEditor()
    const place = (await tile('Song 1')).closest('li')
    ;(await tile('Song 1')).focus()
    await hand.keyboard('{Enter}')
    expect(rows()).toEqual(['1 Song 1 you'])
    expect(place?.isConnected).toBe(true)
    expect(place?.contains(document.activeElement)).toBe(true)
  })

  test('adds a song that nobody knows by its name', async () => {
    const { user: hand } = openLiveEditor()
    await hand.type(await screen.findByRole('combobox', { name: 'find another song' }), ' a debut ')
    await hand.tab()
    await hand.keyboard('{Enter}')
    await waitFor(() => expect(rows()).toEqual(['1 Song 7 you']))
    expect(operations()).toEqual([{ op: 'new-song', name: 'a debut' }])
    expect(screen.queryByText('No songs found matching a debut')).toBeNull()
  })

  test('replaces a song and removes one', async () => {
    playedBefore(3, 4)
    const { user: hand } = openLiveEditor()
    await hand.click(await screen.findByRole('button', { name: 'correct Song 3' }))
    await hand.type(await screen.findByRole('combobox', { name: 'replace Song 3 by' }), 'song 6{Enter}')
    expect(rows()).toEqual(['1 Song 6 you', '2 Song 4 Tess'])
    await later(1_000)
    await hand.click(button('correct Song 4'))
    await hand.click(await screen.findByRole('button', { name: 'remove it' }))
    await waitFor(() =>
      expect(operations()).toEqual([
        { op: 'replace', sequence: 1, song: 6 },
        { op: 'remove', sequence: 2 },
      ]),
    )
  })
})

describe('states of the live editor', () => {
  test('says when the first song can be entered, and opens then', async () => {
    vi.setSystemTime(START - 3 * 3_600_000 - 2_000)
    desk.show = openShow(5, '2031-03-05')
    openLiveEditor()
    expect(
      await screen.findByText(/^The first song can be entered from .* 4:30 PM at the venue/),
    ).toBeDefined()
    expect(screen.queryByRole('combobox')).toBeNull()
    await later(2_100)
    expect(await screen.findByRole('combobox', { name: 'find another song' })).toBeDefined()
  })

  test('takes the first song at any time once an admin has closed the picks', async () => {
    vi.setSystemTime(START - 8 * 3_600_000)
    openLiveEditor()
    expect(await tile('Song 1')).toBeDefined()
  })

  test('asks once before the first song closes the picks', async () => {
    vi.setSystemTime(START - 60_000)
    desk.show = openShow(5, '2031-03-05')
    const { user: hand } = openLiveEditor()
    await hand.click(await tile('Song 1'))
    await hand.click(await screen.findByRole('button', { name: 'not yet' }))
    expect(desk.sent).toEqual([])
    await hand.click(await tile('Song 1'))
    expect(await screen.findByText(/closes the picks at once/)).toBeDefined()
    await hand.click(button('they began'))
    await later(700)
    await hand.click(await tile('Song 2'))
    await waitFor(() => expect(desk.sent).toHaveLength(2))
  })

  test('leads admins of a scored show to the setlist editor', async () => {
    desk.show = openShow(5, '2031-03-05', { is_open: false, is_scored: true, phase: 'final' })
    desk.user = { ...operator, is_admin: true }
    openLiveEditor()
    expect(await screen.findByText('This show is scored, so it is closed here.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'setlist editor' }).getAttribute('href')).toBe('/admin/shows/5')
  })

  test('keeps the taps of an operator whose right has ended', async () => {
    desk.responses = ['not_allowed']
    const { user: hand, requests, unmount } = openLiveEditor()
    await hand.click(await tile('Song 1'))
    await waitFor(() => expect(requests.filter((request) => request.endsWith('/auth/me'))).toHaveLength(2))
    unmount()
    openLiveEditor()
    await waitFor(() => expect(rows()).toEqual(['1 Song 1 you']))
    expect(desk.sent).toHaveLength(2)
  })
})
