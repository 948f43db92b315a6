import type { LiveShow } from '@called-it/shared/contract/live-shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { newestOf } from './live-stage.ts'
import type { OwnCard } from './own-card.ts'

/** What is worth a shout. */
export type Moment =
  | { readonly kind: 'lead' }
  | { readonly kind: 'full set'; readonly set: SetName }
  | { readonly kind: 'bust-out'; readonly gap: number }

export type NightState = {
  readonly live: Pick<LiveShow, 'revision' | 'performances' | 'histogram'>
  readonly own: Pick<OwnCard, 'picks' | 'score'> | null
}

/** Shows since a song was played, from which on everybody is told. */
const BUST_OUT_GAP = 50
/** With fewer picks, as many as an encore has, a set is not full. */
const MIN_FULL_SET = 3

/** What a step of the night has brought: not what was there before, and nothing when songs are taken back. */
export function momentsBetween(before: NightState, after: NightState): Moment[] {
  const newest = newestOf(after.live)
  const last = newestOf(before.live)
  if (!newest || newest.sequence < (last?.sequence ?? 0)) return []
  const moments: Moment[] = []
  if (before.own?.picks === after.own?.picks) {
    if (leadsAlone(after) && !leadsAlone(before)) moments.push({ kind: 'lead' })
    const full = SET_NAMES.filter((set) => isFull(set, after) && !isFull(set, before))
    moments.push(...full.map((set) => ({ kind: 'full set', set }) as const))
  }
  const isNew = newest.sequence !== last?.sequence || newest.song.id !== last.song.id
  if (isNew && newest.gap !== null && newest.gap >= BUST_OUT_GAP) {
    moments.push({ kind: 'bust-out', gap: newest.gap })
  }
  return moments
}

/** Before the first points everybody has as many. */
function leadsAlone({ live, own }: NightState): boolean {
  const [first, ...others] = unpackHistogram(live.histogram)
  return others.length > 0 && first?.players === 1 && first.total === own?.score.total
}

/** Every pick of the set was played, anywhere in the show. */
function isFull(set: SetName, { own }: NightState): boolean {
  const picked = own?.picks[set].filter((song) => song !== null).length ?? 0
  return picked >= MIN_FULL_SET && own?.score.hits.filter((hit) => hit.set === set).length === picked
}
