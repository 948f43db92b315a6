import { randomInt } from 'node:crypto'
import type { Database } from '@called-it/infra/postgres/client'
import { listActiveSongs, type NotebookSong } from '@called-it/infra/postgres/queries/catalogue/songs'
import type { Song } from '@called-it/shared/contract/songs'
import { dealKickstart, KICKSTART_SIZE } from '@called-it/shared/game/draft'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { presentSong } from './presenter.ts'

export async function readSongs(db: Database): Promise<{ songs: Song[] }> {
  return { songs: (await listActiveSongs(db)).map(presentSong) }
}

export type DrawnSong = { id: number; name: string; slug: string; set: SetName }

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

function toDrawn({ id, name, slug }: NotebookSong, set: SetName): DrawnSong {
  return { id, name, slug, set }
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(randomInt(rest.length), 1))
}
