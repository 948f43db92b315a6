import { PACKED_PICKS_BYTES } from '@called-it/shared/game/bulk/packed-picks'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { LiveBoard } from '@called-it/shared/game/live/live-board'
import { totalsByBulkScorer } from '../support/live-reference.ts'
import { nightOf } from '../support/live-show.ts'
import { createPicksDrawer, SHARE_WITH_REPEATS } from '../support/simulation/draw-picks.ts'
import type { GoalName, Report } from './report.ts'
import { candidate, takeTurns } from './runner.ts'
import { quantileOf, sumOf } from './stats.ts'

const TOP_ROWS = 10
const GOALS: Readonly<Record<number, GoalName>> = { 100000: 'L2', 1000000: 'L2-million' }

/** How quickly the board of a show that runs follows its setlist, event included. */
export async function measureBoardInMemory(
  predictions: number,
  options: { rounds: number },
  report: Report,
): Promise<void> {
  const catalogue = Array.from({ length: 300 }, (_, index) => index + 1)
  const night = nightOf(catalogue)
  const [last] = night.slice(-1)
  if (!last) throw new Error('the night has no songs')
  const packed = new Uint8Array(predictions * PACKED_PICKS_BYTES)
  const draw = createPicksDrawer({ seed: 1, repeats: SHARE_WITH_REPEATS, catalogue }, last.actual)
  for (let offset = 0; offset < packed.length; offset += PACKED_PICKS_BYTES) draw(packed, offset)
  const sumByBulkScorer = () => sumOf(totalsByBulkScorer(packed, last.actual, last.openSet))

  function playNight() {
    const builtAt = performance.now()
    const board = new LiveBoard(packed)
    const buildMs = performance.now() - builtAt
    const songs = night.map(({ actual, openSet }) => {
      const startedAt = performance.now()
      board.update(actual, openSet)
      eventOf(board)
      return performance.now() - startedAt
    })
    return { board, buildMs, songMs: quantileOf(songs, 0.5), slowestMs: quantileOf(songs, 1) }
  }

  const ours = candidate('songs whose places changed', () => {
    const { board: _, ...metrics } = playNight()
    return metrics
  })
  const reference = candidate('all predictions again', () => {
    const startedAt = performance.now()
    sumByBulkScorer()
    return { songMs: performance.now() - startedAt }
  })
  await takeTurns([ours, reference], { ...options, warmUp: true })
  const goal = GOALS[predictions]
  report.metric('in memory: board built', 'ms', ours.series('buildMs'))
  report.metric('in memory: a song, event included', 'ms', ours.series('songMs'), ...(goal ? [goal] : []))
  report.metric('in memory: the slowest revision', 'ms', ours.series('slowestMs'))
  report.metric('in memory: all predictions again', 'ms', reference.series('songMs'))
  const { totals } = playNight().board
  report.check('the totals are those of the bulk scorer', sumOf(totals) === sumByBulkScorer())
}

function eventOf(board: LiveBoard): string {
  const histogram = packHistogram(board.histogram())
  const songCounts = board.songs().flatMap(({ songId, players, exact }) => [songId, players, exact])
  const top = board.top(TOP_ROWS).flatMap(({ player, total }) => [player, total])
  return JSON.stringify({ histogram, songs: songCounts, top })
}
