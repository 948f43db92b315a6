import type { Prediction } from '@called-it/shared/contract/predictions'

export type ScoredPrediction = Prediction & { score: number }

/** Best first. */
export function listScored(predictions: readonly Prediction[]): ScoredPrediction[] {
  return predictions
    .filter((prediction): prediction is ScoredPrediction => prediction.score !== null)
    .toSorted((a, b) => b.score - a.score)
}
