import { type Contender, contender } from '@called-it/infra/bench/frame'
import { ownCpuMicros } from '@called-it/infra/bench/process-cost'
import { createPicksDrawer, SHARE_WITH_REPEATS } from '@called-it/infra/simulation/draw-picks'
import { createBulkScorer } from '@called-it/shared/game/bulk-scoring'
import { PACKED_PICKS_BYTES, unpackPicks } from '@called-it/shared/game/packed-picks'
import { createScorer } from '@called-it/shared/game/scoring'
import type { SimulatedShow } from '../simulation/simulate.ts'

const PREDICTIONS = 50_000

type InMemory = Contender<'perSecond' | 'checkSum'>

/**
 * Scoring alone, without a database: a bare loop that only reads the bytes (the limit), the pure function on
 * unpacked picks (the obvious way), and the compiled tables that the scoring job uses. Rates are by CPU time.
 */
export function inMemoryContenders({ setlist, catalogue }: SimulatedShow): {
  limit: InMemory
  obvious: InMemory
  ours: InMemory
} {
  const packed = new Uint8Array(PREDICTIONS * PACKED_PICKS_BYTES)
  const draw = createPicksDrawer({ seed: 20_250_622, repeats: SHARE_WITH_REPEATS, catalogue }, setlist)
  for (let offset = 0; offset < packed.length; offset += PACKED_PICKS_BYTES) draw(packed, offset)
  const scorer = createBulkScorer(setlist)
  const scorePicks = createScorer(setlist)

  const sumOverRows = (pointsAt: (offset: number) => number): number => {
    let sum = 0
    for (let offset = 0; offset < packed.length; offset += PACKED_PICKS_BYTES) sum += pointsAt(offset)
    return sum
  }
  const readBytes = () => {
    let sum = 0
    for (let index = 0; index < packed.length; index++) sum += packed[index] ?? 0
    return sum
  }
  return {
    limit: timed('in memory: read the bytes', 20, readBytes),
    obvious: timed('in memory: pure function', 1, () =>
      sumOverRows((offset) => scorePicks(unpackPicks(packed, offset)).total),
    ),
    ours: timed('in memory: compiled tables', 20, () =>
      sumOverRows((offset) => scorer.score(packed, offset).total),
    ),
  }
}

/** @param passes how often it goes over all predictions in one turn, so that a turn is long enough to time */
function timed(name: string, passes: number, run: () => number): InMemory {
  return contender(name, () => {
    let checkSum = 0
    const before = ownCpuMicros()
    for (let pass = 0; pass < passes; pass++) checkSum = run()
    const seconds = (ownCpuMicros() - before) / 1_000_000
    return { perSecond: (PREDICTIONS * passes) / seconds, checkSum }
  })
}
