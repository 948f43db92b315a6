import { type ChancePage, chanceEndpoints, type SongChanceRow } from '@called-it/shared/contract/chances'
import type { ChanceMethod } from '@called-it/shared/game/chance/song-chance'
import { request } from '../../../lib/api.ts'

export type Chances = Omit<ChancePage, 'songs'> & {
  /** By the song's id; a song that was never played has none. */
  readonly ofSongs: ReadonlyMap<number, SongChanceRow>
  readonly method: ChanceMethod
  readonly made_at: string
}

/** Null without stored setlists. */
export async function fetchChances(showId: number, signal: AbortSignal): Promise<Chances | null> {
  const { chances } = await request(chanceEndpoints.getChances, { params: { showId }, signal })
  if (chances === null) return null
  const { songs, ...rest } = chances
  return { ...rest, ofSongs: new Map(songs.map((song) => [song.id, song])) }
}
