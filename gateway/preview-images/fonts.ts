import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'satori'

/** Files of @fontsource. A glyph comes from the first that has it. */
const STACKS = {
  display: [
    ['bricolage-grotesque', 'latin', [700, 800]],
    ['bricolage-grotesque', 'latin-ext', [700, 800]],
    ['bricolage-grotesque', 'vietnamese', [700, 800]],
    ['geist', 'cyrillic', [700]],
    ['noto-sans-hebrew', 'hebrew', [700]],
    // satori loses dots of the letters of Noto Sans Arabic.
    ['ibm-plex-sans-arabic', 'arabic', [700]],
  ],
  body: [
    ['geist', 'latin', [500]],
    ['geist', 'latin-ext', [500]],
    ['geist', 'vietnamese', [500]],
    ['geist', 'cyrillic', [500]],
    ['noto-sans-hebrew', 'hebrew', [500]],
    ['ibm-plex-sans-arabic', 'arabic', [500]],
  ],
  /** After both, of one weight. Their packages are below 6 MB; they have 8,938 Han and 2,437 Hangul. */
  further: [
    ['manrope', 'greek', [800]],
    ['zcool-kuaile', 'chinese-simplified', [400]],
    ['kosugi', 'japanese', [400]],
    ['do-hyeon', 'korean', [400]],
  ],
} as const

/** Reading the fonts of all alphabets takes 90 ms, those of East Asia 400 ms and 45 MB. */
const SETS = {
  latin: /^latin$/,
  alphabets: /^(?!chinese|japanese|korean)/,
  all: /^/,
} as const
export type FontSet = keyof typeof SETS

type Stack = keyof typeof STACKS

/** satori uses one file of each name and weight, so that each script has its own name. */
const nameOf = (stack: Stack, script: string) => `${stack} ${script}`

export async function loadFonts(set: FontSet): Promise<Font[]> {
  const stacks: Stack[] = ['display', 'body', 'further']
  const files = stacks.flatMap((stack) =>
    STACKS[stack].flatMap(([family, script, weights]) =>
      (SETS[set].test(script) ? weights : []).map((weight) => ({
        name: nameOf(stack, script),
        weight,
        file: `@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`,
      })),
    ),
  )
  return await Promise.all(
    files.map(async ({ name, weight, file }) => ({
      name,
      weight,
      data: await readFile(fileURLToPath(import.meta.resolve(file))),
    })),
  )
}

/** The `font-family` of a text. */
export function fontFamily(stack: 'display' | 'body'): string {
  const namesOf = (stack: Stack) => STACKS[stack].map(([, script]) => nameOf(stack, script))
  return [...namesOf(stack), ...namesOf('further')].join(', ')
}
