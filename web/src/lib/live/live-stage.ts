import type { LiveShow, PlayedSong } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import { type OpenSet, SET_NAMES, type SetName } from '@called-it/shared/game/setlist'

/** `locked`: before the first song; `break`: the set that is open has no song yet. */
export type LiveStage = 'locked' | 'live' | 'break' | 'ended' | 'final'

export function stageOf(show: Pick<Show, 'is_scored'>, live: LiveShow): LiveStage {
  if (show.is_scored) return 'final'
  if (live.performances.length === 0) return 'locked'
  if (live.phase !== 'live') return 'ended'
  return songsIn(live.openSet, live).length === 0 ? 'break' : 'live'
}

/** Until the setlist is loaded. */
export function stageOfPhase(phase: ShowPhase): LiveStage {
  return phase === 'open' || phase === 'cancelled' ? 'locked' : phase
}

export function isOver(stage: LiveStage): boolean {
  return stage === 'ended' || stage === 'final'
}

/** A setlist as it grows, of a show that runs or is played again. */
export type SetlistSoFar<Played extends PlayedSong = PlayedSong> = Pick<LiveShow, 'phase' | 'openSet'> & {
  readonly performances: readonly Played[]
}

/** The songs of a set so far; of `further` those of all further sets. */
export function songsIn(set: OpenSet, { performances }: Pick<SetlistSoFar, 'performances'>): PlayedSong[] {
  return performances.filter((played) => (readSetName(played.set) ?? 'further') === set)
}

export function newestOf<Played extends PlayedSong>({
  performances,
}: Pick<SetlistSoFar<Played>, 'performances'>): Played | null {
  return performances.at(-1) ?? null
}

/** Null for the label of a further set. */
export function readSetName(set: string): SetName | null {
  return SET_NAMES.find((name) => name === set) ?? null
}

const PLAYED_ORDER: readonly OpenSet[] = ['set1', 'set2', 'further', 'encore']

/** `past` and `ahead` of the set that is open. */
export function progressOf(set: SetName, openSet: OpenSet, stage: LiveStage): 'past' | 'open' | 'ahead' {
  if (isOver(stage)) return 'past'
  if (set === openSet) return 'open'
  return PLAYED_ORDER.indexOf(set) < PLAYED_ORDER.indexOf(openSet) ? 'past' : 'ahead'
}
