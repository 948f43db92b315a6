import type { Show } from '@called-it/shared/contract/shows'
import { expect, test } from 'vitest'
import { withShow } from './show-queries.ts'

const show = (id: number, showdate: string, version: number, is_open = true): Show => ({
  showid: id,
  show_id: id,
  id,
  showdate,
  date: showdate,
  venue: 'Tidewater Pavilion',
  city: null,
  state: null,
  country: null,
  location: '',
  tour_id: null,
  is_scored: !is_open,
  is_open,
  locks_at: null,
  closes_at: `${showdate}T23:59:59Z`,
  version,
})
const shows = [show(1, '2026-04-01', 1), show(2, '2026-04-03', 0)]
const ids = (list: readonly Show[]) => list.map(({ id }) => id)

test('a show that closed leaves the list', () => {
  expect(ids(withShow(shows, show(1, '2026-04-01', 2, false)))).toEqual([2])
})

test('a show that opens takes its place by date', () => {
  expect(ids(withShow(shows, show(3, '2026-04-02', 1)))).toEqual([1, 3, 2])
})

test('an older telling changes nothing', () => {
  expect(withShow(shows, show(1, '2026-04-01', 0, false))).toEqual(shows)
})
