/** Logistic regression by Newton's method, with a ridge on standardised features. */

const RIDGE = 3
const ROWS_PER_YIELD = 8_000

/** Rows of features one after the other, each with its label and weight. */
export type Samples = {
  readonly width: number
  readonly features: Float64Array
  readonly labels: Uint8Array
  readonly weights: Float64Array
}

export type Regression = {
  readonly means: readonly number[]
  readonly deviations: readonly number[]
  /** Of the standardised features. */
  readonly weights: readonly number[]
  readonly intercept: number
}

/**
 * Standardises the samples where they are.
 *
 * @param before where to start from, in the same features
 */
export function* fitRegression(
  samples: Samples,
  steps: number,
  before: Regression | null,
): Generator<void, Regression> {
  const { width } = samples
  const { means, deviations } = yield* standardise(samples)
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

export function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum))
}

function* standardise({ width, features, weights }: Samples) {
  const sums = new Float64Array(width)
  const squares = new Float64Array(width)
  let total = 0
  for (const [row, weight] of weights.entries()) {
    total += weight
    for (let index = 0; index < width; index++) {
      const value = at(features, row * width + index)
      add(sums, index, weight * value)
      add(squares, index, weight * value ** 2)
    }
    if (row % ROWS_PER_YIELD === 0) yield
  }
  const means = Array.from(sums, (sum) => sum / total)
  const deviations = Array.from(squares, (square, index) =>
    Math.sqrt(Math.max(square / total - (means[index] ?? 0) ** 2, 1e-12)),
  )
  for (const row of weights.keys()) {
    for (let index = 0; index < width; index++) {
      const place = row * width + index
      features[place] = (at(features, place) - (means[index] ?? 0)) / (deviations[index] ?? 1)
    }
    if (row % ROWS_PER_YIELD === 0) yield
  }
  return { means, deviations }
}

/** The gradient and the lower half of the negative Hessian of the log likelihood. The intercept is last. */
function* derivativesAt(beta: Float64Array, { width, features, labels, weights }: Samples) {
  const size = width + 1
  const gradient = new Float64Array(size)
  const hessian = new Float64Array(size * size)
  const x = new Float64Array(size).fill(1)
  for (const [row, weight] of weights.entries()) {
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
    if (row % ROWS_PER_YIELD === 0) yield
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
