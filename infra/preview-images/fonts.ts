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
} as const

type Stack = keyof typeof STACKS

/** satori uses one file of each name and weight, so that each script has its own name. */
const nameOf = (stack: Stack, script: string) => `${stack} ${script}`

export async function loadFonts(): Promise<Font[]> {
  const stacks: Stack[] = ['display', 'body']
  const files = stacks.flatMap((stack) =>
    STACKS[stack].flatMap(([family, script, weights]) =>
      weights.map((weight) => ({
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
export function fontFamily(stack: Stack): string {
  return STACKS[stack].map(([, script]) => nameOf(stack, script)).join(', ')
}
