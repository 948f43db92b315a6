import type { Colours } from './colours.ts'
import type { BoardContent } from './content.ts'
import { footer, inDigits, leftHalf } from './frame.ts'
import { boardRows } from './parts.ts'
import type { Drawing } from './text.ts'

export function drawBoard({ band, title, players, rows }: BoardContent, colours: Colours): Drawing {
  const unit = players === 1 ? 'player' : 'players'
  return {
    shapes: '',
    texts: [
      ...leftHalf({ heading: title, number: inDigits(players), unit }, colours),
      ...boardRows(rows, 160, 130, colours),
      ...footer(band, 'leaderboard', colours),
    ],
  }
}
