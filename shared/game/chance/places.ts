import { SET_NAMES, SET_SIZES, type SetName, SLOT_COUNT, type SongId } from '../setlist.ts'
import type { PastShow } from './song-chance.ts'

/** A play loses half its weight in 20 further plays of the song, and for the band as a whole in 100 shows. */
const SONG_DECAY = 0.5 ** (1 / 20)
const BAND_DECAY = 0.5 ** (1 / 100)

/** So many plays, spread as the band spreads all its songs, are added to those of a song. */
const PRIOR_PLAYS = 8

/** The slots of a card in their order: set 1, set 2, then the encore. */
export const SLOTS = SET_NAMES.flatMap((set) =>
  Array.from({ length: SET_SIZES[set] }, (_, index) => ({ set, index })),
)

/** How likely a play of a song is in exactly this slot, there as opener, closer or encore, and in the slot's set. */
export type Place = { readonly exact: number; readonly special: number; readonly inSet: number }

/** Counts of plays: for each slot, for each slot as a special, for each set, and all. */
type Counts = readonly number[]
const SPECIALS = SLOT_COUNT
const SETS = 2 * SLOT_COUNT
const ALL = SETS + SET_NAMES.length
const NO_PLAYS: Counts = new Array<number>(ALL + 1).fill(0)

/**
 * Where in a show the songs stand, from the shows so far. The places of each show are first guessed from the shows
 * before it: what was played at a place ÷ what was guessed there scales the next guess.
 */
export class PlaceLog {
  readonly #songs = new Map<SongId, Counts>()
  #band = NO_PLAYS
  #guessed = NO_PLAYS
  #played = NO_PLAYS

  add(show: PastShow): void {
    const plays = listPlays(show)
    const known = plays.filter(({ song }) => this.#songs.has(song))
    this.#guessed = fade(this.#guessed, BAND_DECAY)
    for (const { song } of known) this.#guessed = sum(this.#guessed, this.#shares(song))
    this.#played = count(fade(this.#played, BAND_DECAY), known)
    this.#band = count(fade(this.#band, BAND_DECAY), plays)
    for (const play of plays) {
      const before = this.#songs.get(play.song) ?? NO_PLAYS
      this.#songs.set(play.song, count(fade(before, SONG_DECAY), [play]))
    }
  }

  /** In the order of {@link SLOTS}. All exact places together are at most as likely as the sets, and these at most 1. */
  placesOf(song: SongId): Place[] {
    const scaled = this.#shares(song).map(
      (share, at) =>
        (share * ((this.#played[at] ?? 0) + PRIOR_PLAYS)) / ((this.#guessed[at] ?? 0) + PRIOR_PLAYS),
    )
    const inSets = capSum(scaled.slice(SETS, ALL), 1)
    return SET_NAMES.flatMap((set, setIndex) => {
      const inSet = inSets[setIndex] ?? 0
      const first = firstSlot(set)
      const exacts = capSum(scaled.slice(first, first + SET_SIZES[set]), inSet)
      return exacts.map((exact, index) => ({
        exact,
        special: Math.min(exact, scaled[SPECIALS + first + index] ?? 0),
        inSet,
      }))
    })
  }

  #shares(song: SongId): Counts {
    const own = this.#songs.get(song) ?? NO_PLAYS
    const perPlay = PRIOR_PLAYS / (this.#band[ALL] || 1)
    const all = (own[ALL] ?? 0) + PRIOR_PLAYS
    return own.map((value, at) => (value + perPlay * (this.#band[at] ?? 0)) / all)
  }
}

/** A song of a show, and where it counts: once each, however often it was played. */
type Play = { readonly song: SongId; readonly countsAt: Iterable<number> }

function listPlays(show: PastShow): Play[] {
  const countsAt = new Map<SongId, Set<number>>()
  for (const { set, songs } of show.sets) {
    songs.forEach((song, index) => {
      const places = placesAt(set, index, index === songs.length - 1)
      countsAt.set(song, new Set([...(countsAt.get(song) ?? []), ...places, ALL]))
    })
  }
  return Array.from(countsAt, ([song, places]) => ({ song, countsAt: places }))
}

function placesAt(set: SetName | 'further', index: number, isLast: boolean): number[] {
  if (set === 'further') return []
  const inSet = SETS + SET_NAMES.indexOf(set)
  if (index >= SET_SIZES[set]) return [inSet]
  const slot = firstSlot(set) + index
  const isSpecial = set === 'encore' || index === 0 || isLast
  return isSpecial ? [slot, SPECIALS + slot, inSet] : [slot, inSet]
}

function firstSlot(set: SetName): number {
  return SLOTS.findIndex((slot) => slot.set === set)
}

function fade(counts: Counts, decay: number): Counts {
  return counts.map((value) => value * decay)
}

function sum(counts: Counts, added: Counts): Counts {
  return counts.map((value, at) => value + (added[at] ?? 0))
}

function count(counts: Counts, plays: readonly Play[]): Counts {
  const counted = [...counts]
  for (const { countsAt } of plays) for (const at of countsAt) counted[at] = (counted[at] ?? 0) + 1
  return counted
}

function capSum(values: readonly number[], limit: number): number[] {
  const total = values.reduce((before, value) => before + value, 0)
  return values.map((value) => (total > limit ? (value * limit) / total : value))
}
