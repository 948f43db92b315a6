import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_MERGES } from '../merged-songs.ts'
import { scorePrediction } from '../scoring.ts'
import { type ActualSetlist, arrangeSets, type OpenSet, type Picks, SET_NAMES } from '../setlist.ts'
import { bestContinuation, stillPossible } from './still-possible.ts'

const SETS = ['set1', 'set2', 'further', 'encore'] as const
const LABELS = { set1: '1', set2: '2', further: '3', encore: 'e' } as const

type Open = (typeof SETS)[number]
type Played = readonly { readonly set: Open; readonly song: number }[]
/** `open` is null when the show is over. */
type Night = { readonly played: Played; readonly open: Open | null }
/** A song, the set that begins, or the end. */
type Tap = number | Open | 'over'

/** Few songs, so that picks repeat; 9 is in no prediction. */
const SONGS = [1, 2, 3, 9]
const STEPS = 3

const slots = (size: number) =>
  fc.array(fc.option(fc.constantFrom(1, 2, 3), { freq: 3 }), { maxLength: size })
const cards: fc.Arbitrary<Picks> = fc.record({ set1: slots(4), set2: slots(3), encore: slots(2) })

const taps = fc.array(fc.constantFrom<Tap>(...SONGS, ...SONGS, ...SONGS, 'set2', 'further', 'encore'), {
  maxLength: 9,
})

const FIRST: Night = { played: [], open: 'set1' }
const nights = taps.map((all) => all.reduce(play, FIRST))

/** A set that cannot begin any more changes nothing. */
function play({ played, open }: Night, tap: Tap): Night {
  if (open === null) return { played, open }
  if (typeof tap === 'number') return { played: [...played, { set: open, song: tap }], open }
  if (tap === 'over') return { played, open: null }
  return { played, open: SETS.indexOf(tap) > SETS.indexOf(open) ? tap : open }
}

function setlistOf({ played }: Night): ActualSetlist {
  return arrangeSets(played.map(({ set, song }) => ({ set: LABELS[set], song })))
}

function possible(picks: Picks, night: Night): number {
  return stillPossible(picks, setlistOf(night), night.open, night.open === null)
}

function totalOf(picks: Picks, night: Night): number {
  return scorePrediction(picks, setlistOf(night), NO_MERGES, night.open).total
}

/** Every night that this one can become by so many taps. */
function* continuations(night: Night, steps: number): Generator<Night> {
  yield night
  if (steps === 0 || night.open === null) return
  for (const tap of [...SONGS, ...SETS.slice(SETS.indexOf(night.open) + 1), 'over' as const]) {
    yield* continuations(play(night, tap), steps - 1)
  }
}

describe('total that is still possible', () => {
  test('is not exceeded by any continuation', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(cards, nights, (picks, night) => {
        const most = possible(picks, night)
        for (const next of continuations(night, STEPS)) expect(totalOf(picks, next)).toBeLessThanOrEqual(most)
      }),
    )
  })

  test('is reached by a continuation that changes nothing before it', () => {
    fc.assert(
      fc.property(cards, nights, (picks, night) => {
        const open: OpenSet = night.open ?? expect.unreachable()
        const actual = setlistOf(night)
        const best = bestContinuation(picks, actual, open)
        for (const set of SET_NAMES) {
          const canGrow = SETS.indexOf(set) >= SETS.indexOf(open)
          expect(best[set].slice(0, canGrow ? actual[set].length : undefined)).toEqual(actual[set])
        }
        expect(best.further).toEqual(actual.further)
        expect(scorePrediction(picks, best).total).toBe(possible(picks, night))
      }),
    )
  })

  test('never rises by play, and ends as the total', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(cards, taps, (picks, all) => {
        let night = FIRST
        for (const tap of [...all, 'over' as const]) {
          const before = possible(picks, night)
          night = play(night, tap)
          expect(possible(picks, night)).toBeLessThanOrEqual(before)
          expect(possible(picks, night)).toBeGreaterThanOrEqual(totalOf(picks, night))
        }
        expect(possible(picks, night)).toBe(totalOf(picks, night))
      }),
      { numRuns: 500 },
    )
  })
})
