import { type ChanceModel, COLUMNS, cellsOf, columnReader, emptyTables, scoreOf } from './columns.ts'
import { fitRegression, logistic } from './fit.ts'
import { PlayLog, songsOf } from './play-log.ts'
import { reasonsOf } from './reasons.ts'
import { playsChances, ruleChances, ruleReason } from './rule.ts'
import type { ChanceMethod, NextShow, PastShow, SongChance } from './song-chance.ts'
import { addShow } from './tables.ts'

export type { ChanceModel } from './columns.ts'

const FITTED_SHOWS = 700
/** So many more fill the tables first. */
const TABLED_SHOWS = 950
/** Shows until the past weighs half. */
const HALF_LIFE_SHOWS = 250
const COLD_STEPS = 8
const WARM_STEPS = 2

/**
 * Yields after a few milliseconds of work each.
 *
 * @param history in the order in which it was played
 * @param before the model of an earlier history, from which two steps lead to the new one
 */
export function* fitModel(history: readonly PastShow[], before?: ChanceModel): Generator<void, ChanceModel> {
  const log = new PlayLog()
  const tables = emptyTables()
  const features: number[] = []
  const labels: number[] = []
  const weights: number[] = []
  for (const [index, show] of history.entries()) {
    const age = history.length - 1 - index
    if (age < TABLED_SHOWS) {
      const played = songsOf(show)
      const songs = Array.from(log.before(show), ([song, state]) => {
        return { state, isPlayed: played.has(song), cells: cellsOf(state) }
      })
      if (age < FITTED_SHOWS) {
        const read = columnReader(tables)
        for (const { state, isPlayed, cells } of songs) {
          features.push(...read(state, cells))
          labels.push(Number(isPlayed))
          weights.push(0.5 ** (age / HALF_LIFE_SHOWS))
        }
      }
      for (const [index, table] of tables.entries()) {
        addShow(
          table,
          songs.map(({ isPlayed, cells }) => ({ isPlayed, cell: cells[index] ?? 0 })),
        )
      }
      yield
    }
    log.add(show)
  }
  const samples = {
    width: COLUMNS.length,
    features: new Float64Array(features),
    labels: new Uint8Array(labels),
    weights: new Float64Array(weights),
  }
  const start = before?.columns.join() === COLUMNS.join() ? before : null
  const regression = yield* fitRegression(samples, start === null ? COLD_STEPS : WARM_STEPS, start)
  return { ...regression, columns: COLUMNS, tables }
}

/** Every song of the universe: played within three years or 150 shows. */
export function songChances(
  history: readonly PastShow[],
  next: NextShow,
  method: ChanceMethod,
  model: ChanceModel | null,
): readonly Pick<SongChance, 'song' | 'chance' | 'reasons'>[] {
  if (method === 'model' && model !== null) {
    const score = scoreOf(model)
    return Array.from(logOf(history).before(next), ([song, state]) => {
      return { song, chance: logistic(score(state)), reasons: reasonsOf(state, score) }
    })
  }
  const chances = method === 'plays' ? playsChances(history, next) : ruleChances(history, next)
  return chances.map(({ song, chance, state }) => ({ song, chance, reasons: [ruleReason(state)] }))
}

function logOf(history: readonly PastShow[]): PlayLog {
  const log = new PlayLog()
  for (const show of history) log.add(show)
  return log
}
