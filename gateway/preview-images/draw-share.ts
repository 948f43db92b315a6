import { dayInWords } from '@called-it/shared/game/day-in-words'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import type { Colours } from './colours.ts'
import type { ShareContent } from './content.ts'
import { footer, inDigits, LEFT, leftHalf, leftHeading, RIGHT } from './frame.ts'
import { largeText } from './parts.ts'
import { BESIDE_SPACE, type Drawing, emWidth, fitWhole, type Text } from './text.ts'
import { drawTiles } from './tiles.ts'

const SETS = {
  set1: { label: 'set 1', y: 82 },
  set2: { label: 'set 2', y: 234 },
  encore: { label: 'encore', y: 386 },
}

export function drawShare({ name, band, show, result }: ShareContent, colours: Colours): Drawing {
  if (result === null) return drawPicked(name, band, show, colours)
  const { total, rank, players, is_final, machine, slots } = result
  const labels = SET_NAMES.map((set): Text => {
    const { label: text, y } = SETS[set]
    return { text, ...RIGHT, y, font: 'display', weight: 700, size: 25, colour: colours[set] }
  })
  return {
    shapes: SET_NAMES.map((set) => drawTiles(slots[set], RIGHT.x, SETS[set].y + 16, colours)).join(''),
    texts: [
      ...leftHalf(
        {
          heading: name,
          number: inDigits(total),
          unit: `${total === 1 ? 'point' : 'points'}${is_final ? '' : ' so far'}`,
          isName: true,
        },
        colours,
      ),
      rankLine(`#${inDigits(rank)}`, `of ${inDigits(players)}`, colours),
      ...labels,
      ...(machine === null ? [] : [machineLine(total - machine, colours)]),
      // The venue is what may be cut.
      ...footer(band, `${dayInWords(show.date)}, ${show.venue}`, colours),
    ],
  }
}

const RANK_SIZE = 72
const PLAYERS_SIZE = 32

function rankLine(rank: string, players: string, { left: colour, leftSoft }: Colours): Text {
  const space = RANK_SIZE * BESIDE_SPACE
  const wide = emWidth(rank) * RANK_SIZE + space + emWidth(players) * PLAYERS_SIZE
  const scale = Math.min(1, LEFT.width / wide)
  return {
    text: rank,
    x: LEFT.x,
    y: 548,
    width: LEFT.width,
    font: 'display',
    size: Math.floor(RANK_SIZE * scale),
    colour,
    beside: { text: players, font: 'body', size: Math.floor(PLAYERS_SIZE * scale), colour: leftSoft },
  }
}

function machineLine(ahead: number, colours: Colours): Text {
  const text =
    ahead > 0
      ? `beat the machine by ${ahead}`
      : ahead < 0
        ? `${-ahead} behind the machine`
        : 'level with the machine'
  return {
    ...fitWhole(text, { width: 344, size: 30 }),
    x: 788,
    y: 444,
    align: 'right',
    font: 'display',
    weight: 700,
    colour: colours.lightInk,
  }
}

/** Before the lock. */
function drawPicked(
  name: string,
  band: string,
  { venue, location, date }: ShareContent['show'],
  colours: Colours,
): Drawing {
  return {
    shapes: '',
    texts: [
      leftHeading(name, colours.left, true),
      {
        text: 'I have picked',
        x: LEFT.x,
        y: 330,
        width: LEFT.width,
        lines: 2,
        font: 'display',
        size: 112,
        colour: colours.left,
      },
      largeText(venue, location, colours),
      ...footer(band, dayInWords(date), colours),
    ],
  }
}
