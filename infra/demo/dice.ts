/** Seeded random numbers: the same name gives the same sequence. */
export interface Dice {
  roll(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pickIndex(weights: readonly number[]): number | undefined
  /** A random candidate by weight; all are equally likely when no weights are given. */
  pick<T>(candidates: readonly T[], weightOf?: (candidate: T) => number): T | undefined
}

/** Each decision has its own name, so that adding a decision does not change the others. */
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

function indexAt(share: number, weights: readonly number[]): number | undefined {
  let left = share * weights.reduce((sum, weight) => sum + weight, 0)
  const index = weights.findIndex((weight) => {
    left -= weight
    return weight > 0 && left < 0
  })
  return index === -1 ? undefined : index
}

/** Tommy Ettinger's mulberry32, public domain. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** 32-bit FNV-1a over UTF-16 units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash
}
