import type { Colours } from './colours.ts'
import type { BoardRow } from './content.ts'
import { inDigits, RIGHT } from './frame.ts'
import { fit, fitWhole, type Text } from './text.ts'

/** A large heading in the right half with a line below. */
export function largeText(heading: string, line: string, colours: Colours, fallback?: string): Text {
  const { width } = RIGHT
  return {
    text: heading,
    ...RIGHT,
    ...fit(heading, { width, sizes: [72, 60], lines: 3 }),
    y: 190,
    font: 'display',
    colour: colours.ink,
    fallback,
    below: {
      text: line,
      ...fit(line, { width, sizes: [32, 26], lines: 2 }),
      font: 'body',
      colour: colours.soft,
    },
  }
}

const POINTS_WIDTH = 130
const NAME_X = 88

/** Three rows of a board in the right half. */
export function boardRows(rows: readonly BoardRow[], top: number, step: number, colours: Colours): Text[] {
  const medals = [colours.special, colours.soft, colours.encore]
  return rows.slice(0, 3).flatMap(({ rank, name, points }, index): Text[] => {
    const y = top + index * step
    const width = RIGHT.width - NAME_X - POINTS_WIDTH
    const { size } = fit(name, { width, sizes: [40, 28], lines: 1 })
    return [
      {
        ...fitWhole(inDigits(rank), { width: NAME_X - 12, size: 48 }),
        x: RIGHT.x,
        y,
        font: 'display',
        colour: medals[rank - 1] ?? colours.soft,
      },
      {
        text: name,
        x: RIGHT.x + NAME_X,
        y,
        width,
        font: 'display',
        weight: 700,
        size,
        colour: colours.ink,
        isName: true,
      },
      {
        ...fitWhole(inDigits(points), { width: POINTS_WIDTH, size: 40 }),
        x: RIGHT.x + RIGHT.width - POINTS_WIDTH,
        y,
        align: 'right',
        font: 'display',
        colour: colours.lightInk,
      },
    ]
  })
}
