import { pastShow, pastShows } from '@called-it/tests/support/chance-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { songFacts } from './facts.ts'
import type { NextShow, PastShow } from './song-chance.ts'

const NEXT: NextShow = { day: 10, venue: 'The Barn', tour: 1 }

function factsOf(song: number, history: PastShow[], next = NEXT) {
  return songFacts(history, next).find((facts) => facts.song === song)
}

describe('songFacts', () => {
  test('counts gaps, and plays on this tour and at this venue', () => {
    const history = [
      pastShow({ set1: [1] }, { tour: null }),
      pastShow({ set1: [1], encore: [1] }, { venue: 'The Hall' }),
      pastShow({ set1: [2] }),
      pastShow({ set1: [2] }, { tour: 2 }),
      pastShow({ set2: [1] }),
      pastShow({ set1: [2] }, { venue: 'The Hall' }),
    ]

    expect(factsOf(1, history)).toMatchObject({ gap: 1, usualGap: 0, lastShow: 4 })
    expect(factsOf(1, history)).toMatchObject({ tourPlays: 2, tourShows: 4, venuePlays: 2, venueShows: 4 })
    expect(factsOf(1, history, { ...NEXT, tour: null })).toMatchObject({ tourPlays: 0, tourShows: 0 })
  })

  test('has a usual gap from the second play on', () => {
    const nights = [[1, 2], [1], [1, 2], [], [], [], [1]].map((set1) => pastShow({ set1 }))

    expect(factsOf(2, nights.slice(0, 2))?.usualGap).toBeNull()
    expect(factsOf(2, nights)?.usualGap).toBe(1)
    expect(factsOf(1, nights)?.usualGap).toBe(0)
  })

  test('finds the usual set, then the usual position in it', () => {
    const history = [
      pastShow({ set2: [1] }),
      pastShow({ set2: [1] }),
      pastShow({ set1: [8, 9, 1] }),
      pastShow({ set1: [8, 1] }),
      pastShow({ set1: [9, 1] }),
    ]

    expect(factsOf(1, history)?.usual).toEqual({ set: 'set1', position: 2 })
  })

  test('takes the usual place from the last 50 plays, and none from further sets', () => {
    const before = Array.from({ length: 60 }, () => pastShow({ set1: [1] }))
    const since = Array.from({ length: 26 }, () => pastShow({ encore: [2, 1] }))

    expect(factsOf(1, before)?.usual).toEqual({ set: 'set1', position: 1 })
    expect(factsOf(1, [...before, ...since])?.usual).toEqual({ set: 'encore', position: 2 })
    expect(factsOf(1, [pastShow({ further: [1] })])?.usual).toBeNull()
  })

  test('knows the last play of every song that was ever played', () => {
    fc.assert(
      fc.property(pastShows, (history) => {
        const songsOf = (show: PastShow) => show.sets.flatMap(({ songs }) => songs)
        const facts = songFacts(history, NEXT)

        expect(new Set(facts.map(({ song }) => song))).toEqual(new Set(history.flatMap(songsOf)))
        for (const { song, gap, lastShow } of facts) {
          expect(lastShow).toBe(history.findLastIndex((show) => songsOf(show).includes(song)))
          expect(gap).toBe(history.length - 1 - lastShow)
        }
      }),
    )
  })
})
