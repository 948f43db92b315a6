import type { Step } from '@called-it/shared/contract/live'

/** `old` is already applied, `next` continues from the held version, `gap` means that steps before it are missing. */
export type StepVerdict = 'old' | 'next' | 'gap'

export function judgeStep(version: number, step: Pick<Step, 'from' | 'to'>): StepVerdict {
  if (step.to <= version) return 'old'
  return step.from <= version ? 'next' : 'gap'
}

/** Kept for a response that was on its way when they arrived. */
const MAX_STEPS = 50

export type StepApplication<Data, Event extends Step> = {
  /** The version of the event's topic in `data`; null when the event is not about `data`. */
  versionOf: (data: Data, event: Event) => number | null
  apply: (data: Data, event: Event) => Data
  /** True when each event holds the complete state of its topic, so that gaps do not matter. */
  isSnapshot?: boolean | undefined
}

export function appendStep<Event extends Step>(steps: readonly Event[], event: Event): readonly Event[] {
  return [...steps, event].slice(-MAX_STEPS)
}

/** `gap` means that a step is missing and the data must be refetched. */
export function applySteps<Data, Event extends Step>(
  data: Data,
  steps: readonly Event[],
  { versionOf, apply, isSnapshot = false }: StepApplication<Data, Event>,
): { data: Data; gap: boolean } {
  let advanced = data
  let gap = false
  for (const event of steps) {
    const version = versionOf(advanced, event)
    if (version === null) continue
    const verdict = judgeStep(version, event)
    if (verdict === 'next' || (verdict === 'gap' && isSnapshot)) advanced = apply(advanced, event)
    else if (verdict === 'gap') gap = true
  }
  return { data: advanced, gap }
}
