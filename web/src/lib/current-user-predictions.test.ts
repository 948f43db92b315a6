import type { Prediction } from '@called-it/shared/contract/predictions'
import { expect, test } from 'vitest'
import { removePrediction, upsertPrediction } from './current-user-predictions.ts'

const prediction = (id: number, show_id: number, version = 1): Prediction => ({
  id,
  user_id: 5,
  show_id,
  created_at: '2026-04-01T00:00:00Z',
  updated_at: '2026-04-01T00:00:00Z',
  score: null,
  setlist: { set1: [], set2: [], encore: [] },
  version,
})
const held = [prediction(1, 11), prediction(2, 12)]

test('a prediction that was saved again takes its own place', () => {
  expect(upsertPrediction(held, prediction(2, 12, 7))).toEqual([prediction(1, 11), prediction(2, 12, 7)])
})

test('a new prediction comes first', () => {
  expect(upsertPrediction(held, prediction(3, 13)).map(({ id }) => id)).toEqual([3, 1, 2])
})

test('a prediction that was reset is gone', () => {
  expect(removePrediction(held, 11).map(({ id }) => id)).toEqual([2])
})
