import { PREVIEW_SIZE, type PreviewTheme } from '@called-it/shared/contract/preview-images'
import type { Colours } from './colours.ts'
import { fit, fitWhole, type Text } from './text.ts'

const { width, height } = PREVIEW_SIZE

/** Below the left half; on the light ground a sheet takes the place of the beam. */
const STAGE = {
  dark: `<defs><linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffb43a" stop-opacity=".54"/><stop offset="1" stop-color="#ffb43a" stop-opacity=".03"/></linearGradient></defs><path d="M226 0h76l208 556a246 38 0 0 1-492 0z" fill="url(#beam)"/><ellipse cx="264" cy="556" rx="246" ry="38" fill="#ffb43a" opacity=".13"/>`,
  light: `<defs><clipPath id="sheet"><rect x="36" y="36" width="484" height="558" rx="34"/></clipPath></defs><g clip-path="url(#sheet)"><rect x="36" y="36" width="484" height="558" fill="#ffb43a"/><g fill="none" stroke="#1c1300" stroke-opacity=".09"><circle cx="470" cy="560" r="150" stroke-width="46"/><circle cx="452" cy="574" r="186" stroke-width="9"/></g></g>`,
} as const satisfies Record<PreviewTheme, string>

/** The ground with the stage, and the product's sign. */
export function drawFrame(theme: PreviewTheme, { ground, dot, light, onLight }: Colours): string {
  const dots = `<defs><pattern id="dots" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="10" cy="10" r="1.3" fill="${dot}"/></pattern></defs>`
  const all = `width="${width}" height="${height}"`
  const sign = `<g transform="translate(930 541)"><circle cx="24" cy="24" r="24" fill="${light}"/><path d="m12.7 24.7 7.6 7.6 15-16.5" fill="none" stroke="${onLight}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></g>`
  return `${dots}<rect ${all} fill="${ground}"/><rect ${all} fill="url(#dots)"/>${STAGE[theme]}${sign}`
}

export const LEFT = { x: 72, width: 412 } as const
export const RIGHT = { x: 564, width: 568 } as const
/** Beside the sign. */
const FOOTER_WIDTH = 346

/** The product's name, and what is known beside it. */
export function footer(band: string, line: string, colours: Colours): Text[] {
  const { x } = RIGHT
  const bandSize = fit(band, { width: FOOTER_WIDTH, sizes: [32, 24], lines: 1 })
  const lineSize = fit(line, { width: FOOTER_WIDTH, sizes: [24, 18], lines: 1 })
  return [
    { text: 'called it', x: 992, y: 578, width: 160, font: 'display', size: 40, colour: colours.ink },
    {
      ...bandSize,
      text: band,
      x,
      y: 553,
      width: FOOTER_WIDTH,
      font: 'display',
      weight: 700,
      colour: colours.ink,
    },
    { ...lineSize, text: line, x, y: 588, width: FOOTER_WIDTH, font: 'body', colour: colours.soft },
  ]
}

/** A heading, and a large number with what it counts. */
export function leftHalf(
  { heading, number, unit, isName }: { heading: string; number: string; unit: string; isName?: true },
  { left, leftSoft }: Colours,
): Text[] {
  const fitted = fitWhole(number, { width: 440, size: 296 })
  return [
    leftHeading(heading, left, isName),
    { ...fitted, x: LEFT.x - fitted.size / 21, y: 396, font: 'display', colour: left },
    {
      ...fitWhole(unit, { width: LEFT.width, size: 32 }),
      x: LEFT.x,
      y: 462,
      font: 'body',
      colour: leftSoft,
    },
  ]
}

export function leftHeading(text: string, colour: string, isName?: true): Text {
  const { size, lines } = fit(text, { width: LEFT.width, sizes: [60, 40], lines: 2 })
  const at = lines === 1 ? { size, y: 114 } : { size: 36, y: 92 }
  return { text, x: LEFT.x, width: LEFT.width, ...at, lines, font: 'display', colour, isName }
}

const NUMBER = new Intl.NumberFormat('en-US')

/** 12,406 players; 1 player */
export function counted(count: number, one: string): string {
  return `${inDigits(count)} ${one}${count === 1 ? '' : 's'}`
}

/** 12,406 */
export function inDigits(count: number): string {
  return NUMBER.format(count)
}
