import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import { finish, generatedShows } from '@called-it/tests/support/generated-shows'
import { isLongRun } from '@called-it/tests/support/long-run'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { walkForward } from './backtest.ts'
import type { PastShow } from './song-chance.ts'

const TESTED = 24

test('keeps chances whatever the show and later ones play', { timeout: MANY_CASES_TIMEOUT }, () => {
  const show = fc.integer({ min: 0, max: TESTED - 1 })
  const songs = fc.array(fc.integer({ min: 1, max: 45 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.string(), show, songs, (name, replaced, other) => {
      const history = generatedShows(70, name)
      const from = history.length - TESTED + replaced
      const changed = history.map(
        (past, index): PastShow =>
          index < from
            ? past
            : { ...past, sets: [{ set: 'set2', songs: other.map((song) => song + index) }] },
      )
      const chancesOf = (shows: readonly PastShow[]) => {
        const { model, rule } = finish(walkForward(shows, TESTED))
        return [model, rule].map((judged) => judged.slice(0, replaced + 1).map(({ chances }) => chances))
      }

      expect(chancesOf(changed)).toEqual(chancesOf(history))
    }),
    { numRuns: isLongRun ? 20 : 5 },
  )
})
