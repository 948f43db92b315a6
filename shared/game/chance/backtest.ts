import { type ChanceMeasures, type JudgedShow, measureChances } from './measures.ts'
import { type ChanceModel, fitModel, songChances } from './model.ts'
import { songsOf } from './play-log.ts'
import type { ChanceMethod, PastShow } from './song-chance.ts'

const MIN_SHOWS_FOR_RULE = 10
const MIN_SHOWS_FOR_MODEL = 60
const TESTED_SHOWS = 100
const SHOWS_PER_FIT = 10

export type ChosenMethod = {
  readonly method: ChanceMethod
  /** Both measured on the same shows; null while there are too few for a choice. */
  readonly measured: Readonly<Record<'model' | 'rule', ChanceMeasures>> | null
}

/** Tries the model and the rule on the band's own last shows; the smaller log loss decides. */
export function* chooseMethod(history: readonly PastShow[]): Generator<void, ChosenMethod> {
  if (history.length < MIN_SHOWS_FOR_RULE) return { method: 'plays', measured: null }
  if (history.length < MIN_SHOWS_FOR_MODEL) return { method: 'rule', measured: null }
  // The first fit of a short history needs shows to learn from.
  const judged = yield* walkForward(history, Math.min(TESTED_SHOWS, Math.floor(history.length / 2)))
  const measured = { model: measureChances(judged.model), rule: measureChances(judged.rule) }
  return { method: measured.model.logLoss < measured.rule.logLoss ? 'model' : 'rule', measured }
}

/** The chances of the last `count` shows, each from the shows before it. The model is fitted every 10 shows. */
export function* walkForward(
  history: readonly PastShow[],
  count: number,
): Generator<void, Readonly<Record<'model' | 'rule', readonly JudgedShow[]>>> {
  const judged: Record<'model' | 'rule', JudgedShow[]> = { model: [], rule: [] }
  let model: ChanceModel | undefined
  const first = history.length - count
  for (const [index, show] of history.entries()) {
    if (index < first) continue
    const before = history.slice(0, index)
    if ((index - first) % SHOWS_PER_FIT === 0) model = yield* fitModel(before, model)
    const played = songsOf(show)
    for (const method of ['model', 'rule'] as const) {
      judged[method].push({ played, chances: yield* songChances(before, show, method, model ?? null) })
      yield
    }
  }
  return judged
}
