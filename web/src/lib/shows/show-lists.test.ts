import type { Show } from '@called-it/shared/contract/shows'
import { openShow } from '@called-it/tests/support/web/factories'
import { describe, expect, test } from 'vitest'
import { updateLiveShows, updateRecentShows, updateUpcomingShows } from './show-lists.ts'

const show = (id: number, showdate: string, version: number, is_open = true) =>
  openShow(id, showdate, { version, is_open, is_scored: !is_open })
const shows = [show(1, '2026-04-01', 1), show(2, '2026-04-03', 0)]
const ids = (list: readonly Show[]) => list.map(({ id }) => id)

describe('show lists', () => {
  test('drops a closed show from the upcoming shows', () => {
    expect(ids(updateUpcomingShows(shows, show(1, '2026-04-01', 2, false)))).toEqual([2])
  })

  test('inserts an opened show by date', () => {
    expect(ids(updateUpcomingShows(shows, show(3, '2026-04-02', 1)))).toEqual([1, 3, 2])
  })

  test('ignores an older version of an upcoming show', () => {
    expect(updateUpcomingShows(shows, show(1, '2026-04-01', 0, false))).toEqual(shows)
  })

  test("holds tonight's shows from their lock until they are scored", () => {
    const now = new Date('2026-04-02T00:00:00Z')
    const tonight = { ...show(1, '2026-04-01', 2), is_open: false }
    expect(ids(updateLiveShows([], tonight, now))).toEqual([1])
    const closedEarly = { ...tonight, locks_at: '2026-04-02T01:00:00.000Z' }
    expect(ids(updateLiveShows([], closedEarly, now))).toEqual([1])
    const reopened = { ...tonight, is_open: true, locks_at: '2026-04-02T01:00:00.000Z', version: 3 }
    expect(updateLiveShows([tonight], reopened, now)).toEqual([])
    expect(updateLiveShows([tonight], show(1, '2026-04-01', 3, false), now)).toEqual([])
    expect(updateLiveShows([], tonight, new Date('2026-04-02T12:00:00Z'))).toEqual([])
  })

  const played = (id: number, showdate: string, version = 1) => show(id, showdate, version, false)

  test('adds a scored show to the recent shows, newest first', () => {
    const recent = [played(9, '2026-03-09'), played(7, '2026-03-01')]
    expect(ids(updateRecentShows(recent, played(8, '2026-03-05')))).toEqual([9, 8, 7])
  })

  test('sorts two recent shows of one day by their starts', () => {
    const matinee = { ...played(9, '2026-03-09'), starts_local: '15:00' }
    const evening = { ...played(8, '2026-03-09'), starts_local: '20:00' }
    expect(ids(updateRecentShows([matinee], evening))).toEqual([8, 9])
  })

  test('drops the oldest recent show when the list is full', () => {
    const days = Array.from({ length: 12 }, (_, index) => played(30 - index, `2026-03-${30 - index}`))
    const after = ids(updateRecentShows(days, played(31, '2026-03-31')))
    expect(after).toHaveLength(12)
    expect(after[0]).toBe(31)
    expect(after).not.toContain(19)
  })

  test('does not add a show without a setlist', () => {
    expect(updateRecentShows([], show(3, '2026-04-03', 1))).toEqual([])
  })

  test('keeps a show whose scores were reset and ignores older versions', () => {
    const recent = [played(9, '2026-03-09', 5)]
    expect(ids(updateRecentShows(recent, { ...played(9, '2026-03-09', 6), is_scored: false }))).toEqual([9])
    expect(updateRecentShows(recent, { ...played(9, '2026-03-09', 4), venue: 'The Old Name' })).toEqual(
      recent,
    )
  })
})
