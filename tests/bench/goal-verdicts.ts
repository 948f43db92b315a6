export type Goal = {
  readonly what: string
  readonly gate: number
  /** Above the gate where more is better, below it or equal where less is. */
  readonly stretch: number
}

export type Verdict = Goal & {
  readonly goal: string
  readonly value: number
  readonly verdict: 'missed' | 'gate' | 'stretch'
}

/** @throws Error for a goal that is not among `goals` */
export function compareWithGoals(
  reached: Readonly<Record<string, number>>,
  goals: ReadonlyMap<string, Goal>,
): Verdict[] {
  return Object.entries(reached).map(([name, value]) => {
    const goal = goals.get(name)
    if (!goal) throw new Error(`there is no goal ${name}`)
    const reaches = (limit: number) => (goal.stretch > goal.gate ? value >= limit : value <= limit)
    const verdict = reaches(goal.stretch) ? 'stretch' : reaches(goal.gate) ? 'gate' : 'missed'
    return { ...goal, goal: name, value, verdict }
  })
}
