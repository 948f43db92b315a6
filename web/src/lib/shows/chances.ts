import { type ChancePage, chanceEndpoints, type SongChanceRow } from '@called-it/shared/contract/chances'
import type { ChanceMethod } from '@called-it/shared/game/chance/song-chance'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useIsIdle } from '../hooks/use-is-idle.ts'

export type Chances = Omit<ChancePage, 'songs'> & {
  /** By the song's id; a song that was never played has none. */
  readonly ofSongs: ReadonlyMap<number, SongChanceRow>
  readonly method: ChanceMethod
  readonly made_at: string
  readonly is_outdated?: boolean | undefined
}

/** They are made again at times before the lock. */
const FRESH_MS = 5 * 60_000

/**
 * How likely the songs are at a show, requested after the first view. Null where that is unknown or cannot be loaded;
 * undefined until then.
 */
export function useChances(showId: number | null): Chances | null | undefined {
  const isIdle = useIsIdle()
  const { data, isError } = useQuery({ ...chancesQuery(showId ?? 0), enabled: showId !== null && isIdle })
  return showId === null || (isError && !data) ? null : data
}

export function chancesQuery(showId: number) {
  return queryOptions({
    queryKey: queryKeys.chances(showId),
    queryFn: ({ signal }) => readChances(showId, signal),
    staleTime: FRESH_MS,
    structuralSharing: false,
  })
}

async function readChances(showId: number, signal: AbortSignal): Promise<Chances | null> {
  const { chances } = await request(chanceEndpoints.getChances, { params: { showId }, signal })
  if (chances === null) return null
  const { songs, ...rest } = chances
  return { ...rest, ofSongs: new Map(songs.map((song) => [song.id, song])) }
}
