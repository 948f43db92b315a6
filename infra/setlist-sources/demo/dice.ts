/** A sequence of chances that is the same every time it is made from the same name. */
export interface Dice {
  /** The next number in [0, 1). */
  roll(): number
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** Whether something of this probability happens. */
  chance(probability: number): boolean
  /** A place in a list of weights, each as likely as its weight. Undefined when no weight is above 0. */
  pickIndex(weights: readonly number[]): number | undefined
  /** One of the candidates, each as likely as its weight; equally likely when no weights are given. */
  pick<T>(candidates: readonly T[], weightOf?: (candidate: T) => number): T | undefined
}

/**
 * Dice named by what they decide, as in `setlist 61`. Decisions with names of their own stay what they were
 * when another decision is added, which a single sequence for everything would not give.
 */
export function namedDice(name: string): Dice {
  const roll = mulberry32(fnv1a(name))
  const pickIndex = (weights: readonly number[]) => indexAt(roll(), weights)
  return {
    roll,
    between: (low, high) => low + Math.floor(roll() * (high - low + 1)),
    chance: (probability) => roll() < probability,
    pickIndex,
    pick: (candidates, weightOf = () => 1) => {
      const index = pickIndex(candidates.map(weightOf))
      return index === undefined ? undefined : candidates[index]
    },
  }
}

/** The place where a share of the sum of all weights is reached. */
function indexAt(share: number, weights: readonly number[]): number | undefined {
  let left = share * weights.reduce((sum, weight) => sum + weight, 0)
  const index = weights.findIndex((weight) => {
    left -= weight
    return weight > 0 && left < 0
  })
  return index === -1 ? undefined : index
}

/** Tommy Ettinger's mulberry32: 32 bits of state, public domain, and plenty for setlists. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The 32-bit FNV-1a hash of a text's UTF-16 units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash
}
