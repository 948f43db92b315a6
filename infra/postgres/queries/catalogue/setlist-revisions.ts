import type { EnteredSetlist } from '@called-it/shared/contract/setlists'
import { arrangeSets, type LabelledSong, SET_NAMES } from '@called-it/shared/game/setlist'
import { printSetlist } from '../../../setlist-sources/setlist-text.ts'
import type { SourceSetlist } from '../../../setlist-sources/source.ts'
import type { DatabaseTransaction } from '../../client.ts'
import type { Performance } from './performances.ts'
import { upsertSongIds } from './song-import.ts'
import { listSongsByIds } from './songs.ts'
import { type StoredRevision, type StoreOptions, storeRevision } from './store-revision.ts'

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
