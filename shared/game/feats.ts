import type { Badge } from './badges.ts'
import { type MergedSongs, resolveSong } from './merged-songs.ts'
import { type ActualSetlist, FIRST_SLOTS, SET_SIZES, type SongId } from './setlist.ts'

/** Badges of one night. Each is the bit of its place, which is stored: new ones go to the end. */
export const FEATS = [
  'opener-called',
  'encore-called',
  'bust-out',
  'perfect-set',
  'night-won',
  'machine-beaten',
] as const satisfies readonly Badge[]
export type Feat = (typeof FEATS)[number]

export const BUST_OUT_GAP = 50
const MIN_PERFECT_SET = 4
const MIN_PLAYERS_TO_WIN = 5

export type Night = {
  readonly actual: ActualSetlist
  readonly merged: MergedSongs
  /** For each played song the shows since it was played before; songs never played before are absent. */
  readonly gaps: ReadonlyMap<SongId, number>
  readonly players: number
  readonly bestTotal: number
  /** Null without a card of the machine. */
  readonly machineTotal: number | null
}

export type NightFeats = {
  readonly feats: number
  /** The called song with the longest gap; the first one of equal gaps. */
  readonly rarest: { readonly song: SongId; readonly gap: number } | null
}

/** @returns what a card has achieved, by its slots (0 for an empty one) and its points */
export function createFeatFinder(night: Night): (slots: readonly SongId[], total: number) => NightFeats {
  const { actual, merged, gaps, players, bestTotal, machineTotal } = night
  const resolve = (song: SongId) => resolveSong(merged, song)
  const opener = actual.set1.map(resolve)[0]
  const firstOfEncore = actual.encore.map(resolve)[0]
  const perfectSets = (['set1', 'set2'] as const)
    .map((set) => ({
      from: FIRST_SLOTS[set],
      size: SET_SIZES[set],
      songs: new Set(actual[set].map(resolve)),
    }))
    .filter(({ size, songs }) => songs.size >= MIN_PERFECT_SET && songs.size <= size)

  return (slots, total) => {
    const picked = slots.map(resolve)
    let rarest: NightFeats['rarest'] = null
    for (const song of picked) {
      const gap = gaps.get(song)
      if (gap !== undefined && (rarest === null || gap > rarest.gap)) rarest = { song, gap }
    }
    const achieved = {
      'opener-called': picked[FIRST_SLOTS.set1] === opener,
      'encore-called': picked[FIRST_SLOTS.encore] === firstOfEncore,
      'bust-out': rarest !== null && rarest.gap >= BUST_OUT_GAP,
      'perfect-set': perfectSets.some(({ from, size, songs }) =>
        [...songs].every((song) => picked.slice(from, from + size).includes(song)),
      ),
      'night-won': players >= MIN_PLAYERS_TO_WIN && total > 0 && total === bestTotal,
      'machine-beaten': machineTotal !== null && total > machineTotal,
    } satisfies Record<Feat, boolean>
    return {
      feats: FEATS.reduce((bits, feat, bit) => (achieved[feat] ? bits | (1 << bit) : bits), 0),
      rarest,
    }
  }
}
