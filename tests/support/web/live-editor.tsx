import { type CurrentUser, currentUserEndpoints } from '@called-it/shared/contract/current-user'
import type { ErrorCode } from '@called-it/shared/contract/errors'
import { type LiveEditor, liveEditingEndpoints, tap } from '@called-it/shared/contract/live-editing'
import { showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { songEndpoints } from '@called-it/shared/contract/songs'
import { LiveEditorPage } from '@called-it/web/src/features/live-editor/live-editor-page.tsx'
import { clearUserData } from '@called-it/web/src/lib/account/user-storage'
import { act, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import type { z } from 'zod'
import { ann, openShow } from './factories.ts'
import { fake, fakeApi } from './fake-api.ts'
import { renderPage } from './render-app.tsx'

export const START = Date.parse('2031-03-05T23:30:00Z')
export const operator: CurrentUser = { ...ann, is_live_operator: true }
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
  songs: [{ id: 5, name: 'Song 5', players: 4, chance: null }],
  openers: [],
}

type Desk = {
  editor: LiveEditor
  show: Show
  user: CurrentUser
  sent: z.input<typeof tap>[]
  /** The responses to the next taps, in order; `away` is a dead network. */
  responses: (ErrorCode | 'away' | 'conflict')[]
  isAway: boolean
  settled: unknown[]
}

const newDesk = (): Desk => ({
  editor: { revision: 0, openSet: null, performances: [], conflicts: [], source: null, version: 1 },
  show: openShow(5, '2031-03-05', { is_open: false, phase: 'locked' }),
  user: operator,
  sent: [],
  responses: [],
  isAway: false,
  settled: [],
})

/** What the fake server has, for one test. */
export const desk: Desk = newDesk()

/** A minute after the start. */
export function resetDesk(): void {
  clearUserData()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime(START + 60_000)
  Object.assign(desk, newDesk())
}

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

export function playedBefore(...ids: number[]): void {
  const performances = ids.map((id, index) => performanceOf(index + 1, id))
  desk.editor = { ...desk.editor, revision: ids.length, version: ids.length, openSet: 'set1', performances }
}

function store(given: z.input<typeof tap>): void {
  const { operation } = tap.parse(given)
  const next = { ...desk.editor, revision: desk.editor.revision + 1, version: desk.editor.version + 1 }
  const { length } = desk.editor.performances
  if (operation.op === 'song' || operation.op === 'new-song') {
    const added = operation.op === 'song' ? operation.song : songs.length + 1
    next.performances = [...next.performances, performanceOf(length + 1, added, operator.display_name)]
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
  desk.editor = next
}

export function openLiveEditor() {
  const requests = fakeApi(
    fake(currentUserEndpoints.getCurrentUser, () => ({ ok: desk.user })),
    fake(showEndpoints.getShow, () => ({ ok: desk.show })),
    fake(songEndpoints.listSongs, { ok: { songs } }),
    fake(showPickEndpoints.getCrowd, { ok: crowd }),
    fake(liveEditingEndpoints.getLiveEditor, () => ({ ok: desk.editor })),
    fake(liveEditingEndpoints.tapSetlist, ({ body }) => {
      const response = desk.isAway ? 'away' : desk.responses.shift()
      if (response === 'away') throw new TypeError('no connection')
      const given = tap.parse(body)
      desk.sent.push(given)
      if (response === 'conflict')
        return { ok: { outcome: 'conflict' as const, revision: desk.editor.revision } }
      if (response) return { error: response }
      store(given)
      return { ok: { outcome: 'stored' as const, revision: desk.editor.revision } }
    }),
    fake(liveEditingEndpoints.settleConflict, ({ params, body }) => {
      desk.settled.push([params.opId, body])
      desk.editor = { ...desk.editor, conflicts: [] }
      return { ok: { outcome: 'stored' as const, revision: desk.editor.revision } }
    }),
    fake(liveEditingEndpoints.takeSourceSetlist, () => {
      desk.editor = { ...desk.editor, source: null }
      return { ok: { revision: desk.editor.revision } }
    }),
  )
  const page = renderPage(
    <main>
      <LiveEditorPage />
    </main>,
    { at: '/shows/5/live', pattern: '/shows/:showId/live' },
  )
  return { requests, ...page }
}

export const tile = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const rows = () => {
  const played = screen.getByRole('region', { name: 'played so far' })
  return within(played)
    .queryAllByRole('listitem')
    .map(({ children }) => Array.from(children, ({ textContent }) => textContent.trim()).join(' '))
    .map((text) => text.trim().replace(/\d+:\d\d\s[AP]M, /, ''))
}
export const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
export const operations = () => desk.sent.map(({ operation }) => operation)
export const online = () => act(() => void dispatchEvent(new Event('online')))
