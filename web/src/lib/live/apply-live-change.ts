import type { ServerEvent } from '@called-it/shared/contract/events'
import type { LiveShow } from '@called-it/shared/contract/live-shows'

/** The show after a step, see `liveShowChange`. */
export function applyLiveChange(
  held: LiveShow,
  { topic: _, showId: __, from, to, changed, songs, ...board }: ServerEvent<'live:changed'>,
): LiveShow {
  const places = new Map(from === 0 ? [] : held.performances.map((played) => [played.sequence, played]))
  for (const played of changed) places.set(played.sequence, played)
  const performances = [...places.values()]
    .filter(({ sequence }) => sequence <= songs)
    .sort((one, other) => one.sequence - other.sequence)
  return { ...board, performances, viewers: held.viewers, version: to }
}
