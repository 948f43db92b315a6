import { predictionOf } from '@called-it/tests/support/web/factories'
import { describe, expect, test } from 'vitest'
import { removePrediction, upsertPrediction } from './current-user-predictions.ts'

const prediction = (id: number, showId: number, version = 1) => predictionOf(showId, { id, version })
const held = [prediction(1, 11), prediction(2, 12)]

describe('list of predictions', () => {
  test('replaces a prediction that was saved again', () => {
    expect(upsertPrediction(held, prediction(2, 12, 7))).toEqual([prediction(1, 11), prediction(2, 12, 7)])
  })

  test('puts a new prediction first', () => {
    expect(upsertPrediction(held, prediction(3, 13)).map(({ id }) => id)).toEqual([3, 1, 2])
  })

  test('drops a prediction that was reset', () => {
    expect(removePrediction(held, 11).map(({ id }) => id)).toEqual([2])
  })
})
