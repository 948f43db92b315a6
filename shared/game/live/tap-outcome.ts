/** What becomes of a tap when others have tapped meanwhile; docs/rules.md ("The live setlist") has the rules. */
import { applyOperation, type LiveOperation, type LiveRefusal, type LiveSetlist } from './live-setlist.ts'

export type LiveTap = {
  readonly operation: LiveOperation
  /** Milliseconds since 1970. */
  readonly at: number
  /** Null for a deleted user. */
  readonly user: number | null
}

export type ReceivedTap = LiveTap & { readonly outcome: 'stored' | 'merged' | 'conflict' }

export type TapDecision =
  | { readonly outcome: 'stored'; readonly setlist: LiveSetlist }
  | { readonly outcome: 'merged' | 'conflict' }
  | { readonly outcome: 'refused'; readonly reason: LiveRefusal }

/** Two taps of one song within this time are one performance. */
const SAME_SONG_MS = 20_000

export type TapSituation = {
  readonly setlist: LiveSetlist
  /** The setlist of the revision before the newest; null without a revision. */
  readonly before: LiveSetlist | null
  /** Taps that were received after the revision that the operator saw, in that order. */
  readonly since: readonly ReceivedTap[]
  /** Whether a setlist was stored as a whole since. */
  readonly wasReplaced: boolean
}

export function decideTap(situation: TapSituation, tap: LiveTap): TapDecision {
  const { setlist, before } = situation
  const judgement = judge(situation, tap)
  return judgement === 'apply' ? applyTap(setlist, before, tap) : { outcome: judgement }
}

/** The tap on the newest revision, whatever came before. */
export function applyTap(
  setlist: LiveSetlist,
  before: LiveSetlist | null,
  { operation, at }: LiveTap,
): TapDecision {
  const applied = applyOperation(setlist, before, operation, at)
  if (typeof applied === 'string') return { outcome: 'refused', reason: applied }
  return applied === setlist ? { outcome: 'merged' } : { outcome: 'stored', setlist: applied }
}

function judge(situation: TapSituation, tap: LiveTap): 'apply' | 'merged' | 'conflict' {
  const { since, wasReplaced } = situation
  const { operation, user } = tap
  const { own, foreign } = byUser(since, user)
  switch (operation.op) {
    case 'song': {
      if (isSamePerformance(situation, operation.song, tap.at)) return 'merged'
      return wasReplaced || listDisagreements(own, foreign).length > 0 ? 'conflict' : 'apply'
    }
    case 'set':
    case 'encore':
    case 'over': {
      const ops = listDisagreements(own, foreign).map((other) => other.operation.op)
      if (wasReplaced || ops.some((op) => op === 'undo' || op === 'replace' || op === 'remove')) {
        return 'conflict'
      }
      if (ops.includes(operation.op)) return 'merged'
      return ops.length === 0 ? 'apply' : 'conflict'
    }
    case 'undo': {
      if (wasReplaced || foreign.length > 0) return 'conflict'
      const undone = findUndone(own)?.outcome
      // Nothing was stored of a merged one.
      return undone === undefined || undone === 'stored' ? 'apply' : undone
    }
    case 'replace':
    case 'remove':
      // The number of the performance is the one that the operator saw.
      return wasReplaced || foreign.length > 0 || own.some(({ outcome }) => outcome !== 'stored')
        ? 'conflict'
        : 'apply'
  }
}

/** Whether the setlist has the song by another tap that the operator did not see, at about the same time. */
function isSamePerformance({ setlist, since }: TapSituation, song: number, at: number): boolean {
  const same = since.filter(
    ({ operation, outcome }) => operation.op === 'song' && operation.song === song && outcome !== 'conflict',
  )
  return (
    same.some((other) => Math.abs(other.at - at) <= SAME_SONG_MS) &&
    same.some((other) =>
      setlist.performances.some((played) => played.songId === song && played.at === other.at),
    )
  )
}

/**
 * The first tap of somebody else that contradicts one that became a conflict; null where a setlist was stored as a whole,
 * and where an own tap before it became a conflict.
 */
export function findContradiction<Tap extends ReceivedTap>(
  { since, wasReplaced }: { since: readonly Tap[]; wasReplaced: boolean },
  { operation: { op }, user }: LiveTap,
): Tap | null {
  if (wasReplaced) return null
  const { own, foreign } = byUser(since, user)
  const changesOnly = op === 'song' || op === 'set' || op === 'encore' || op === 'over'
  const against = changesOnly ? listDisagreements(own, foreign) : foreign
  return against.find((other) => !changesOnly || other.operation.op !== op) ?? null
}

/** Own taps, and what others have stored. */
function byUser<Tap extends ReceivedTap>(since: readonly Tap[], user: number | null) {
  return {
    own: since.filter((other) => other.user === user),
    foreign: since.filter((other) => other.user !== user && other.outcome === 'stored'),
  }
}

/** Others' changes except songs, without those that the operator has tapped too. */
function listDisagreements<Tap extends ReceivedTap>(own: readonly Tap[], foreign: readonly Tap[]): Tap[] {
  const agreed = own.flatMap(({ operation: { op }, outcome }) => (outcome === 'merged' ? [op] : []))
  return foreign.filter(({ operation: { op } }) => {
    if (op === 'song') return false
    const index = op === 'undo' ? -1 : agreed.indexOf(op)
    if (index >= 0) agreed.splice(index, 1)
    return index < 0
  })
}

/** The operator's last tap that is not undone. */
function findUndone(own: readonly ReceivedTap[]): ReceivedTap | undefined {
  const taps: ReceivedTap[] = []
  for (const tap of own) {
    if (tap.operation.op !== 'undo') taps.push(tap)
    else if (tap.outcome !== 'conflict') taps.pop()
  }
  return taps.at(-1)
}
