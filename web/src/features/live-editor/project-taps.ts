import type { LiveEditor } from '@called-it/shared/contract/live-editing'
import type { QueuedTap } from './tap-queue.ts'

type Performance = LiveEditor['performances'][number]

/** The server has not added the song yet. */
const NO_ID = 0

/** A performance as the operator sees it. */
export type Row = Performance & {
  /** By a tap of this device that the server has not confirmed. */
  readonly isUnsent: boolean
}

export type Setlist = {
  readonly rows: readonly Row[]
  /** The set that is being played; null before the first song and once it is over. */
  readonly openSet: string | null
}

export function setlistOf({ performances, openSet }: LiveEditor): Setlist {
  return { rows: performances.map((performance) => ({ ...performance, isUnsent: false })), openSet }
}

/** The setlist with the taps that the server does not have yet: a tapped song stands at once. */
export function projectTaps(editor: LiveEditor, taps: readonly QueuedTap[], author: string): Setlist {
  let before: Setlist | null = null
  let current = setlistOf(editor)
  for (const tap of taps) {
    const isUndo = tap.operation.op === 'undo'
    // Undo is the setlist of the revision before, so that a second one takes the first back.
    const next: Setlist = isUndo ? (before ?? beforeLastSong(current)) : applyTap(current, tap, author)
    before = current
    current = next
  }
  return current
}

function applyTap(setlist: Setlist, tap: QueuedTap, author: string): Setlist {
  const { rows, openSet } = setlist
  const { operation } = tap
  const played = (songId: string | number) => ({
    song: { id: Number(songId), name: tap.songName ?? '' },
    at: tap.at,
    by: author,
    isUnsent: tap.storedAs === null,
  })
  switch (operation.op) {
    case 'song':
    case 'new-song': {
      const set = openSet ?? rows.at(-1)?.set ?? 'set1'
      const row = {
        ...played(operation.op === 'song' ? operation.song : NO_ID),
        set,
        sequence: rows.length + 1,
        position: nextPosition(rows, set),
      }
      return { rows: [...rows, row], openSet: set }
    }
    case 'set':
      return { rows, openSet: setAfter(openSet) }
    case 'encore':
      return { rows, openSet: 'encore' }
    case 'over':
      return { rows, openSet: null }
    case 'replace':
      return {
        rows: rows.map((row) =>
          row.sequence === operation.sequence ? { ...row, ...played(operation.song), at: row.at } : row,
        ),
        openSet,
      }
    case 'remove':
      return { rows: renumber(rows.filter(({ sequence }) => sequence !== operation.sequence)), openSet }
    default:
      return setlist
  }
}

/** What an undo most likely shows, until the server says it: most taps are songs. */
function beforeLastSong({ rows, openSet }: Setlist): Setlist {
  const last = rows.at(-1)
  if (!last) return { rows, openSet }
  if (openSet !== last.set) return { rows, openSet: last.set }
  return { rows: rows.slice(0, -1), openSet }
}

export function nextPosition(rows: readonly Row[], set: string): number {
  return rows.filter((row) => row.set === set).length + 1
}

function setAfter(set: string | null): string {
  if (set === null || set === 'set1') return 'set2'
  return set === 'set2' ? '3' : String((Number.parseInt(set, 10) || 3) + 1)
}

function renumber(rows: readonly Row[]): Row[] {
  const positions = new Map<string, number>()
  return rows.map((row, index) => {
    const position = (positions.get(row.set) ?? 0) + 1
    positions.set(row.set, position)
    return { ...row, sequence: index + 1, position }
  })
}
