/** What is known of past shows, and what follows from it for a song in the next one. */
import type { SetName, SongId } from '../setlist.ts'

/** A show with its setlist. Merged songs are already resolved. */
export type PastShow = NextShow & {
  /** As they were played; a further set has no name that can be predicted. */
  readonly sets: readonly { readonly set: SetName | 'further'; readonly songs: readonly SongId[] }[]
}

/** What is known of a show before it is played. */
export type NextShow = {
  /** Counted from 1970-01-01. */
  readonly day: number
  /** The same text for the same venue. */
  readonly venue: string
  readonly tour: number | null
}

/** From at least 60 shows on, `model` or `rule`, whichever did better on the band's own shows; `plays` below 10 shows. */
export const CHANCE_METHODS = ['model', 'rule', 'plays'] as const
export type ChanceMethod = (typeof CHANCE_METHODS)[number]

/** Why a chance is as high or as low as it is. Each is a fact of {@link SongFacts}. */
export const CHANCE_REASONS = ['due', 'rested', 'lately', 'last-show', 'this-run', 'often', 'seldom'] as const
export type ChanceReason = (typeof CHANCE_REASONS)[number]

export type SongChance = {
  readonly song: SongId
  /** That the song is played at all, 0 to 1. */
  readonly chance: number
  /** That it is played in exactly this slot: set 1, set 2, then the encore, 19 in all. */
  readonly slots: readonly number[]
  /** The points that a pick of the song in this slot brings on average, in the order of `slots`. */
  readonly expected: readonly number[]
  /** The strongest first. */
  readonly reasons: readonly ChanceReason[]
}

/** Plays at so many shows count as late ones. */
export const LATE_SHOWS = 10

/** How a song was played so far. */
export type SongFacts = {
  readonly song: SongId
  /** Shows since the last play: 0 for the last show. */
  readonly gap: number
  /** The median of the gaps before; null with fewer than two plays. */
  readonly usualGap: number | null
  /** Index of the last show with it. */
  readonly lastShow: number
  /** Shows with it, of the last ten and of the last 100; `recentShows` of those are stored. */
  readonly latePlays: number
  readonly recentPlays: number
  readonly recentShows: number
  readonly tourPlays: number
  readonly tourShows: number
  /** Where it stands most often, of its last 50 plays; null outside the sets that can be predicted. */
  readonly usual: { readonly set: SetName; readonly position: number } | null
  readonly venuePlays: number
  readonly venueShows: number
}
