import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packHistogram, unpackHistogram } from './histogram.ts'

const histograms = fc
  .uniqueArray(
    fc.record({ total: fc.nat({ max: 3_000 }), players: fc.integer({ min: 1, max: 2 ** 31 - 1 }) }),
    { selector: ({ total }) => total },
  )
  .map((counts) => counts.toSorted((one, other) => other.total - one.total))

describe('packed histogram', () => {
  test('unpacks to the same counts, highest total first', () => {
    fc.assert(
      fc.property(histograms, (counts) => {
        expect(unpackHistogram(packHistogram(counts))).toEqual(counts)
      }),
    )
  })

  test('takes three bytes for each total of a large crowd, in base64', () => {
    const counts = Array.from({ length: 60 }, (_, total) => ({ total, players: 16_384 + total }))
    expect(packHistogram(counts)).toHaveLength(60 * 4)
  })
})
