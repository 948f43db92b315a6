export type Goal = {
  /** What is measured. */
  readonly what: string
  readonly better: string
  /** What must be reached. */
  readonly gate: number
  /** What would be good. */
  readonly stretch: number
}

export type Judgement = Goal & {
  readonly goal: string
  readonly value: number
  readonly verdict: 'missed' | 'gate' | 'stretch'
}

/**
 * How what a benchmark reached stands to its goals.
 *
 * @throws Error for a goal that nobody has set
 */
export function judge(
  reached: Readonly<Record<string, number>>,
  goals: ReadonlyMap<string, Goal>,
): Judgement[] {
  return Object.entries(reached).map(([name, value]) => {
    const goal = goals.get(name)
    if (!goal) throw new Error(`there is no goal ${name}`)
    const reaches = (limit: number) => (goal.better === 'higher' ? value >= limit : value <= limit)
    const verdict = reaches(goal.stretch) ? 'stretch' : reaches(goal.gate) ? 'gate' : 'missed'
    return { ...goal, goal: name, value, verdict }
  })
}
