import type { EnteredSetlist } from '@called-it/shared/contract/setlists'
import {
  arrangeSets,
  type LabelledSong,
  type OpenSet,
  openSetOf,
  SET_NAMES,
} from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import { printSetlist } from '../../../setlist-sources/setlist-text.ts'
import type { SourceSetlist } from '../../../setlist-sources/source.ts'
import type { DatabaseTransaction } from '../../client.ts'
import { announceSongs } from '../outlets/song-events.ts'
import { insertPerformances, listPerformances, type Performance } from './setlists.ts'
import { closePicksAtFirstSong } from './show-locks.ts'
import { waitForSaves } from './shows.ts'
import { countFirstPlays, upsertSongIds } from './song-import.ts'
import { listSongsByIds } from './songs.ts'

/**
 * Inserts a setlist of the data site as the show's newest revision, unless the newest is the same. Missing
 * songs are inserted, and an exclusion of the show ends.
 *
 * @param source the adapter's name
 */
export async function insertSourceSetlist(
  trx: DatabaseTransaction,
  {
    source,
    showId,
    setlist,
    ...options
  }: StoreOptions & { source: string; showId: number; setlist: SourceSetlist },
): Promise<StoredRevision> {
  // A soundcheck is not stored, and its songs are none to pick.
  const played = setlist.entries.filter(({ set }) => set !== 's')
  const songIds = await upsertSongIds(trx, source, { ...setlist, entries: played })
  const entries = played.map(({ set }, index) => {
    const songId = songIds[index]
    if (songId === undefined) throw new Error(`the setlist's entry ${index + 1} has no song`)
    return { set, song: songId }
  })
  const revision = {
    showId,
    origin: 'source',
    performances: placePerformances(entries),
    text: setlist.text,
    notes: setlist.notes,
    createdBy: null,
  } as const
  const stored = await storeRevision(trx, revision, options)
  await trx
    .updateTable('shows')
    .set({ excluded: false, exclusion_reason: null })
    .where('id', '=', showId)
    .where('excluded', '=', true)
    .execute()
  return stored
}

/** Marks a show as excluded by the data site. A scored show keeps its scores and is not marked. */
export async function updateExclusion(
  trx: DatabaseTransaction,
  showId: number,
  reason: string | null,
): Promise<void> {
  await trx
    .updateTable('shows')
    .set({ excluded: true, exclusion_reason: reason })
    .where('id', '=', showId)
    .where('score_set_id', 'is', null)
    .execute()
}

export type HandSetlistResult =
  | ({ outcome: 'stored' } & StoredRevision)
  /** Nothing was inserted, because no song has these ids. */
  | { outcome: 'unknown-songs'; songIds: number[] }

/** Inserts a setlist from an admin as the show's newest revision, unless the newest is the same. */
export async function insertHandSetlist(
  trx: DatabaseTransaction,
  { showId, setlist, enteredBy }: { showId: number; setlist: EnteredSetlist; enteredBy: number },
): Promise<HandSetlistResult> {
  const entries = listHandEntries(setlist)
  const wanted = [...new Set(entries.map(({ song }) => song))]
  const names = new Map((await listSongsByIds(trx, wanted)).map((song) => [song.id, song.name]))
  const unknown = wanted.filter((songId) => !names.has(songId))
  if (unknown.length > 0) return { outcome: 'unknown-songs', songIds: unknown }
  const stored = await storeRevision(trx, {
    showId,
    origin: 'hand',
    performances: placePerformances(entries),
    text: printSetlist(
      entries.map(({ set, song }) => ({ set, name: names.get(song) ?? '', transition: ', ' })),
    ),
    notes: setlist.notes,
    createdBy: enteredBy,
  })
  return { outcome: 'stored', ...stored }
}

/** Songs with the set labels of data sites; further sets are between the second and the encore. */
export function listHandEntries(setlist: EnteredSetlist): LabelledSong<number>[] {
  const label = (set: string, songs: readonly { id: number }[]) => songs.map(({ id }) => ({ set, song: id }))
  return [
    ...label('1', setlist.set1),
    ...label('2', setlist.set2),
    ...setlist.further.flatMap(({ set, songs }) => label(set, songs)),
    ...label('e', setlist.encore),
  ]
}

/** Whether any entry counts: soundchecks do not. */
export function hasPerformances(setlist: SourceSetlist): boolean {
  return placePerformances(setlist.entries.map(({ set }) => ({ set, song: 0 }))).length > 0
}

function placePerformances(entries: readonly LabelledSong<number>[]): Performance[] {
  const arranged = arrangeSets(
    entries.map(({ set, song }, index) => ({ set, song: { songId: song, index } })),
  )
  const named = SET_NAMES.map((set): (typeof arranged.further)[number] => ({ set, songs: arranged[set] }))
  return [...named, ...arranged.further]
    .flatMap(({ set, songs }) => songs.map((song, place) => ({ ...song, setName: set, position: place + 1 })))
    .toSorted((a, b) => a.index - b.index)
    .map(({ setName, position, songId }, place) => ({
      sequence: place + 1,
      setName,
      position,
      songId,
      playedAt: null,
    }))
}

export type StoredRevision = {
  revisionId: number
  /** Counts the show's revisions, from 1. */
  number: number
  /** False if the newest revision was the same and nothing was inserted. */
  changed: boolean
  /** Whether it has songs that were never played before, so that the list of songs changes too. */
  firstPlays: boolean
}

/** A setlist that was entered as a whole. */
type NewSetlist = {
  showId: number
  origin: 'source' | 'hand'
  performances: readonly Performance[]
  text: string
  notes: string | null
  createdBy: number | null
}

type NewRevision = NewSetlist & { openSet: OpenSet }

export type StoreOptions = {
  /** Whether the band plays on; by default it does where it did by the revision before. */
  runs?: boolean | undefined
}

/**
 * Inserts a setlist as the show's newest revision, unless the newest is the same. A show that runs goes on in the set
 * of the last song.
 */
export async function storeRevision(
  trx: DatabaseTransaction,
  setlist: NewSetlist,
  options: StoreOptions = {},
): Promise<StoredRevision> {
  const { showId, performances } = setlist
  // Two concurrent revisions of a show would get the same number.
  await waitForSaves(trx, showId)
  const current = await findCurrentRevision(trx, showId)
  const ranBefore = current !== undefined && current.openSet !== null
  const { runs = ranBefore } = options
  const last = performances.at(-1)
  const openSet = runs && last ? openSetOf(last.setName) : null
  const isOpened = openSet !== null && !ranBefore
  if (current && !isOpened && (await isSame(trx, current, setlist))) {
    return { revisionId: current.id, number: current.number, changed: false, firstPlays: false }
  }
  return insertRevision(trx, { ...setlist, openSet })
}

/** Inserts the newest revision of a show. Lock the show first. */
export async function insertRevision(
  trx: DatabaseTransaction,
  revision: NewRevision,
): Promise<StoredRevision> {
  const { showId } = revision
  const inserted = await trx
    .insertInto('setlist_revisions')
    .values({
      show_id: showId,
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM setlist_revisions WHERE show_id = ${showId})`,
      origin: revision.origin,
      text: revision.text,
      notes: revision.notes,
      created_by: revision.createdBy,
      open_set: revision.openSet,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await insertPerformances(trx, inserted.id, revision.performances)
  await trx
    .updateTable('shows')
    .set({ setlist_revision_id: inserted.id, notice: NOTICE_OF_PLAYED_SHOW })
    .where('id', '=', showId)
    .execute()
  if (revision.performances.length > 0) await closePicksAtFirstSong(trx, revision)
  // Afterwards: plays of a show that takes picks do not count.
  const firstPlays = await countFirstPlays(trx, showId)
  await announceSongs(trx, { showId, revisionId: inserted.id })
  return { revisionId: inserted.id, number: inserted.number, changed: true, firstPlays }
}

/** The source's exclusion of a show that was played is no cancellation. */
const NOTICE_OF_PLAYED_SHOW = sql<string | null>`
  CASE WHEN cancelled_at IS NOT NULL OR notice ->> 'kind' IS DISTINCT FROM 'cancelled' THEN notice END`

type CurrentRevision = { id: number; number: number; openSet: OpenSet } & Pick<
  NewSetlist,
  'origin' | 'text' | 'notes'
>

async function findCurrentRevision(
  trx: DatabaseTransaction,
  showId: number,
): Promise<CurrentRevision | undefined> {
  return trx
    .selectFrom('shows')
    .innerJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .select([
      'revision.id',
      'revision.number',
      'revision.origin',
      'revision.text',
      'revision.notes',
      'revision.open_set as openSet',
    ])
    .where('shows.id', '=', showId)
    .executeTakeFirst()
}

async function isSame(
  trx: DatabaseTransaction,
  current: CurrentRevision,
  setlist: NewSetlist,
): Promise<boolean> {
  if (current.origin !== setlist.origin || current.text !== setlist.text || current.notes !== setlist.notes) {
    return false
  }
  const performances = await listPerformances(trx, current.id)
  return (
    performances.length === setlist.performances.length &&
    performances.every((performance, index) => {
      const other = setlist.performances[index]
      return other?.songId === performance.songId && other.setName === performance.setName
    })
  )
}
