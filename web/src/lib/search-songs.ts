import type { Song } from '@called-it/shared/contract/songs'
import { FIRST_ORDER, listSongs } from './song-order.ts'

/** As {@link listSongs}; names that begin with the search come first, then the most played. */
export function searchSongs(songs: readonly Song[], search: string): Song[] {
  const typed = search.trim().toLowerCase()
  const rank = ({ name }: Song) => (name.toLowerCase().startsWith(typed) ? 0 : 1)
  return listSongs(songs, search, FIRST_ORDER).sort((a, b) => rank(a) - rank(b))
}
