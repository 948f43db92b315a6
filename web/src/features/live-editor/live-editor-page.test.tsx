import type { CurrentUser } from '@called-it/shared/contract/accounts'
import { accountEndpoints } from '@called-it/shared/contract/accounts'
import type { ErrorCode } from '@called-it/shared/contract/errors'
import { type LiveEditor, liveEditingEndpoints, tap } from '@called-it/shared/contract/live-editing'
import { showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { ann, openShow } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { deliver } from '../../lib/live/deliver.ts'
import { clearUserData } from '../../lib/user-storage.ts'
import { LiveEditorPage } from './live-editor-page.tsx'

const START = Date.parse('2031-03-05T23:30:00Z')
const operator: CurrentUser = { ...ann, is_live_operator: true }
const songs = [1, 2, 3, 4, 5, 6].map((id) => ({
  id,
  name: `Song ${id}`,
  slug: `song-${id}`,
  times_played: 10 - id,
  gap: null,
  last_played: null,
}))
const crowd = {
  players: 10,
  card: { set1: [], set2: [], encore: [] },
  songs: [{ id: 5, name: 'Song 5', players: 4 }],
}

let editor: LiveEditor
let show: Show
let user: CurrentUser
let sent: z.input<typeof tap>[]
/** Of the next taps; `away` is a dead network. */
let responses: (ErrorCode | 'away' | 'conflict')[]
let isAway: boolean
let settled: unknown[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime(START + 60_000)
  editor = {
    revision: 0,
    openSet: null,
    performances: [],
    conflicts: [],
    source: null,
    version: 1,
  }
  show = openShow(5, '2031-03-05', { is_open: false, phase: 'locked' })
  user = operator
  sent = []
  responses = []
  isAway = false
  settled = []
})
afterEach(() => clearUserData())

const performanceOf = (
  sequence: number,
  song: number,
  by: string | null = 'Tess',
): LiveEditor['performances'][number] => ({
  sequence,
  set: 'set1',
  position: sequence,
  song: { id: song, name: `Song ${song}` },
  at: '2031-03-05T23:30:30Z',
  by,
})

function playedBefore(...ids: number[]): void {
  const performances = ids.map((id, index) => performanceOf(index + 1, id))
  editor = { ...editor, revision: ids.length, version: ids.length, openSet: 'set1', performances }
}

function store(given: z.input<typeof tap>): void {
  const { operation } = tap.parse(given)
  const next = { ...editor, revision: editor.revision + 1, version: editor.version + 1 }
  const { length } = editor.performances
  if (operation.op === 'song') {
    next.performances = [
      ...next.performances,
      performanceOf(length + 1, operation.song, operator.display_name),
    ]
    next.openSet ??= 'set1'
  }
  if (operation.op === 'replace') {
    const { sequence, song } = operation
    next.performances = next.performances.with(
      sequence - 1,
      performanceOf(sequence, song, operator.display_name),
    )
  }
  if (operation.op === 'remove') next.performances = next.performances.toSpliced(operation.sequence - 1, 1)
  if (operation.op === 'undo') next.performances = next.performances.slice(0, -1)
  if (operation.op === 'set') next.openSet = 'set2'
  if (operation.op === 'encore') next.openSet = 'encore'
  if (operation.op === 'over') next.openSet = null
  editor = next
}

function openPage() {
  const requests = fakeApi(
    fake(accountEndpoints.getCurrentUser, () => ({ ok: user })),
    fake(showEndpoints.getShow, () => ({ ok: show })),
    fake(songEndpoints.listSongs, { ok: { songs } }),
    fake(showPickEndpoints.getCrowd, { ok: crowd }),
    fake(liveEditingEndpoints.getLiveEditor, () => ({ ok: editor })),
    fake(liveEditingEndpoints.tapSetlist, ({ body }) => {
      const response = isAway ? 'away' : responses.shift()
      if (response === 'away') throw new TypeError('no connection')
      const given = tap.parse(body)
      sent.push(given)
      if (response === 'conflict') return { ok: { outcome: 'conflict' as const, revision: editor.revision } }
      if (response) return { error: response }
      store(given)
      return { ok: { outcome: 'stored' as const, revision: editor.revision } }
    }),
    fake(liveEditingEndpoints.settleConflict, ({ params, body }) => {
      settled.push([params.opId, body])
      editor = { ...editor, conflicts: [] }
      return { ok: { outcome: 'stored' as const, revision: editor.revision } }
    }),
    fake(liveEditingEndpoints.takeSourceSetlist, () => {
      editor = { ...editor, source: null }
      return { ok: { revision: editor.revision } }
    }),
  )
  const page = renderPage(<LiveEditorPage />, { at: '/shows/5/live', pattern: '/shows/:showId/live' })
  return { requests, ...page }
}

const tile = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const rows = () => {
  const played = screen.getByRole('region', { name: 'played so far' })
  return within(played)
    .queryAllByRole('listitem')
    .map(({ children }) => Array.from(children, ({ textContent }) => textContent.trim()).join(' '))
    .map((text) => text.trim().replace(/\d+:\d\d\s[AP]M, /, ''))
}
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const operations = () => sent.map(({ operation }) => operation)
const online = () => act(() => void dispatchEvent(new Event('online')))

describe('live editor', () => {
  test('shows a tapped song at once, with what is likely next', async () => {
    const { user: hand } = openPage()
    await screen.findByText('40 % picked it')
    const tiles = screen.getByRole('region', { name: /^likely next/ })
    expect(within(tiles).getAllByRole('button').at(-1)?.textContent).toContain('Song 5')
    expect(screen.getByText('tap what they play').parentElement?.textContent).toBe('1tap what they playset 1')
    await hand.click(await tile('Song 5'))
    expect(rows()).toEqual(['1 Song 5 you'])
    expect(screen.getByText('tap what they play').parentElement?.textContent).toBe('2tap what they playset 1')
    await waitFor(() => expect(operations()).toEqual([{ op: 'song', song: 5 }]))
    expect(sent[0]).toMatchObject({ base: 0, at: expect.stringMatching(/^2031-03-05T23:31/) })
    expect(document.title).toBe('live editor, Hall 5 · Called It')
    expect(within(tiles).queryByText('Song 5')).toBeNull()
  })

  test('takes the second touch of a double tap for none', async () => {
    const { user: hand } = openPage()
    await hand.dblClick(await tile('Song 1'))
    await hand.click(await tile('Song 2'))
    expect(rows()).toHaveLength(1)
    await later(600)
    await hand.click(await tile('Song 2'))
    expect(rows()).toHaveLength(2)
  })

  test('undoes within five seconds in the bar, and afterwards in the list', async () => {
    playedBefore(3)
    const { user: hand } = openPage()
    await hand.click(await tile('Song 1'))
    await later(1_100)
    expect(screen.getByText(/is out$/).textContent).toBe('Song 1 is out')
    await hand.click(button('undo'))
    await waitFor(() => expect(rows()).toHaveLength(1))
    await hand.click(await tile('Song 2'))
    await later(5_100)
    expect(screen.queryByRole('button', { name: 'undo' })).toBeNull()
    await hand.click(button('undo last'))
    await waitFor(() => expect(operations().map(({ op }) => op)).toEqual(['song', 'undo', 'song', 'undo']))
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  test('ends sets, opens the encore and ends the show, by keyboard too', async () => {
    playedBefore(3)
    const { user: hand } = openPage()
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
    const { user: hand } = openPage()
    const over = await screen.findByRole('button', { name: 'show over' })
    await hand.pointer({ keys: '[MouseLeft>]', target: over })
    await later(1_100)
    expect(await screen.findByRole('heading', { name: 'the show is over' })).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('adds a song from the search by keyboard alone', async () => {
    const { user: hand } = openPage()
    await hand.type(
      await screen.findByRole('combobox', { name: 'find another song' }),
      'song{ArrowDown}{Enter}',
    )
    expect(rows()).toEqual(['1 Song 2 you'])
  })

  test('replaces a song and removes one', async () => {
    playedBefore(3, 4)
    const { user: hand } = openPage()
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

describe('live editor without a connection', () => {
  test('sends taps once and in order after a remount, and marks them until then', async () => {
    isAway = true
    const { user: hand, unmount } = openPage()
    for (const name of ['Song 1', 'Song 2', 'Song 3']) {
      await hand.click(await tile(name))
      await later(700)
    }
    expect(rows()).toEqual(['1 Song 1 not sent', '2 Song 2 not sent', '3 Song 3 not sent'])
    await hand.click(button('undo'))
    expect(rows()).toHaveLength(2)
    await later(6_000)
    expect(screen.getByText(/^2 taps not sent/)).toBeDefined()
    unmount()
    isAway = false
    openPage()
    await waitFor(() => expect(rows()).toEqual(['1 Song 1 you', '2 Song 2 you']))
    await later(20_000)
    expect(sent.map(({ operation, base }) => [operation, base])).toEqual([
      [{ op: 'song', song: 1 }, 0],
      [{ op: 'song', song: 2 }, 1],
    ])
    expect(new Set(sent.map(({ opId }) => opId)).size).toBe(2)
  })

  test('repeats a tap without a response under its id once there is a connection', async () => {
    responses = ['unavailable', 'away']
    const { user: hand } = openPage()
    await hand.click(await tile('Song 1'))
    await waitFor(() => expect(responses).toEqual(['away']))
    online()
    await waitFor(() => expect(responses).toEqual([]))
    online()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[0]?.opId).toBe(sent[1]?.opId)
    await waitFor(() => expect(rows()).toEqual(['1 Song 1 you']))
  })

  test('keeps the revision that was seen when others came between', async () => {
    isAway = true
    const { user: hand } = openPage()
    await hand.click(await tile('Song 1'))
    await later(700)
    await hand.click(await tile('Song 2'))
    playedBefore(6)
    isAway = false
    online()
    await waitFor(() => expect(sent.map(({ base }) => base)).toEqual([0, 0]))
  })

  test('drops a tap that the server refuses, says why and keeps the rest', async () => {
    isAway = true
    const { user: hand } = openPage()
    await hand.click(await tile('Song 1'))
    await later(700)
    await hand.click(await tile('Song 2'))
    isAway = false
    responses = ['song_not_found']
    online()
    expect(await screen.findByText('Not in the setlist: you tapped Song 1')).toBeDefined()
    await waitFor(() => expect(rows()).toEqual(['1 Song 2 you']))
    await hand.click(button('try again'))
    await waitFor(() => expect(rows()).toEqual(['1 Song 2 you', '2 Song 1 you']))
    expect(screen.queryByText(/^Not in the setlist/)).toBeNull()
  })
})

describe('live editor of two operators', () => {
  const conflict: LiveEditor['conflicts'][number] = {
    opId: '0d6f3c0e-3f9a-4c3b-8f0a-6d6f3c0e3f9a',
    operation: { op: 'song', song: 1 },
    songName: 'Song 1',
    by: operator.display_name,
    at: '2031-03-05T23:30:00Z',
  }

  test.each([
    ['add it', operator.display_name, /^you tapped Song 1 at .*, Tess entered Song 3/, 'apply'],
    ['drop it', 'Tess', /^Tess tapped Song 1 at/, 'drop'],
  ])('settles a conflict: %s', async (label, by, words, decision) => {
    playedBefore(3)
    editor = { ...editor, conflicts: [{ ...conflict, by }] }
    const { user: hand } = openPage()
    expect(await screen.findByText(words)).toBeDefined()
    await hand.click(button(label))
    await waitFor(() => expect(settled).toEqual([[conflict.opId, { decision }]]))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  test('shows what others enter as soon as it is stored, and who they are', async () => {
    openPage()
    await screen.findByText('editing: you')
    playedBefore(3)
    act(() => deliver('setlist:changed', { topic: 'setlist:5', showId: 5, from: 1, to: 2 }))
    expect(screen.queryByText('editing: you and Tess')).toBeNull()
    editor = { ...editor, version: 2 }
    act(() => deliver('setlist:changed', { topic: 'setlist:5', showId: 5, from: 1, to: 2 }))
    expect(await screen.findByText('editing: you and Tess')).toBeDefined()
    expect(rows()).toEqual(['1 Song 3 Tess'])
  })

  test('shows a tap that became a conflict no longer as played', async () => {
    responses = ['conflict']
    const { user: hand } = openPage()
    await hand.click(await tile('Song 1'))
    await waitFor(() => expect(rows()).toEqual([]))
  })

  test("compares the source's setlist, which admins take", async () => {
    user = { ...operator, is_admin: true }
    playedBefore(3, 4)
    const song = (id: number) => ({ id, name: `Song ${id}` })
    const setlist = {
      found: true,
      excluded: false,
      exclusionReason: null,
      set1: [song(3), song(6)],
      set2: [],
      encore: [],
      further: [],
      notes: null,
    }
    editor = { ...editor, source: { setlist, readAt: '2031-03-05T23:30:00Z', isAway: true, differs: true } }
    const { user: hand } = openPage()
    expect(await screen.findByText(/^source away since/)).toBeDefined()
    await hand.click(button('the source differs'))
    const theirs = await screen.findByRole('list', { name: "Set 1, the source's" })
    expect(within(theirs).getByLabelText('differs').closest('li')?.textContent).toContain('Song 6')
    await hand.click(button("take the source's setlist"))
    await waitFor(() => expect(screen.queryByText(/^source away since/)).toBeNull())
  })
})

describe('states of the live editor', () => {
  test('says when the first song can be entered, and opens then', async () => {
    vi.setSystemTime(START - 3 * 3_600_000 - 2_000)
    openPage()
    expect(
      await screen.findByText(/^The first song can be entered from .* 4:30 PM at the venue/),
    ).toBeDefined()
    expect(screen.queryByRole('combobox')).toBeNull()
    await later(2_100)
    expect(await screen.findByRole('combobox', { name: 'find another song' })).toBeDefined()
  })

  test('asks once before the first song closes the picks', async () => {
    vi.setSystemTime(START - 60_000)
    show = openShow(5, '2031-03-05')
    const { user: hand } = openPage()
    await hand.click(await tile('Song 1'))
    await hand.click(await screen.findByRole('button', { name: 'not yet' }))
    expect(sent).toEqual([])
    await hand.click(await tile('Song 1'))
    expect(await screen.findByText(/closes the picks at once/)).toBeDefined()
    await hand.click(button('they began'))
    await later(700)
    await hand.click(await tile('Song 2'))
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  test('leads admins of a scored show to the setlist desk', async () => {
    show = openShow(5, '2031-03-05', { is_open: false, is_scored: true, phase: 'final' })
    user = { ...operator, is_admin: true }
    openPage()
    expect(await screen.findByText('This show is scored, so it is closed here.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'setlist desk' }).getAttribute('href')).toBe('/admin/shows/5')
  })

  test('keeps the taps of an operator whose right has ended', async () => {
    responses = ['not_allowed']
    const { user: hand, requests, unmount } = openPage()
    await hand.click(await tile('Song 1'))
    await waitFor(() => expect(requests.filter((request) => request.endsWith('/auth/me'))).toHaveLength(2))
    unmount()
    openPage()
    await waitFor(() => expect(rows()).toEqual(['1 Song 1 you']))
    expect(sent).toHaveLength(2)
  })
})
