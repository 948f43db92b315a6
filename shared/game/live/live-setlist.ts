import { type OpenSet, openSetOf, SET_NAMES, type SongId } from '../setlist.ts'

/** @property setName as stored: `set1`, `set2`, `encore`, or the label of a further set */
export type LiveSong = {
  readonly setName: string
  readonly songId: SongId
  /** Milliseconds since 1970; null where the setlist was entered as a whole. */
  readonly at: number | null
}

/** The setlist of a show that runs. */
export type LiveSetlist = {
  /** In the order in which they were played. */
  readonly performances: readonly LiveSong[]
  readonly openSet: OpenSet
  /** The open set is a further one without songs, after one with songs. */
  readonly isNewSet: boolean
}

/** `sequence` counts performances over all sets, from 1. */
export type LiveOperation =
  | { readonly op: 'song'; readonly song: SongId }
  | { readonly op: 'set' | 'encore' | 'over' | 'undo' }
  | { readonly op: 'replace'; readonly sequence: number; readonly song: SongId }
  | { readonly op: 'remove'; readonly sequence: number }

export type LiveRefusal = 'no_songs' | 'set_in_encore' | 'nothing_to_undo' | 'no_such_performance'

export const EMPTY_SETLIST: LiveSetlist = { performances: [], openSet: null, isNewSet: false }

/**
 * The setlist after an operation: the same object where nothing changes.
 *
 * @param before the setlist of the revision before the newest; null without a revision
 */
export function applyOperation(
  setlist: LiveSetlist,
  before: LiveSetlist | null,
  operation: LiveOperation,
  at: number,
): LiveSetlist | LiveRefusal {
  switch (operation.op) {
    case 'song':
      return addSong(setlist, operation.song, at)
    case 'set':
    case 'encore':
    case 'over':
      return changeSet(setlist, operation.op)
    case 'undo':
      return before ?? 'nothing_to_undo'
    case 'replace':
    case 'remove':
      return correct(setlist, operation)
  }
}

function addSong(setlist: LiveSetlist, songId: SongId, at: number): LiveSetlist {
  const setName = nameOfNextSong(setlist)
  return {
    performances: [...setlist.performances, { setName, songId, at }],
    openSet: openSetOf(setName),
    isNewSet: false,
  }
}

/** The first song opens set 1. A song after the end of the show continues the last set. */
function nameOfNextSong(setlist: LiveSetlist): string {
  return nameOfOpenSet(setlist) ?? setlist.performances.at(-1)?.setName ?? 'set1'
}

/** The open set as stored, a further one without songs under its next number; null where none is open. */
export function nameOfOpenSet({ performances, openSet, isNewSet }: LiveSetlist): string | null {
  if (openSet !== 'further') return openSet
  const further = listFurther(performances)
  const next = Math.max(2, ...further.map((label) => (/^\d{1,2}$/.test(label) ? Number(label) : 0))) + 1
  return (isNewSet ? null : further.at(-1)) ?? String(next)
}

function changeSet(setlist: LiveSetlist, op: 'set' | 'encore' | 'over'): LiveSetlist | LiveRefusal {
  const { performances, openSet } = setlist
  const last = performances.at(-1)
  if (last === undefined) return 'no_songs'
  if (op === 'over') return openSet === null ? setlist : { ...setlist, openSet: null, isNewSet: false }
  if (op === 'encore') {
    return openSet === 'encore' ? setlist : { ...setlist, openSet: 'encore', isNewSet: false }
  }
  const ended = openSet ?? openSetOf(last.setName)
  if (ended === 'encore') return 'set_in_encore'
  // Tapped twice in the break.
  if (openSet !== null && isEmpty(setlist, openSet)) return setlist
  return ended === 'set1'
    ? { performances, openSet: 'set2', isNewSet: false }
    : { performances, openSet: 'further', isNewSet: true }
}

function isEmpty({ performances, isNewSet }: LiveSetlist, openSet: OpenSet): boolean {
  return isNewSet || performances.every(({ setName }) => openSetOf(setName) !== openSet)
}

function listFurther(performances: readonly LiveSong[]): string[] {
  const named: readonly string[] = SET_NAMES
  return performances.map(({ setName }) => setName).filter((setName) => !named.includes(setName))
}

function correct(
  setlist: LiveSetlist,
  operation: Extract<LiveOperation, { op: 'replace' | 'remove' }>,
): LiveSetlist | LiveRefusal {
  const index = operation.sequence - 1
  const corrected = setlist.performances[index]
  if (corrected === undefined) return 'no_such_performance'
  const songs = operation.op === 'replace' ? [{ ...corrected, songId: operation.song }] : []
  return { ...setlist, performances: setlist.performances.toSpliced(index, 1, ...songs) }
}

/**
 * Whether a revision has opened a set without songs: a stored fourth set without songs looks like the third.
 *
 * @param operationOf the tap that stored a revision; null for one that was entered as a whole, and for none
 */
export function hasOpenedSet(
  revision: number,
  operationOf: (revision: number) => LiveOperation['op'] | null,
): boolean {
  const op = operationOf(revision)
  if (op === 'undo') return hasOpenedSet(revision - 2, operationOf)
  if (op === 'replace' || op === 'remove') return hasOpenedSet(revision - 1, operationOf)
  return op === 'set'
}
