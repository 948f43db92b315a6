/**
 * How many predictions a second one core scores against one show: `node infra/bench/score.ts [file.json]`.
 *
 * Three contenders take turns over the same packed predictions: a bare loop that only reads the bytes
 * (the limit), the pure function on unpacked picks (the obvious way), and the compiled tables that the
 * scoring job uses (ours). Rates are by CPU time, since the machine may be shared. Exits with 1 when ours
 * scores fewer than 100,000 a second, or another sum of points than the pure function.
 */
import { writeFileSync } from 'node:fs'
import { createBulkScorer } from '@called-it/shared/game/bulk-scoring'
import { PACKED_PICKS_BYTES, packPicks, unpackPicks } from '@called-it/shared/game/packed-picks'
import { scorePrediction } from '@called-it/shared/game/scoring'
import { type ActualSetlist, SET_SIZES, SLOT_COUNT, type SongId } from '@called-it/shared/game/setlist'

const PREDICTIONS = 100_000
const ROUNDS = 3
const GATE_PER_SECOND = 100_000
const CATALOGUE_SONGS = 900
/** Of the predictions, how many pick their first song again in the encore. */
const SHARE_WITH_A_REPEAT = 0.02

/** Set 1 runs past slot 8, one song is played three times, and there is a third set. */
const show: ActualSetlist = {
  set1: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  set2: [11, 12, 13, 12, 14, 15, 12, 16],
  encore: [17, 18, 19],
  further: [{ set: '3', songs: [20, 21, 22] }],
}

type Contender = {
  readonly name: string
  /** How often it goes over all predictions in one round, so that a round is long enough to time. */
  readonly passes: number
  /** Goes over all predictions once; the sum shows that no work was skipped. */
  readonly run: () => number
}

type Rate = { readonly median: number; readonly lowest: number; readonly highest: number }

type Timing = { readonly perSecond: number; readonly checkSum: number }

const rows = packPredictions()
const scorer = createBulkScorer(show)

const contenders = {
  limit: { name: 'limit: read the bytes', passes: 20, run: readBytes },
  obvious: { name: 'obvious: pure function', passes: 1, run: () => sumOverRows(pointsByPureFunction) },
  ours: { name: 'ours: compiled tables', passes: 20, run: () => sumOverRows(pointsByTables) },
} as const satisfies Record<string, Contender>

const timings: Record<keyof typeof contenders, Timing[]> = { limit: [], obvious: [], ours: [] }
for (const contender of Object.values(contenders)) contender.run()
for (let round = 0; round < ROUNDS; round++) {
  timings.limit.push(time(contenders.limit))
  timings.obvious.push(time(contenders.obvious))
  timings.ours.push(time(contenders.ours))
}
report()

/** Picks lean towards the songs with low numbers, which the show is made of, as fans lean towards hits. */
function packPredictions(): Uint8Array {
  const random = createRandom(20_250_622)
  const pickSong = (): SongId => 1 + Math.floor(random() ** 3 * CATALOGUE_SONGS)
  const packed = new Uint8Array(PREDICTIONS * PACKED_PICKS_BYTES)
  for (let index = 0; index < PREDICTIONS; index++) {
    const picked = new Set<SongId>()
    while (picked.size < SLOT_COUNT) picked.add(pickSong())
    const songs = [...picked]
    const encoreStart = SET_SIZES.set1 + SET_SIZES.set2
    const encore = songs.slice(encoreStart)
    const [first] = songs
    if (first !== undefined && random() < SHARE_WITH_A_REPEAT) encore[0] = first
    const picks = {
      set1: songs.slice(0, SET_SIZES.set1),
      set2: songs.slice(SET_SIZES.set1, encoreStart),
      encore,
    }
    packed.set(packPicks(picks), index * PACKED_PICKS_BYTES)
  }
  return packed
}

/** Numbers from 0 up to 1, the same ones in every run (a linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function readBytes(): number {
  let sum = 0
  for (let index = 0; index < rows.length; index++) sum += rows[index] ?? 0
  return sum
}

function sumOverRows(pointsAt: (offset: number) => number): number {
  let sum = 0
  for (let offset = 0; offset < rows.length; offset += PACKED_PICKS_BYTES) sum += pointsAt(offset)
  return sum
}

function pointsByPureFunction(offset: number): number {
  return scorePrediction(unpackPicks(rows, offset), show).total
}

function pointsByTables(offset: number): number {
  return scorer.score(rows, offset).total
}

function time({ passes, run }: Contender): Timing {
  let checkSum = 0
  const before = process.cpuUsage()
  for (let pass = 0; pass < passes; pass++) checkSum = run()
  const { user, system } = process.cpuUsage(before)
  return { perSecond: (PREDICTIONS * passes) / ((user + system) / 1_000_000), checkSum }
}

function report(): void {
  const rates = { limit: rate(timings.limit), obvious: rate(timings.obvious), ours: rate(timings.ours) }
  const ratios = {
    oursToLimit: rates.ours.median / rates.limit.median,
    oursToObvious: rates.ours.median / rates.obvious.median,
  }
  const sums = { obvious: checkSum(timings.obvious), ours: checkSum(timings.ours) }
  const isEqual = sums.obvious !== null && sums.obvious === sums.ours
  const isFastEnough = rates.ours.median >= GATE_PER_SECOND

  const row = (name: string, { median, lowest, highest }: Rate) => ({
    contender: name,
    'predictions/s': Math.round(median),
    lowest: Math.round(lowest),
    highest: Math.round(highest),
    '÷ limit': Number((median / rates.limit.median).toFixed(3)),
    '÷ obvious': Number((median / rates.obvious.median).toFixed(2)),
  })
  console.table([
    row(contenders.limit.name, rates.limit),
    row(contenders.obvious.name, rates.obvious),
    row(contenders.ours.name, rates.ours),
  ])
  console.log(`points over all predictions: ${sums.obvious} obvious, ${sums.ours} ours`)
  if (!isEqual) console.error('the two ways of scoring disagree')
  if (!isFastEnough) console.error(`below the gate of ${GATE_PER_SECOND} predictions a second`)

  const [, , file] = process.argv
  if (file) {
    const result = {
      benchmark: 'score',
      predictions: PREDICTIONS,
      rounds: ROUNDS,
      rates,
      ratios,
      checkSums: sums,
    }
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  }
  if (!isEqual || !isFastEnough) process.exitCode = 1
}

function rate(rounds: readonly Timing[]): Rate {
  const sorted = rounds.map(({ perSecond }) => perSecond).toSorted((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] ?? 0, lowest: sorted[0] ?? 0, highest: sorted.at(-1) ?? 0 }
}

/** The sum that every round came to; null when they differ. */
function checkSum(rounds: readonly Timing[]): number | null {
  const sums = new Set(rounds.map((round) => round.checkSum))
  const [sum] = sums
  return sums.size === 1 && sum !== undefined ? sum : null
}
