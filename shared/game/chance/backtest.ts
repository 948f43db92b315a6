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
  /** On the same shows; null while there are too few shows for a choice. */
  readonly measured: {
    readonly shows: number
    readonly model: ChanceMeasures
    readonly rule: ChanceMeasures
  } | null
}

/** Tries the model and the rule on the band's own last shows, each with what was known before it. */
export function* chooseMethod(history: readonly PastShow[]): Generator<void, ChosenMethod> {
  if (history.length < MIN_SHOWS_FOR_RULE) return { method: 'plays', measured: null }
  if (history.length < MIN_SHOWS_FOR_MODEL) return { method: 'rule', measured: null }
  // The first half of a short history is what the first fit learns from.
  const shows = Math.min(TESTED_SHOWS, Math.floor(history.length / 2))
  const byModel: JudgedShow[] = []
  const byRule: JudgedShow[] = []
  let fitted: ChanceModel | undefined
  for (const [tested, show] of history.slice(-shows).entries()) {
    const before = history.slice(0, history.length - shows + tested)
    if (tested % SHOWS_PER_FIT === 0) fitted = yield* fitModel(before, fitted)
    const played = songsOf(show)
    byModel.push({ played, chances: songChances(before, show, 'model', fitted ?? null) })
    yield
    byRule.push({ played, chances: songChances(before, show, 'rule', null) })
    yield
  }
  const model = measureChances(byModel)
  const rule = measureChances(byRule)
  const method = model.logLoss < rule.logLoss ? 'model' : 'rule'
  return { method, measured: { shows, model, rule } }
}
