import { createPicksDrawer, SHARE_WITH_REPEATS } from '@called-it/infra/simulation/draw-picks'
import { createBulkScorer } from '@called-it/shared/game/bulk-scoring'
import { PACKED_PICKS_BYTES, unpackPicks } from '@called-it/shared/game/packed-picks'
import { createScorer } from '@called-it/shared/game/scoring'
import type { SimulatedShow } from '@called-it/workers/simulation/simulate'
import { type Candidate, candidate } from './runner.ts'

const PREDICTIONS = 50_000
const SEED = 20_250_622

type InMemory = Candidate<'perCpuSecond' | 'checkSum'>

/**
 * Scoring without a database: a bare loop that reads the bytes (the limit), the pure function on unpacked picks (the
 * obvious way), and the lookup tables that the scoring job uses.
 */
export function inMemoryCandidates({ setlist, catalogue }: SimulatedShow): {
  limit: InMemory
  obvious: InMemory
  ours: InMemory
} {
  const packed = new Uint8Array(PREDICTIONS * PACKED_PICKS_BYTES)
  const draw = createPicksDrawer({ seed: SEED, repeats: SHARE_WITH_REPEATS, catalogue }, setlist)
  for (let offset = 0; offset < packed.length; offset += PACKED_PICKS_BYTES) draw(packed, offset)
  const scorer = createBulkScorer(setlist)
  const scorePicks = createScorer(setlist)

  const sumOfPoints = (pointsAt: (offset: number) => number): number => {
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
      sumOfPoints((offset) => scorePicks(unpackPicks(packed, offset)).total),
    ),
    ours: timed('in memory: lookup tables', 20, () =>
      sumOfPoints((offset) => scorer.score(packed, offset).total),
    ),
  }
}

/** @param passes over all predictions in one turn, so that a turn is long enough to time */
function timed(name: string, passes: number, sum: () => number): InMemory {
  return candidate(name, () => {
    let checkSum = 0
    const before = process.cpuUsage()
    for (let pass = 0; pass < passes; pass++) checkSum = sum()
    const { user, system } = process.cpuUsage(before)
    return { perCpuSecond: (PREDICTIONS * passes * 1_000_000) / (user + system), checkSum }
  })
}
