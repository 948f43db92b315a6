import type { Song } from '@called-it/shared/contract/songs'
import { songSearch } from '@called-it/shared/game/song-search'
import { FIRST_ORDER, sortSongs } from './song-order.ts'

/** As {@link songSearch}, the most played first. */
export function searchSongs(songs: readonly Song[], search: string): readonly Song[] {
  return songSearch(sortSongs(songs, FIRST_ORDER))(search)
}
