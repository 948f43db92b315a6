import { PREVIEW_SIZE, type PreviewTheme } from '@called-it/shared/contract/preview-images'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { numberFormat } from '@called-it/shared/languages/formats'
import type { Translate } from '@called-it/shared/languages/translate'
import { COLOURS, type Colours } from './colours.ts'
import type { Award, BoardRow, PreviewContent } from './content.ts'
import { type Slots, slotsOf } from './slots.ts'
import { BESIDE_SPACE, type Drawing, emWidth, fit, fitWhole, type Text } from './text.ts'
import { drawTiles } from './tiles.ts'

const { width, height } = PREVIEW_SIZE

/** Below the left half; on the light ground a sheet takes the place of the beam. */
const STAGE = {
  dark: `<defs><linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffb43a" stop-opacity=".54"/><stop offset="1" stop-color="#ffb43a" stop-opacity=".03"/></linearGradient></defs><path d="M226 0h76l208 556a246 38 0 0 1-492 0z" fill="url(#beam)"/><ellipse cx="264" cy="556" rx="246" ry="38" fill="#ffb43a" opacity=".13"/>`,
  light: `<defs><clipPath id="sheet"><rect x="36" y="36" width="484" height="558" rx="34"/></clipPath></defs><g clip-path="url(#sheet)"><rect x="36" y="36" width="484" height="558" fill="#ffb43a"/><g fill="none" stroke="#1c1300" stroke-opacity=".09"><circle cx="470" cy="560" r="150" stroke-width="46"/><circle cx="452" cy="574" r="186" stroke-width="9"/></g></g>`,
} as const satisfies Record<PreviewTheme, string>

const LEFT = { x: 72, width: 412 } as const
const RIGHT = { x: 564, width: 568 } as const

const SETS = {
  set1: { id: 'image.set1', y: 82 },
  set2: { id: 'image.set2', y: 234 },
  encore: { id: 'image.encore', y: 386 },
} as const

/** One template for all kinds: the ground with the stage and the product's sign, and the slots that the kind fills. */
export function draw(content: PreviewContent, theme: PreviewTheme, t: Translate): Drawing {
  const colours = COLOURS[theme]
  const slots = slotsOf(content, t)
  const { rows = [], awards, card, footer } = slots
  const [top, step] = awards === undefined ? [160, 130] : [114, 76]
  const sets = SET_NAMES.filter(() => card !== undefined)
  return {
    shapes: [
      groundOf(theme, colours),
      ...sets.map((set) => drawTiles(card?.[set] ?? [], RIGHT.x, SETS[set].y + 16, colours)),
    ].join(''),
    texts: [
      ...leftHalf(slots, colours),
      ...titleOf(slots, colours),
      ...rows.slice(0, 3).flatMap((row, index) => rowOf(row, t, top + index * step, colours)),
      ...(awards ?? []).slice(0, 3).flatMap((award, index) => awardOf(award, t, 352 + index * 52, colours)),
      ...sets.map(
        (set): Text => ({
          ...RIGHT,
          ...BOLD,
          text: t(SETS[set].id),
          y: SETS[set].y,
          size: 25,
          colour: colours[set],
        }),
      ),
      ...machineOf(slots, colours),
      ...footerOf(content.band, footer, colours),
    ],
  }
}

const BOLD = { font: 'display', weight: 700 } as const

function groundOf(theme: PreviewTheme, { ground, dot, light, onLight }: Colours): string {
  const dots = `<defs><pattern id="dots" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="10" cy="10" r="1.3" fill="${dot}"/></pattern></defs>`
  const all = `width="${width}" height="${height}"`
  const sign = `<g transform="translate(930 541)"><circle cx="24" cy="24" r="24" fill="${light}"/><path d="m12.7 24.7 7.6 7.6 15-16.5" fill="none" stroke="${onLight}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></g>`
  return `${dots}<rect ${all} fill="${ground}"/><rect ${all} fill="url(#dots)"/>${STAGE[theme]}${sign}`
}

function leftHalf(
  { heading, isName, number, motto, note, rank }: Slots,
  { left, leftSoft }: Colours,
): Text[] {
  const { size, lines } = fit(heading, { width: LEFT.width, sizes: [60, 40], lines: 2 })
  const place = lines === 1 ? { size, y: 114 } : { size: 36, y: 92 }
  const large = { ...LEFT, font: 'display', colour: left } as const
  const texts: Text[] = [{ ...large, ...place, text: heading, lines, isName }]
  if (motto !== undefined) texts.push({ ...large, text: motto, y: 330, lines: 2, size: largestOf(motto) })
  if (number !== undefined) {
    const [digits = '', ...unit] = number.split(' ')
    const fitted = fitWhole(digits, { width: 440, size: 296 })
    const counted = fitWhole(unit.join(' '), { width: LEFT.width, size: 32 })
    texts.push(
      { ...large, ...fitted, x: LEFT.x - fitted.size / 21, y: 396 },
      { ...LEFT, ...counted, y: 462, font: 'body', colour: leftSoft },
    )
  }
  if (note !== undefined) texts.push({ ...large, text: note, y: 548, size: 44 })
  if (rank !== undefined) texts.push({ ...large, ...rankOf(rank, leftSoft), y: 548 })
  return texts
}

/** No word is broken. */
const largestOf = (motto: string) =>
  Math.min(112, Math.floor(LEFT.width / Math.max(...motto.split(' ').map(emWidth))))

const RANK_SIZE = 72
const PLAYERS_SIZE = 32

function rankOf({ text, beside }: { text: string; beside: string }, colour: string) {
  const space = RANK_SIZE * BESIDE_SPACE
  const wide = emWidth(text) * RANK_SIZE + space + emWidth(beside) * PLAYERS_SIZE
  const scale = Math.min(1, LEFT.width / wide)
  const size = Math.floor(PLAYERS_SIZE * scale)
  return {
    text,
    size: Math.floor(RANK_SIZE * scale),
    beside: { text: beside, font: 'body', size, colour },
  } as const
}

/** A large title with a line below. */
function titleOf({ title }: Slots, colours: Colours): Text[] {
  if (title === undefined) return []
  const { text, fallback, below } = title
  const [large, line] = [
    fit(text, { width: RIGHT.width, sizes: [72, 60], lines: 3 }),
    fit(below, { width: RIGHT.width, sizes: [32, 26], lines: 2 }),
  ]
  const under = { text: below, ...line, font: 'body', colour: colours.soft } as const
  return [{ ...RIGHT, ...large, text, y: 190, font: 'display', colour: colours.ink, fallback, below: under }]
}

const POINTS_WIDTH = 130
const NAME_X = 88

/** A row of a board. */
function rowOf({ rank, name, points }: BoardRow, t: Translate, y: number, colours: Colours): Text[] {
  const inDigits = (count: number) => numberFormat(t.language, {}).format(count)
  const medals = [colours.special, colours.soft, colours.encore]
  const place = { x: RIGHT.x + NAME_X, y, width: RIGHT.width - NAME_X - POINTS_WIDTH }
  const { size } = fit(name, { ...place, sizes: [40, 28], lines: 1 })
  return [
    {
      ...fitWhole(inDigits(rank), { width: NAME_X - 12, size: 48 }),
      x: RIGHT.x,
      y,
      font: 'display',
      colour: medals[rank - 1] ?? colours.soft,
    },
    { ...place, ...BOLD, text: name, size, colour: colours.ink, isName: true },
    { ...atRight(inDigits(points), y, POINTS_WIDTH, 40), font: 'display', colour: colours.lightInk },
  ]
}

const atRight = (text: string, y: number, width: number, size: number) =>
  ({ ...fitWhole(text, { width, size }), x: RIGHT.x + RIGHT.width - width, y, align: 'right' }) as const

function awardOf({ award, name, fact }: Award, t: Translate, y: number, { soft, ink }: Colours): Text[] {
  const place = { x: RIGHT.x + 172, y, width: 210 }
  return [
    { text: t(award), x: RIGHT.x, y, width: 172, font: 'body', size: 22, colour: soft },
    {
      ...place,
      ...fit(name, { ...place, sizes: [24, 20], lines: 1 }),
      ...BOLD,
      text: name,
      isName: true,
      colour: ink,
    },
    { ...atRight(t(fact), y, 186, 22), font: 'body', colour: soft },
  ]
}

function machineOf({ machine }: Slots, { lightInk: colour }: Colours): Text[] {
  return machine === undefined ? [] : [{ ...atRight(machine, 444, 344, 30), ...BOLD, colour }]
}

/** The product's name, and what is known beside it. */
function footerOf(band: string, line: string, { ink, soft }: Colours): Text[] {
  const place = { x: RIGHT.x, width: 346 }
  const [large, small] = [
    fit(band, { ...place, sizes: [32, 24], lines: 1 }),
    fit(line, { ...place, sizes: [24, 18], lines: 1 }),
  ]
  return [
    { text: 'called it', x: 992, y: 578, width: 160, font: 'display', size: 40, colour: ink },
    { ...place, ...large, ...BOLD, text: band, y: 553, colour: ink },
    { ...place, ...small, text: line, y: 588, font: 'body', colour: soft },
  ]
}
