import { randomInt } from 'node:crypto'
import type { Database } from '@called-it/infra/postgres/client'
import {
  listActiveSongs,
  listNotebookSongs,
  type NotebookSong,
  type Song as StoredSong,
} from '@called-it/infra/postgres/queries/catalogue/songs'
import { type LikelySong, listLikelySongs } from '@called-it/infra/postgres/queries/chances/show-chances'
import type { Song } from '@called-it/shared/contract/songs'
import { drawKickstart, placeKickstart } from '@called-it/shared/game/chance/kickstart'
import { dealKickstart, KICKSTART_SIZE } from '@called-it/shared/game/draft'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'

export async function readSongs(db: Database): Promise<{ songs: Song[] }> {
  return { songs: (await listActiveSongs(db)).map(presentSong) }
}

export function presentSong({ merged, ...song }: StoredSong): Song {
  return { ...song, ...(merged.length > 0 && { also_named: merged.map(({ name }) => name) }) }
}

/** Below the limit of `randomInt`. */
const RANDOM_STEPS = 2 ** 47

export type DrawnSong = { id: number; name: string; slug: string; set: SetName }

/** A kickstart for a show that has chances draws likely songs more often. */
export async function drawNotebook(
  db: Database,
  { count, show }: { count: number; show?: number | undefined },
): Promise<DrawnSong[]> {
  const isKickstart = count === KICKSTART_SIZE && show !== undefined
  const likely = isKickstart ? await listLikelySongs(db, show) : []
  return likely.length < KICKSTART_SIZE
    ? drawSongs(await listNotebookSongs(db), count)
    : drawLikelySongs(likely)
}

function drawLikelySongs(songs: readonly LikelySong[]): DrawnSong[] {
  const byId = new Map(songs.map((song) => [song.id, song]))
  const chances = songs.map(({ id, ...chance }) => ({ ...chance, song: id }))
  const drawn = new Set(drawKickstart(chances, () => randomInt(RANDOM_STEPS) / RANDOM_STEPS))
  const placed = placeKickstart(chances.filter(({ song }) => drawn.has(song)))
  return SET_NAMES.flatMap((set) =>
    placed[set].flatMap((id) => {
      const song = byId.get(id ?? 0)
      return song ? [toDrawn(song, set)] : []
    }),
  )
}

/**
 * Draws random songs, at most as many as the notebook has. Nine songs make a kickstart: four for set 1, four for set 2,
 * one for the encore, in their usual sets where possible. Any other number comes with each song's usual set.
 */
export function drawSongs(notebook: readonly NotebookSong[], count: number): DrawnSong[] {
  const songs = shuffle(notebook)
  const deal = count === KICKSTART_SIZE ? dealKickstart(songs) : null
  if (!deal) return songs.slice(0, count).map((song) => toDrawn(song, song.usualSet ?? 'set1'))
  return SET_NAMES.flatMap((set) => deal[set].flatMap((song) => (song ? [toDrawn(song, set)] : [])))
}

function toDrawn({ id, name, slug }: Omit<DrawnSong, 'set'>, set: SetName): DrawnSong {
  return { id, name, slug, set }
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(randomInt(rest.length), 1))
}
