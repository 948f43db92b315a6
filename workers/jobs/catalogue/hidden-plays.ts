import type { HiddenPlay } from '@called-it/infra/postgres/queries/catalogue/identified-songs'
import { listHiddenShows } from '@called-it/infra/postgres/queries/catalogue/source-shows'
import {
  type SetlistSource,
  SetlistSourceError,
  type SourceSetlist,
  type SourceShowReference,
  type SourceSong,
} from '@called-it/infra/setlist-sources/source'
import type { RunContext } from '../../runs/run-context.ts'

export type FindSetlist = SetlistSource['findSetlist']

/** Asks the source once for each show: a site takes a request a second. */
export function rememberSetlists(source: SetlistSource): FindSetlist {
  const asked = new Map<string, Promise<SourceSetlist | null>>()
  return (show: SourceShowReference) => {
    const setlist = asked.get(show.sourceId) ?? source.findSetlist(show)
    asked.set(show.sourceId, setlist)
    return setlist
  }
}

/**
 * The plays of open shows and of those without a stored setlist. Null when a setlist of them fails that the songs may
 * count.
 */
export async function findHiddenPlays(
  { db, source, signal }: Pick<RunContext<'import-catalogue'>, 'db' | 'source' | 'signal'>,
  findSetlist: FindSetlist,
  songs: readonly SourceSong[],
): Promise<HiddenPlay[] | null> {
  const plays: HiddenPlay[] = []
  for (const { sourceId, date } of await listHiddenShows(db, source.name)) {
    signal.throwIfAborted()
    try {
      const setlist = await findSetlist({ sourceId, date })
      if (!setlist || setlist.excluded) continue
      const played = setlist.entries.filter(({ set }) => set !== 's')
      plays.push(...played.map(({ song }) => ({ showSourceId: sourceId, date, song })))
    } catch (error) {
      if (!(error instanceof SetlistSourceError)) throw error
      if (mayCount(songs, date)) return null
    }
  }
  return plays
}

/** A source without days may count anything. */
function mayCount(songs: readonly SourceSong[], date: string): boolean {
  const days = songs.flatMap(({ lastPlayed }) => lastPlayed ?? [])
  return days.length === 0 || days.some((day) => day >= date)
}
