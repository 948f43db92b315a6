import { randomInt } from 'node:crypto'
import type { Database } from '@called-it/infra/postgres/client'
import { listActiveSongs, type NotebookSong } from '@called-it/infra/postgres/queries/catalogue/songs'
import type { Site } from '@called-it/shared/contract/site'
import type { Song } from '@called-it/shared/contract/songs'
import { dealKickstart, KICKSTART_SIZE } from '@called-it/shared/game/draft'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { ApiError } from '../../http/errors.ts'
import { presentSong } from './presenter.ts'

/** Every song that can be picked, by name. */
export async function readSongs(db: Database): Promise<{ songs: Song[] }> {
  return { songs: (await listActiveSongs(db)).map(presentSong) }
}

/** A song of the notebook with the set that it is meant for. */
export type DrawnSong = { id: number; name: string; slug: string; set: SetName }

/**
 * Draws songs from the notebook by chance. A kickstart's nine come dealt: four for set 1, four for set 2, one
 * for the encore, where the band usually plays them as far as the notebook has such songs. Any other number
 * comes with each song's usual set. Fewer are drawn where the notebook has no more.
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

/** In an order of which every one is as likely. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(randomInt(rest.length), 1))
}

/**
 * Refuses the notebook of anybody but the band's songwriter.
 *
 * @param notebook `<slug>-notebook`
 */
export function checkNotebook(site: Site, notebook: string): void {
  if (notebook !== `${site.songwriter.slug}-notebook`) throw new ApiError('not_found')
}
