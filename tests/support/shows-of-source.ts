import { type SetlistSource, SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import type { PastShow } from '@called-it/shared/game/chance/song-chance'
import { arrangeSets, SET_NAMES, type SongId } from '@called-it/shared/game/setlist'

const DAY_MS = 86_400_000

/**
 * The shows of a data site, oldest first, without those that it excludes or that have no setlist.
 *
 * @param onFault gets each show whose setlist cannot be read, which is left out; without it the error is thrown
 */
export async function showsOfSource(
  source: SetlistSource,
  onFault?: (error: SetlistSourceError) => void,
): Promise<readonly PastShow[]> {
  const songs = new Map<string, SongId>()
  const tours = new Map<string, number>()
  const shows: PastShow[] = []
  for (const show of await source.listShows()) {
    const setlist = await source.findSetlist(show).catch((error: unknown) => {
      if (!onFault || !(error instanceof SetlistSourceError)) throw error
      onFault(error)
      return null
    })
    if (setlist === null || setlist.excluded || setlist.entries.length === 0) continue
    const { further, ...named } = arrangeSets(
      setlist.entries.map(({ set, song }) => ({ set, song: numberOf(songs, song.sourceId ?? song.slug) })),
    )
    shows.push({
      day: Date.parse(show.date) / DAY_MS,
      venue: show.venue,
      tour: show.tourSourceId === null ? null : numberOf(tours, show.tourSourceId),
      sets: [
        ...SET_NAMES.map((set) => ({ set, songs: named[set] })),
        ...further.map((set) => ({ set: 'further' as const, songs: set.songs })),
      ],
    })
  }
  return shows
}

function numberOf(known: Map<string, number>, id: string): number {
  const number = known.get(id) ?? known.size + 1
  known.set(id, number)
  return number
}
