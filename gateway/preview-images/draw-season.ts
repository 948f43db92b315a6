import type { Colours } from './colours.ts'
import type { SeasonContent } from './content.ts'
import { counted, footer, inDigits, leftHalf, RIGHT } from './frame.ts'
import { boardRows } from './parts.ts'
import { type Drawing, fit, fitWhole, type Text } from './text.ts'

const NAME_WIDTH = 210
const FACT_WIDTH = 186

export function drawSeason(
  { band, tour, shows, players, podium, awards }: SeasonContent,
  colours: Colours,
): Drawing {
  const unit = `${shows === 1 ? 'show' : 'shows'}, ${counted(players, 'player')}`
  return {
    shapes: '',
    texts: [
      ...leftHalf({ heading: tour, number: inDigits(shows), unit }, colours),
      ...boardRows(podium, 114, 76, colours),
      ...awards.slice(0, 3).flatMap(({ award, name, fact }, index): Text[] => {
        const line = { y: 352 + index * 52 }
        const sizes: [number, number] = [24, 20]
        return [
          { ...line, text: award, x: RIGHT.x, width: 172, font: 'body', size: 22, colour: colours.soft },
          {
            ...line,
            ...fit(name, { width: NAME_WIDTH, sizes, lines: 1 }),
            text: name,
            isName: true,
            x: RIGHT.x + 172,
            width: NAME_WIDTH,
            font: 'display',
            weight: 700,
            colour: colours.ink,
          },
          {
            ...line,
            ...fitWhole(fact, { width: FACT_WIDTH, size: 22 }),
            x: RIGHT.x + RIGHT.width - FACT_WIDTH,
            align: 'right',
            font: 'body',
            colour: colours.soft,
          },
        ]
      }),
      ...footer(band, 'the season', colours),
    ],
  }
}
