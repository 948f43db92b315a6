import { expect, test, vi } from 'vitest'
import { openLookup } from './lookup.ts'

test('looks a tour up once, and an unknown one each time', async () => {
  const findTour = vi.fn(async (tourId: number) => (tourId === 1 ? { id: 1 } : null))
  const isTour = openLookup(findTour)
  expect(await Promise.all([1, 1, 2, 2].map(isTour))).toEqual([true, true, false, false])
  expect([await isTour(1), await isTour(2)]).toEqual([true, false])
  expect(findTour.mock.calls).toEqual([[1], [2], [2]])
})

test('takes a tour for existing while the database is away, and asks again', async () => {
  const findTour = vi.fn<(tourId: number) => Promise<unknown>>()
  findTour.mockRejectedValueOnce(new Error('the database is away')).mockResolvedValueOnce(null)
  const isTour = openLookup(findTour)
  expect([await isTour(1), await isTour(1)]).toEqual([true, false])
})
