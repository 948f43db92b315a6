import { plainLine, plainNotes } from '../plain-text.ts'
import { printSetlist } from '../setlist-text.ts'
import type { SourceSet, SourceSetlist, SourceSongReference } from '../source.ts'

/** Text fields still hold markup. */
export interface SetlistRow {
  readonly showid: string
  readonly showdate: string
  readonly exclude: boolean
  readonly position: number
  readonly set: SourceSet
  readonly songid: string | null
  readonly song: string
  readonly slug: string
  readonly trans_mark: string
  readonly footnote: string
  /** About the whole show, repeated in each of its rows, like the soundcheck. */
  readonly setlistnotes: string
  readonly soundcheck: string
}

/**
 * Makes a setlist of one show's rows in any order. Excluded performances are printed but are no entries,
 * unless the whole show is excluded. Null without rows.
 *
 * @param site for the reason of an exclusion
 */
export function setlistOf(rows: readonly SetlistRow[], site: string): SourceSetlist | null {
  const inOrder = rows.toSorted((one, other) => one.position - other.position)
  const [first] = inOrder
  if (first === undefined) return null
  const counting = inOrder.filter((row) => !row.exclude)
  const exclusionReason = exclusionReasonOf(counting, site)
  return {
    showSourceId: first.showid,
    excluded: exclusionReason !== null,
    exclusionReason,
    entries: (counting.length === 0 ? inOrder : counting).map((row) => ({
      set: row.set,
      song: songOf(row),
    })),
    text: printSetlist(
      inOrder.map((row) => ({
        set: row.set,
        name: plainLine(row.song),
        transition: transitionOf(row),
      })),
    ),
    notes: notesOf(first, inOrder),
  }
}

function exclusionReasonOf(counting: readonly SetlistRow[], site: string): string | null {
  if (counting.length === 0) return `${site} leaves this show out of its statistics`
  return counting.every((row) => row.set === 's') ? `${site} knows a soundcheck only` : null
}

export function songOf(row: SetlistRow): SourceSongReference {
  return { sourceId: row.songid, slug: row.slug, name: plainLine(row.song) }
}

function transitionOf(row: SetlistRow): string {
  const mark = row.trans_mark.trim()
  return mark === '>' || mark === '->' ? ` ${mark} ` : ', '
}

/** Notes of the show, of single songs, then of the soundcheck. */
function notesOf(show: SetlistRow, rows: readonly SetlistRow[]): string | null {
  const footnotes = rows.map((row) => ({ about: plainLine(row.song), markup: row.footnote }))
  const soundcheck = { about: 'Soundcheck', markup: show.soundcheck }
  return plainNotes([{ markup: show.setlistnotes }, ...footnotes, soundcheck])
}
