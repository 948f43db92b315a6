// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Colour = { red: number; green: number; blue: number; alpha: number }
type Theme = 'light' | 'dark'

const TEXT = 4.5
const GRAPHIC = 3

const SURFACES = ['ground', 'panel', 'raised', 'sunken']
const HUES = [
  'set1',
  'set2',
  'encore',
  'hit-special',
  'hit-exact',
  'hit-encore',
  'hit-set',
  'hit-show',
  'good',
  'danger',
]

const declarations = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').matchAll(
  /--(?<name>[\w-]+):\s*light-dark\((?<light>#\w+),\s*(?<dark>#\w+)\)/g,
)
const tokens = new Map(
  Array.from(declarations, ({ groups }) => [
    groups?.name,
    { light: readColour(groups?.light ?? ''), dark: readColour(groups?.dark ?? '') },
  ]),
)

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const pairs: [text: string, surfaces: string[], least: number][] = [
    ...SURFACES.flatMap((surface): [string, string[], number][] => [
      ['ink', [surface], 7],
      ['soft', [surface], TEXT],
      ['ink', ['light-wash', surface], TEXT],
      ['soft', ['light-wash', surface], TEXT],
      ['focus', [surface], GRAPHIC],
      ['edge', [surface], GRAPHIC],
      ['gold', [surface], TEXT],
      ['silver', [surface], TEXT],
      ['bronze', [surface], TEXT],
    ]),
    ...HUES.flatMap((hue): [string, string[], number][] =>
      SURFACES.flatMap((surface): [string, string[], number][] => [
        [hue, [surface], TEXT],
        [hue, [`${hue}-wash`, surface], TEXT],
        ['ink', [`${hue}-wash`, surface], TEXT],
        ['soft', [`${hue}-wash`, surface], TEXT],
        ['hit-special', [`${hue}-wash`, surface], TEXT],
      ]),
    ),
    ['on-light', ['light'], 7],
    ['on-light-soft', ['light'], TEXT],
    ['on-danger', ['danger-fill'], TEXT],
    ['ground', ['ink'], 7],
  ]

  test.each(pairs)('shows %s on %j at %d:1 or better', (text, surfaces, least) => {
    expect(contrast(text, surfaces, theme)).toBeGreaterThanOrEqual(least)
  })
})

/** The contrast ratio of a token on the surfaces below it, the topmost first. */
function contrast(text: string, surfaces: string[], theme: Theme): number {
  const [bottom = '', ...washes] = surfaces.toReversed()
  const background = washes.reduce(
    (below, wash) => composite(token(wash, theme), below),
    token(bottom, theme),
  )
  const [lighter = 0, darker = 0] = [luminance(token(text, theme)), luminance(background)].sort(
    (a, b) => b - a,
  )
  return (lighter + 0.05) / (darker + 0.05)
}

function token(name: string, theme: Theme): Colour {
  const colours = tokens.get(name)
  if (!colours) throw new Error(`tokens.css has no colour --${name}`)
  return colours[theme]
}

function readColour(hex: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 255] = (hex.match(/[\da-f]{2}/gi) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  )
  return { red, green, blue, alpha: alpha / 255 }
}

function composite(above: Colour, below: Colour): Colour {
  const blend = (top: number, bottom: number) => top * above.alpha + bottom * (1 - above.alpha)
  return {
    red: blend(above.red, below.red),
    green: blend(above.green, below.green),
    blue: blend(above.blue, below.blue),
    alpha: 1,
  }
}

/** Relative luminance as WCAG 2 defines it. */
function luminance({ red, green, blue }: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
