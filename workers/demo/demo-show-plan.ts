import type { SetlistSource, SourceSetlist, SourceShow } from '@called-it/infra/setlist-sources/source'
import type { LiveOperation } from '@called-it/shared/game/live/live-setlist'
import { type ArrangedSets, arrangeSets, type SongId } from '@called-it/shared/game/setlist'

/** So many songs take the planned time. */
const SONGS = { least: 16, most: 20 }

export type PlannedShow = { show: SourceShow; setlist: SourceSetlist }

/**
 * A past show of the demo band to play once more: two sets and an encore.
 *
 * @param turn another number, another show
 */
export async function choosePastShow(
  source: SetlistSource,
  turn: number,
  today: string,
): Promise<PlannedShow | null> {
  const past = (await source.listShows()).filter(({ date }) => date < today)
  for (const index of past.keys()) {
    const show = past[(turn + index) % past.length]
    const setlist = show && (await source.findSetlist(show))
    if (setlist && isFitting(setlist)) return { show, setlist }
  }
  return null
}

function isFitting({ entries }: SourceSetlist): boolean {
  const { set1, set2, encore, further } = arrangeSets(entries.map(({ set }) => ({ set, song: null })))
  const songs = set1.length + set2.length + encore.length
  return further.length === 0 && encore.length > 0 && songs >= SONGS.least && songs <= SONGS.most
}

/** What an operator taps during the show: in the middle of set 2 a wrong song, which is taken back. */
export function planTaps({ set1, set2, encore }: ArrangedSets<SongId>): LiveOperation[] {
  const play = (songs: readonly SongId[]) => songs.map((song) => ({ op: 'song', song }) as const)
  const middle = Math.floor(set2.length / 2)
  const mistake: readonly LiveOperation[] = [...play(set1.slice(0, 1)), { op: 'undo' }]
  return [
    ...play(set1),
    { op: 'set' },
    ...play(set2.slice(0, middle)),
    ...mistake,
    ...play(set2.slice(middle)),
    { op: 'encore' },
    ...play(encore),
    { op: 'over' },
  ]
}
