/** Logistic regression by Newton's method, with a ridge on standardised features. */

const RIDGE = 3
const SHOWS_PER_YIELD = 20

/** Rows of features one after the other, each with its label. All rows of a show have one weight. */
export type ShowSamples = {
  readonly features: Float64Array
  readonly labels: Uint8Array
  readonly weight: number
}

export type Regression = {
  readonly means: readonly number[]
  readonly deviations: readonly number[]
  /** One for each standardised feature. */
  readonly weights: readonly number[]
  readonly intercept: number
}

/**
 * Standardises the samples where they are.
 *
 * @param before where to start from, in the same features
 */
export function* fitRegression(
  samples: readonly ShowSamples[],
  width: number,
  steps: number,
  before: Regression | null,
): Generator<void, Regression> {
  const { means, deviations } = yield* standardise(samples, width)
  const beta = new Float64Array(width + 1)
  if (before !== null) beta.set([...before.weights, before.intercept])
  for (let step = 0; step < steps; step++) {
    const { gradient, hessian } = yield* derivativesAt(beta, samples)
    for (let index = 0; index < width; index++) {
      add(gradient, index, -RIDGE * at(beta, index))
      add(hessian, index * (width + 1) + index, RIDGE)
    }
    for (const [index, move] of solve(hessian, gradient).entries()) add(beta, index, move)
  }
  return { means, deviations, weights: Array.from(beta.subarray(0, width)), intercept: at(beta, width) }
}

/** The log odds of each row of standardised samples. */
export function oddsIn({ features, labels }: ShowSamples, { weights, intercept }: Regression): Float64Array {
  return Float64Array.from(labels, (_, row) =>
    weights.reduce(
      (sum, weight, index) => sum + weight * at(features, row * weights.length + index),
      intercept,
    ),
  )
}

/** Never quite 0 or 1. */
export function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-Math.max(-14, Math.min(14, sum))))
}

function* standardise(samples: readonly ShowSamples[], width: number) {
  const sums = new Float64Array(width)
  const squares = new Float64Array(width)
  let total = 0
  for (const [show, { features, labels, weight }] of samples.entries()) {
    total += weight * labels.length
    for (let place = 0; place < features.length; place++) {
      const value = at(features, place)
      add(sums, place % width, weight * value)
      add(squares, place % width, weight * value * value)
    }
    if (show % SHOWS_PER_YIELD === 0) yield
  }
  const means = Array.from(sums, (sum) => sum / Math.max(total, 1e-9))
  const deviations = Array.from(squares, (square, index) => {
    const variance = square / Math.max(total, 1e-9) - (means[index] ?? 0) ** 2
    return variance < 1e-9 ? 1 : Math.sqrt(variance)
  })
  for (const [show, { features }] of samples.entries()) {
    for (let place = 0; place < features.length; place++) {
      const index = place % width
      features[place] = (at(features, place) - (means[index] ?? 0)) / (deviations[index] ?? 1)
    }
    if (show % SHOWS_PER_YIELD === 0) yield
  }
  return { means, deviations }
}

/** The gradient and the lower half of the negative Hessian of the log likelihood. The intercept is last. */
function* derivativesAt(beta: Float64Array, samples: readonly ShowSamples[]) {
  const size = beta.length
  const width = size - 1
  const gradient = new Float64Array(size)
  const hessian = new Float64Array(size * size)
  const x = new Float64Array(size).fill(1)
  for (const [show, { features, labels, weight }] of samples.entries()) {
    for (let row = 0; row < labels.length; row++) {
      let sum = at(beta, width)
      for (let index = 0; index < width; index++) {
        x[index] = at(features, row * width + index)
        sum += at(x, index) * at(beta, index)
      }
      const chance = logistic(sum)
      const slope = weight * (at(labels, row) - chance)
      const curve = weight * chance * (1 - chance)
      for (let index = 0; index < size; index++) {
        add(gradient, index, slope * at(x, index))
        const factor = curve * at(x, index)
        for (let other = 0; other <= index; other++) add(hessian, index * size + other, factor * at(x, other))
      }
    }
    if (show % SHOWS_PER_YIELD === 0) yield
  }
  return { gradient, hessian }
}

/** By Cholesky's decomposition of a positive definite matrix, of which the lower half is read and overwritten. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length
  const solution = right.slice()
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let rest = at(matrix, row * size + column)
      for (let k = 0; k < column; k++) rest -= at(matrix, row * size + k) * at(matrix, column * size + k)
      const pivot = at(matrix, column * size + column)
      matrix[row * size + column] = row === column ? Math.sqrt(Math.max(rest, 1e-9)) : rest / pivot
    }
    let rest = at(solution, row)
    for (let k = 0; k < row; k++) rest -= at(matrix, row * size + k) * at(solution, k)
    solution[row] = rest / at(matrix, row * size + row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let rest = at(solution, row)
    for (let k = row + 1; k < size; k++) rest -= at(matrix, k * size + row) * at(solution, k)
    solution[row] = rest / at(matrix, row * size + row)
  }
  return solution
}

const at = (numbers: Float64Array | Uint8Array, index: number) => numbers[index] ?? 0

function add(numbers: Float64Array, index: number, value: number): void {
  numbers[index] = at(numbers, index) + value
}
