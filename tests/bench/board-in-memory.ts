import { createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { PACKED_PICKS_BYTES } from '@called-it/shared/game/bulk/packed-picks'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { LiveBoard } from '@called-it/shared/game/live/live-board'
import { type ActualSetlist, arrangeSets, type OpenSet, type SongId } from '@called-it/shared/game/setlist'
import { createPicksDrawer, SHARE_WITH_REPEATS } from '../support/simulation/draw-picks.ts'
import type { GoalName, Report } from './report.ts'
import { candidate, takeTurns } from './runner.ts'
import { quantileOf, sumOf } from './stats.ts'

const TOP_ROWS = 10

type Revision = { readonly actual: ActualSetlist; readonly openSet: OpenSet }

const catalogue = Array.from({ length: 300 }, (_, index) => index + 1)
const entries = [
  ...catalogue.slice(0, 10).map((song) => ({ set: '1', song })),
  ...[...catalogue.slice(10, 17), 12].map((song) => ({ set: '2', song })),
  ...catalogue.slice(17, 20).map((song) => ({ set: 'e', song })),
]
const OPEN_SETS: Readonly<Record<string, OpenSet>> = { 1: 'set1', 2: 'set2', e: 'encore' }

const show = arrangeSets(entries)
const songs = entries.map(({ set }, index): Revision => {
  return { actual: arrangeSets(entries.slice(0, index + 1)), openSet: OPEN_SETS[set] ?? null }
})
/** A forgotten song at the top of set 1 moves all others of the set; then it is gone again. */
const corrections: readonly Revision[] = [
  { actual: { ...show, set1: [catalogue.at(-1) ?? 1, ...show.set1] }, openSet: null },
  { actual: show, openSet: null },
]

/** How quickly the board of a show that runs follows its setlist, event included. */
export async function measureBoardInMemory(
  predictions: number,
  options: { rounds: number },
  report: Report,
): Promise<void> {
  const packed = drawAll(predictions, catalogue)
  const ours = candidate('ours: songs whose places changed', () => {
    const builtAt = performance.now()
    const board = new LiveBoard(packed)
    const buildMs = performance.now() - builtAt
    const ofSongs = songs.map((revision) => timeStep(board, revision))
    timeStep(board, { actual: show, openSet: null })
    const ofCorrections = corrections.map((revision) => timeStep(board, revision))
    return {
      buildMs,
      songMs: quantileOf(ofSongs, 0.5),
      slowestSongMs: quantileOf(ofSongs, 1),
      correctionMs: quantileOf(ofCorrections, 1),
    }
  })
  const reference = candidate('all predictions again', () => {
    const startedAt = performance.now()
    sumByBulkScorer(packed)
    return { songMs: performance.now() - startedAt }
  })
  await takeTurns([ours, reference], { ...options, warmUp: true })

  report.metric('in memory: built', 'ms', ours.series('buildMs'))
  report.metric('in memory: a song, event included', 'ms', ours.series('songMs'), ...goalsOf(predictions))
  report.metric('in memory: the slowest song', 'ms', ours.series('slowestSongMs'))
  report.metric('in memory: a set moves by a song', 'ms', ours.series('correctionMs'))
  report.metric('all predictions again', 'ms', reference.series('songMs'))
  const board = new LiveBoard(packed)
  for (const { actual, openSet } of [...songs, ...corrections]) board.update(actual, openSet)
  report.check('the totals are those of the bulk scorer', sumOf(board.totals) === sumByBulkScorer(packed))
}

function goalsOf(predictions: number): GoalName[] {
  if (predictions === 100_000) return ['L2']
  return predictions === 1_000_000 ? ['L2-million'] : []
}

function drawAll(predictions: number, songIds: readonly SongId[]): Uint8Array {
  const draw = createPicksDrawer({ seed: 1, repeats: SHARE_WITH_REPEATS, catalogue: songIds }, show)
  const bytes = new Uint8Array(predictions * PACKED_PICKS_BYTES)
  for (let offset = 0; offset < bytes.length; offset += PACKED_PICKS_BYTES) draw(bytes, offset)
  return bytes
}

function timeStep(of: LiveBoard, { actual, openSet }: Revision): number {
  const startedAt = performance.now()
  of.update(actual, openSet)
  eventOf(of)
  return performance.now() - startedAt
}

function eventOf(of: LiveBoard): string {
  const histogram = packHistogram(of.histogram())
  const songCounts = of.songs().flatMap(({ songId, players, exact }) => [songId, players, exact])
  const top = of.top(TOP_ROWS).flatMap(({ player, total }) => [player, total])
  return JSON.stringify({ histogram, songs: songCounts, top })
}

function sumByBulkScorer(packed: Uint8Array): number {
  const scorer = createBulkScorer(show)
  let sum = 0
  for (let offset = 0; offset < packed.length; offset += PACKED_PICKS_BYTES) {
    sum += scorer.score(packed, offset).total
  }
  return sum
}
