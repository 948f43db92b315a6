import path from 'node:path'
import type { ListedNextShow } from '@called-it/infra/postgres/queries/chances/due-chances'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import type { SongChanceRow } from '@called-it/shared/contract/chances'
import { songsOf } from '@called-it/shared/game/chance/play-log'
import {
  CHANCE_METHODS,
  CHANCE_REASONS,
  type ChanceReason,
  type NextShow,
  type PastShow,
} from '@called-it/shared/game/chance/song-chance'
import { pastShow } from '@called-it/tests/support/chance-factories'
import { finish, generatedShows } from '@called-it/tests/support/generated-shows'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { showsOfSource } from '@called-it/tests/support/shows-of-source'
import { describe, expect, test } from 'vitest'
import { chancesOfShows } from './chances-of-shows.ts'

function listedOn<Show extends NextShow>(show: Show, id: number): Show & ListedNextShow {
  const date = new Date(show.day * 86_400_000).toISOString().slice(0, 10)
  return { ...show, listed: { id, date, venue: show.venue, location: '' } }
}

function pagesOf(
  history: readonly PastShow[],
  due: readonly NextShow[],
  method: (typeof CHANCE_METHODS)[number],
) {
  const listed = new Set(history.flatMap((show) => [...songsOf(show)]))
  const shows = due.map((show, index) => ({ ...listedOn(show, 10_000 + index), madeFrom: '' }))
  return finish(chancesOfShows(history.map(listedOn), shows, { method, listed })).map(({ page }) => page)
}

/** The reasons of a row, and those of them that the setlists before the show contradict. */
function judge(row: SongChanceRow, history: readonly PastShow[], next: NextShow) {
  const before = history.filter(({ day }) => day <= next.day)
  const playsIn = (shows: readonly PastShow[]) => shows.filter((show) => songsOf(show).has(row.id)).length
  const onTour = before.filter(({ tour }) => tour !== null && tour === next.tour)
  const since = before.slice(before.findLastIndex((show) => songsOf(show).has(row.id)))
  const isTrue: Record<ChanceReason, boolean> = {
    due: row.usual_gap !== null && since.length - 1 > row.usual_gap,
    rested: onTour.length > 0 && playsIn(onTour) === 0,
    lately: playsIn(before.slice(-10)) >= 2 && row.lately === playsIn(before.slice(-10)),
    'last-show': playsIn(before.slice(-1)) === 1,
    'this-run':
      since.every(({ venue }) => venue === next.venue) &&
      since.every(({ day }, index) => (since[index + 1] ?? next).day - day <= 3),
    often: playsIn(before.slice(-100)) / Math.min(100, before.length) >= 0.1 && row.recent >= 2,
    seldom: playsIn(before.slice(-100)) / Math.min(100, before.length) < 0.05,
  }
  return {
    isLikely: row.chance !== null,
    reasons: row.reasons,
    untrue: row.reasons.filter((reason) => !isTrue[reason]),
  }
}

/** Each 25th show has a song that is not played again. */
function withRareSongs(history: readonly PastShow[]): readonly PastShow[] {
  return history.map((show, index) => {
    const songs = index % 25 === 0 ? [1_000 + index] : []
    return { ...show, sets: [...show.sets, { set: 'encore', songs }] }
  })
}

function judgeAll(history: readonly PastShow[], due: readonly NextShow[], methods = CHANCE_METHODS) {
  return methods.flatMap((method) =>
    pagesOf(history, due, method).flatMap(({ songs }, index) =>
      songs.map((row) => judge(row, history, due[index] ?? { day: 0, venue: '', tour: null })),
    ),
  )
}

describe('reasons beside chances', () => {
  test('gives only facts of the setlists before the show, two at most', () => {
    const judged = [2, 5, 12, 40, 60, 135, 200].flatMap((count) => {
      const history = withRareSongs(generatedShows(count))
      const last = history.at(-1) ?? pastShow({})
      const inRun = { ...last, day: last.day + 1 }
      const onTour = { ...last, day: last.day + 3, venue: 'another' }
      return judgeAll(history, [inRun, onTour, { day: last.day + 189, venue: 'another', tour: 99 }])
    })
    expect(judged.flatMap(({ untrue }) => untrue)).toEqual([])
    expect(Math.max(...judged.map(({ reasons }) => reasons.length))).toBe(2)
    // The generated band rests no song for a tour.
    const named = new Set<ChanceReason>(judged.flatMap(({ reasons }) => reasons)).add('rested')
    expect(named).toEqual(new Set(CHANCE_REASONS))
  })

  test('names the last show half a year later, and nothing after a single play', () => {
    const [one, both, closer] = [1, 2, 3]
    const history = [
      pastShow({ set1: [one, both] }, { day: 20_000, tour: null }),
      pastShow({ set1: [both, closer] }, { day: 20_001, tour: null }),
    ]
    const [page] = pagesOf(history, [{ day: 20_190, venue: 'The Hall', tour: null }], 'plays')
    expect(page?.songs.map(({ id, reasons, lately }) => [id, reasons, lately])).toEqual([
      [one, [], 1],
      [both, ['last-show'], 2],
      [closer, ['last-show'], 1],
    ])
  })
})

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  test('contradicts no reason of six shows', { timeout: 600_000 }, async () => {
    const history = await showsOfSource(
      createFileSource({ paths: [path.join(REAL_SETLISTS, 'setlist-rows-1983-2025.csv')] }),
    )
    const later = { day: (history.at(-1)?.day ?? 0) + 40, venue: 'another', tour: null }
    const judged = [
      ...judgeAll(history, [later]),
      ...history
        .slice(-60)
        .filter((_, index) => index % 12 === 0)
        .flatMap((show) =>
          judgeAll(
            history.filter(({ day }) => day < show.day),
            [show],
          ),
        ),
    ]
    expect(judged.flatMap(({ untrue }) => untrue)).toEqual([])
    const likely = judged.filter(({ isLikely }) => isLikely)
    expect(likely.filter(({ reasons }) => reasons.length > 0).length).toBeGreaterThan(likely.length / 2)
  })
})
