import type { Step } from '@called-it/shared/contract/live'

/** What a step is to somebody who holds a topic's version `mine`. */
export type StepVerdict =
  /** Its change is in what is held already. */
  | 'old'
  /** It leads on from what is held. */
  | 'next'
  /** Something before it is missing. */
  | 'gap'

export function judgeStep(mine: number, step: Pick<Step, 'from' | 'to'>): StepVerdict {
  if (step.to <= mine) return 'old'
  return step.from <= mine ? 'next' : 'gap'
}

/** The steps that were heard last, kept for an answer that was on its way while they came. */
const REMEMBERED_STEPS = 50

/** How steps of one kind of event change data that holds a version for each of its topics. */
export type StepApplication<Data, Event extends Step> = {
  /** The version that `data` holds of the event's topic; null where the event is not about `data`. */
  versionOf: (data: Data, event: Event) => number | null
  /** The data with the event applied, the topic's version being `event.to` afterwards. */
  apply: (data: Data, event: Event) => Data
  /** True where every event carries the whole state of its topic, so that a gap cannot hurt. */
  whole?: boolean | undefined
}

/** The steps that were heard, with one more. */
export function rememberStep<Event extends Step>(heard: readonly Event[], event: Event): readonly Event[] {
  return [...heard, event].slice(-REMEMBERED_STEPS)
}

/**
 * Brings data up to date with the steps that were heard, whether they came before the data or after it.
 * `gap` tells that a step is missing and the data must be fetched again.
 */
export function advance<Data, Event extends Step>(
  data: Data,
  heard: readonly Event[],
  { versionOf, apply, whole = false }: StepApplication<Data, Event>,
): { data: Data; gap: boolean } {
  let advanced = data
  let gap = false
  for (const event of heard) {
    const mine = versionOf(advanced, event)
    if (mine === null) continue
    const verdict = judgeStep(mine, event)
    if (verdict === 'next' || (verdict === 'gap' && whole)) advanced = apply(advanced, event)
    else if (verdict === 'gap') gap = true
  }
  return { data: advanced, gap }
}
