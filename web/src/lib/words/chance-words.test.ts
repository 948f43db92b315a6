import type { ChanceReason } from '@called-it/shared/game/chance/song-chance'
import { describe, expect, test } from 'vitest'
import { reasonInWords } from './chance-words.ts'

const MAX_CHARACTERS = 28

const played = {
  id: 1,
  chance: 100,
  gap: 120,
  usual_gap: 99,
  last: 0,
  lately: 10,
  recent: 100,
  tour: 0,
  venue: 0,
}
const shows = { recent_shows: 100, tour_shows: 99 }

describe('reason of a chance', () => {
  test.each<ChanceReason>(['due', 'rested', 'lately', 'last-show', 'this-run', 'often', 'seldom'])(
    'fits in a row of the song list with all its numbers: %s',
    (reason) => {
      const words = reasonInWords(reason, { ...played, usual: null, reasons: [reason] }, shows)
      expect(words.length).toBeLessThanOrEqual(MAX_CHARACTERS)
    },
  )
})
