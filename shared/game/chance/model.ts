import { type ChanceModel, COLUMNS, cellsOf, columnReader, emptyTables, scoreOf } from './columns.ts'
import { fitRegression, type ShowSamples } from './fit.ts'
import { logOf, PlayLog, songsOf } from './play-log.ts'
import { chancesOf, fitRanking } from './ranking.ts'
import { reasonsOf } from './reasons.ts'
import { playsChances, ruleChances, ruleReason } from './rule.ts'
import type { ChanceMethod, NextShow, PastShow, SongChance } from './song-chance.ts'
import { addShow } from './tables.ts'

export type { ChanceModel } from './columns.ts'

const FITTED_SHOWS = 400
/** So many more fill the tables first. */
const TABLED_SHOWS = 950
/** Shows until the past weighs half. */
const HALF_LIFE_SHOWS = 60
const COLD_STEPS = 8
const WARM_STEPS = 2
/** While shows are only counted, a fit yields after so many. */
const SHOWS_PER_YIELD = 50

/**
 * Yields after a few milliseconds of work each.
 *
 * @param history in the order in which it was played
 * @param before the model of an earlier history, from which two steps lead to the new one
 */
export function* fitModel(history: readonly PastShow[], before?: ChanceModel): Generator<void, ChanceModel> {
  const log = new PlayLog()
  const tables = emptyTables()
  const samples: ShowSamples[] = []
  for (const [index, show] of history.entries()) {
    const age = history.length - 1 - index
    if (age < TABLED_SHOWS) {
      const songs = Array.from(log.before(show), ([song, state]) => ({ song, state, cells: cellsOf(state) }))
      const played = songsOf(show)
      const labels = Uint8Array.from(songs, ({ song }) => Number(played.has(song)))
      if (age < FITTED_SHOWS) {
        const features = new Float64Array(songs.length * COLUMNS.length)
        const read = columnReader(tables)
        for (const [row, { state, cells }] of songs.entries()) {
          features.set(read(state, cells), row * COLUMNS.length)
        }
        samples.push({ features, labels, weight: 0.5 ** (age / HALF_LIFE_SHOWS) })
      }
      for (const [place, table] of tables.entries()) {
        addShow(
          table,
          songs.map(({ cells }) => cells[place] ?? 0),
          labels,
        )
      }
    }
    if (age < TABLED_SHOWS || index % SHOWS_PER_YIELD === 0) yield
    log.add(show)
  }
  const start = before?.columns.join() === COLUMNS.join() ? before : null
  const regression = yield* fitRegression(
    samples,
    COLUMNS.length,
    start === null ? COLD_STEPS : WARM_STEPS,
    start,
  )
  const ranking = yield* fitRanking(samples, regression)
  return { ...regression, columns: COLUMNS, tables, ranking }
}

/** Every song of the universe: played within three years or 150 shows. Yields as `fitModel` does. */
export function* songChances(
  history: readonly PastShow[],
  next: NextShow,
  method: ChanceMethod,
  model: ChanceModel | null,
): Generator<void, readonly Pick<SongChance, 'song' | 'chance' | 'reasons'>[]> {
  if (method === 'model' && model !== null) {
    const score = scoreOf(model)
    const songs = Array.from((yield* logOf(history)).before(next), ([song, state]) => ({ song, state }))
    const ofSongs = chancesOf(
      songs.map(({ state }) => score(state)),
      model.ranking,
    )
    return songs.map(({ song, state }, index) => {
      return { song, chance: ofSongs[index] ?? 0, reasons: reasonsOf(state, score) }
    })
  }
  const chances = yield* method === 'plays' ? playsChances(history, next) : ruleChances(history, next)
  return chances.map(({ song, chance, state }) => ({ song, chance, reasons: [ruleReason(state)] }))
}
