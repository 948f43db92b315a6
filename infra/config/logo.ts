import { readFile } from 'node:fs/promises'

const MAX_LOGO_CHARACTERS = 100_000

/** @throws Error with the reason, without the logo's name */
export async function readLogo(file: string): Promise<string> {
  const svg = await readFile(file, 'utf8').catch(() => {
    throw new Error('cannot be read')
  })
  if (svg.length > MAX_LOGO_CHARACTERS) throw new Error(`is longer than ${MAX_LOGO_CHARACTERS} characters`)
  if (!/<svg[\s>]/.test(svg)) throw new Error('is not an SVG')
  return svg
}

/** The product's own sign, in the ink that shows on the accent. */
export function checkMark(accent: string): string {
  const ink = isLight(accent) ? '#1c1300' : '#faf5ea'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="6 3.5 20 20"><path d="m8.5 13.5 5 5 10-11" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}

/** From this relative luminance on black has more contrast than white. */
const EVEN_LUMINANCE = 0.179

function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > EVEN_LUMINANCE
}
