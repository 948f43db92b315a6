import type { Step } from '@called-it/shared/contract/events'

/** `old` is already applied, `next` continues from the held version, `gap` means that steps before it are missing. */
export type StepVerdict = 'old' | 'next' | 'gap'

export function judgeStep(
  version: number,
  { from, to }: Pick<Step, 'from' | 'to'>,
  isExact = false,
): StepVerdict {
  if (to <= version) return 'old'
  return from === 0 || from === version || (from < version && !isExact) ? 'next' : 'gap'
}

/** Kept for a response that was on its way when they arrived. */
const MAX_STEPS = 50

export type StepApplication<Data, Event extends Step> = {
  /** The version of the event's topic in `data`; null when the event is not about `data`. */
  versionOf: (data: Data, event: Event) => number | null
  apply: (data: Data, event: Event) => Data
  /** True when each event holds the complete state of its topic, so that gaps do not matter. */
  isSnapshot?: boolean | undefined
  /** True when an event applies to its version `from` only, and not to those up to its `to`. */
  isExact?: boolean | undefined
}

export function appendStep<Event extends Step>(steps: readonly Event[], event: Event): readonly Event[] {
  return [...steps, event].slice(-MAX_STEPS)
}

/** `gap` means that a step is missing and the data must be refetched. */
export function applySteps<Data, Event extends Step>(
  data: Data,
  steps: readonly Event[],
  { versionOf, apply, isSnapshot = false, isExact = false }: StepApplication<Data, Event>,
): { data: Data; gap: boolean } {
  let advanced = data
  let gap = false
  for (const event of steps) {
    const version = versionOf(advanced, event)
    if (version === null) continue
    const verdict = judgeStep(version, event, isExact)
    if (verdict === 'next' || (verdict === 'gap' && isSnapshot)) advanced = apply(advanced, event)
    else if (verdict === 'gap') gap = true
  }
  return { data: advanced, gap }
}
