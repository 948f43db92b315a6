import type { LivePerformance } from '@called-it/shared/contract/live-shows'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { POINTS } from '@called-it/shared/game/points'
import { padPicks } from '@called-it/shared/game/setlist'
import { livePerformance, liveShowOf } from '@called-it/tests/support/web/live-show-factories'
import { describe, expect, test } from 'vitest'
import { momentsBetween, type NightState } from './moments.ts'
import { scorePicks } from './own-card.ts'

const song = (id: number) => ({ id, name: `Song ${id}` })
const picks = padPicks({ set1: [song(1)], set2: [song(4), song(5)], encore: [song(7), song(8), song(9)] })

const opener = livePerformance(1, 'set1', 1, 1)
const second = livePerformance(2, 'set1', 2, 2)
const rare = (gap: number | null) => ({ ...livePerformance(2, 'set1', 2, 3), gap })

/** The own card among others; `null` for a visitor. */
function night(
  performances: LivePerformance[],
  others: readonly number[] = [0],
  card: SetlistPicks | null = picks,
): NightState {
  const live = liveShowOf({ performances })
  const own = card && { picks: card, score: scorePicks(card, live) }
  const totals = [...others, ...(own ? [own.score.total] : [])]
  const counts = [...Map.groupBy(totals, (total) => total)].map(([total, { length }]) => ({
    total,
    players: length,
  }))
  return { live: { ...live, histogram: packHistogram(counts) }, own }
}

const bySong = [7, 8, 9].map((id, index) => livePerformance(index + 1, 'set1', index + 1, id))

describe('moments of a step', () => {
  test.each<[string, NightState, NightState, object[]]>([
    ['points that lead alone', night([], [0, 0]), night([opener], [9, 0]), [{ kind: 'lead' }]],
    ['a lead that others share', night([], [0, 0]), night([opener], [POINTS.correctSpecial, 0]), []],
    ['a lead that was there before', night([opener]), night([opener, second]), []],
    ['the lead of the only card', night([], []), night([opener], []), []],
    ['points behind a leader', night([], [0]), night([opener], [20]), []],
    [
      'the last pick of a set, played in another',
      night(bySong.slice(0, 2), [90]),
      night(bySong, [90]),
      [{ kind: 'full set', set: 'encore' }],
    ],
    [
      'a set of one pick, or of two',
      night([livePerformance(1, 'set2', 1, 4)], [90]),
      night([opener, livePerformance(2, 'set2', 1, 4), livePerformance(3, 'set2', 2, 5)], [90]),
      [],
    ],
    ['a song after 49 shows', night([opener], [90]), night([opener, rare(49)], [90]), []],
    [
      'a song after 50 shows',
      night([opener], [90]),
      night([opener, rare(50)], [90]),
      [{ kind: 'bust-out', gap: 50 }],
    ],
    ['a song for the first time', night([opener], [90]), night([opener, rare(null)], [90]), []],
    [
      'a bust-out before a visitor',
      night([opener], [90], null),
      night([opener, rare(112)], [90], null),
      [{ kind: 'bust-out', gap: 112 }],
    ],
    ['a bust-out that was there before', night([opener, rare(80)]), night([opener, rare(80)]), []],
    [
      'a correction into a bust-out',
      night([opener, second]),
      night([opener, rare(80)]),
      [{ kind: 'bust-out', gap: 80 }],
    ],
    ['a song that is taken back', night([opener, second], [20]), night([opener], [0]), []],
    ['picks that load late', night([opener], [0], null), night([opener]), []],
  ])('finds what is loud in %s', (_, before, after, moments) => {
    expect(momentsBetween(before, after)).toEqual(moments)
  })
})
