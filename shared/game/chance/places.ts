import { FIRST_SLOTS, SET_NAMES, SET_SIZES, type SetName, SLOT_COUNT, type SongId } from '../setlist.ts'
import type { PastShow } from './song-chance.ts'

/** A play loses half its weight in 20 further plays of the song, and for the band as a whole in 100 shows. */
const SONG_DECAY = 0.5 ** (1 / 20)
const BAND_DECAY = 0.5 ** (1 / 100)

/** So many plays, spread as the band spreads all its songs, are added to those of a song. */
const PRIOR_PLAYS = 8

/** How likely a play of a song is in exactly this slot, there as opener, closer or encore, and in the slot's set. */
export type Place = { readonly exact: number; readonly special: number; readonly inSet: number }

/** Counts of plays: for each slot, for each slot as a special, for each set, and all. */
type Counts = Float64Array
const SPECIALS = SLOT_COUNT
const SETS = 2 * SLOT_COUNT
const ALL = SETS + SET_NAMES.length
const noPlays = (): Counts => new Float64Array(ALL + 1)

/**
 * Where in a show the songs stand, from the shows so far. The places of each show are first guessed from the shows
 * before it: what was played at a place ÷ what was guessed there scales the next guess.
 */
export class PlaceLog {
  readonly #songs = new Map<SongId, Counts>()
  readonly #band = noPlays()
  readonly #guessed = noPlays()
  readonly #played = noPlays()

  add(show: PastShow): void {
    for (const counts of [this.#band, this.#guessed, this.#played]) fade(counts, BAND_DECAY)
    const plays = listPlays(show)
    for (const [song, places] of plays) {
      const counts = this.#songs.get(song)
      if (!counts) continue
      addTo(this.#guessed, this.#shares(counts))
      count(this.#played, places)
    }
    for (const [song, places] of plays) {
      const counts = this.#songs.get(song) ?? noPlays()
      fade(counts, SONG_DECAY)
      count(counts, places)
      count(this.#band, places)
      this.#songs.set(song, counts)
    }
  }

  /** In the order of `SLOT_PLACES`. All exact places together are at most as likely as the sets, and these at most 1. */
  placesOf(song: SongId): Place[] {
    const scaled = Array.from(
      this.#shares(this.#songs.get(song) ?? noPlays()),
      (share, at) =>
        (share * ((this.#played[at] ?? 0) + PRIOR_PLAYS)) / ((this.#guessed[at] ?? 0) + PRIOR_PLAYS),
    )
    const inSets = capSum(scaled.slice(SETS, ALL), 1)
    return SET_NAMES.flatMap((set, setIndex) => {
      const inSet = inSets[setIndex] ?? 0
      const first = FIRST_SLOTS[set]
      const exacts = capSum(scaled.slice(first, first + SET_SIZES[set]), inSet)
      return exacts.map((exact, index) => ({
        exact,
        special: Math.min(exact, scaled[SPECIALS + first + index] ?? 0),
        inSet,
      }))
    })
  }

  #shares(counts: Counts): Counts {
    const perPlay = PRIOR_PLAYS / (this.#band[ALL] || 1)
    const all = (counts[ALL] ?? 0) + PRIOR_PLAYS
    return counts.map((value, at) => (value + perPlay * (this.#band[at] ?? 0)) / all)
  }
}

/** Where each song of a show counts: once each, however often it was played. */
function listPlays(show: PastShow): Map<SongId, Set<number>> {
  const plays = new Map<SongId, Set<number>>()
  for (const { set, songs } of show.sets) {
    songs.forEach((song, index) => {
      const places = plays.get(song) ?? new Set([ALL])
      for (const place of placesAt(set, index, index === songs.length - 1)) places.add(place)
      plays.set(song, places)
    })
  }
  return plays
}

function placesAt(set: SetName | 'further', index: number, isLast: boolean): number[] {
  if (set === 'further') return []
  const inSet = SETS + SET_NAMES.indexOf(set)
  if (index >= SET_SIZES[set]) return [inSet]
  const slot = FIRST_SLOTS[set] + index
  const isSpecial = set === 'encore' || index === 0 || isLast
  return isSpecial ? [slot, SPECIALS + slot, inSet] : [slot, inSet]
}

function fade(counts: Counts, decay: number): void {
  counts.forEach((value, at) => {
    counts[at] = value * decay
  })
}

function addTo(counts: Counts, added: Counts): void {
  added.forEach((value, at) => {
    counts[at] = (counts[at] ?? 0) + value
  })
}

function count(counts: Counts, places: Iterable<number>): void {
  for (const at of places) counts[at] = (counts[at] ?? 0) + 1
}

function capSum(values: readonly number[], limit: number): number[] {
  const total = values.reduce((before, value) => before + value, 0)
  return values.map((value) => (total > limit ? (value * limit) / total : value))
}
