import { english } from '@called-it/languages/texts'
import { PREVIEW_THEMES, type PreviewTheme } from '@called-it/shared/contract/preview-images'
import { isDrawn } from '@called-it/shared/game/drawn-name'
import { contentOf, SHARED_RESULT } from '@called-it/tests/support/preview-contents'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PreviewContent } from './content.ts'
import { draw } from './draw.ts'
import { drawImage } from './draw-image.ts'

const MAX_BYTES = 200_000

// The avatars, whose tests may share the process, block the loader that drawings have in theirs.
const SVG_LOADERS = { operation: ['VipsForeignLoadSvg'] }
beforeAll(() => sharp.unblock(SVG_LOADERS))
afterAll(() => sharp.block(SVG_LOADERS))

const NAMES = {
  'one letter': 'M',
  'wide letters': 'W'.repeat(40),
  'wide words': 'WWWW '.repeat(8).trim(),
  'narrow letters': 'i'.repeat(40),
  'forty emoji': '🎸'.repeat(40),
  'joined emoji with skin tones': '👩🏽‍🎤👨‍👩‍👧‍👦🏳️‍🌈👍🏿'.repeat(10),
  Arabic: 'نجمة الميناء البعيدة في الليل الطويل 🌊',
  Hebrew: 'שחר '.repeat(10).trim(),
  'mixed directions': 'Mo שחר 123 نجمة Okafor 🌊 of the Lot',
  'Chinese and Japanese': '山田太郎 さくら '.repeat(5).trim(),
  Korean: '김민준'.repeat(13),
  'signs of no font': 'สมชาย ใจดี '.repeat(4).trim(),
  'stacked marks': 'Z̷̢͓a̸l̶g̷o'.repeat(4),
}

/** Around the pixels that differ. */
async function differenceOf(a: PreviewContent, b: PreviewContent, theme: PreviewTheme) {
  const pixels = async (content: PreviewContent) =>
    await sharp(await drawImage(content, theme, 'en'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
  const [one, other] = [await pixels(a), await pixels(b)]
  const { width, channels } = one.info
  const box = { left: width, right: 0, top: one.info.height, bottom: 0 }
  for (let at = 0; at < one.data.length; at += 1) {
    if (one.data[at] === other.data[at]) continue
    const [x, y] = [Math.floor(at / channels) % width, Math.floor(at / channels / width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

function expectWithin(box: Awaited<ReturnType<typeof differenceOf>>, limits: typeof box): void {
  expect(box.left).toBeGreaterThanOrEqual(limits.left)
  expect(box.right).toBeLessThanOrEqual(limits.right)
  expect(box.top).toBeGreaterThanOrEqual(limits.top)
  expect(box.bottom).toBeLessThanOrEqual(limits.bottom)
}

describe('preview image', () => {
  test.each(Object.entries(NAMES))('keeps a name within its place: %s', async (_, name) => {
    const rows = [{ rank: 1, name: 'a', points: 1151 }]
    for (const theme of PREVIEW_THEMES) {
      const [share, board] = [contentOf('share'), contentOf('board', { rows })]
      const onShare = await differenceOf({ ...share, name }, { ...share, name: '.' }, theme)
      expectWithin(onShare, { left: 66, right: 486, top: 44, bottom: 160 })
      const named = { ...board, rows: [{ rank: 1, name, points: 1151 }] }
      expectWithin(await differenceOf(named, board, theme), { left: 650, right: 1002, top: 110, bottom: 180 })
    }
  })

  test.each([
    ['a name of such signs only', 'สมชาย ใจดี', 'a fan'],
    ['such signs in a name', 'Mo ส Oz', 'MO'],
    ['such a sign at the end of a name', 'mo สมชาย', 'M'],
    ['letters for mathematics', '𝓜𝓸', 'Mo'],
  ])('replaces signs that no font has: %s', async (_, name, shown) => {
    const share = contentOf('share')
    const images = [
      await drawImage({ ...share, name }, 'dark', 'en'),
      await drawImage({ ...share, name: shown }, 'dark', 'en'),
    ]
    expect(images[0]?.equals(images[1] ?? Buffer.alloc(0))).toBe(true)
  })

  test.each([
    ['Greek', 'Ιωάννης', 'Ιωάννης Παπαδόπουλος'],
    ['Cyrillic', 'Алексей', 'Алексей Жуков'],
    ['Japanese', 'さくら', 'さくら タロウ'],
    ['kanji', '山田', '山田太郎'],
    ['Chinese', '陈小明', '陈小明 王芳'],
    ['traditional Chinese', '陳龍', '陳龍 國華'],
    ['Korean', '김민준', '김민준 박서연'],
    ['Hebrew', 'שחר', 'שחר לוי'],
    ['Arabic', 'نجمة', 'نجمة الميناء'],
  ])('shows the letters of a name: %s', async (_, ...names) => {
    const shown = ['a fan', ...names].map(async (name) => {
      const png = await drawImage(contentOf('share', { name }), 'dark', 'en')
      return png.toString('base64')
    })
    // No letter is left out, or the last two names would look alike, or as no name does.
    expect(new Set(await Promise.all(shown)).size).toBe(3)
    expect(names.every(isDrawn)).toBe(true)
  })

  test.each(['share', 'show', 'board', 'invitation', 'season'] as const)(
    'has 1200 × 630 pixels: %s',
    async (kind) => {
      for (const theme of PREVIEW_THEMES) {
        const png = await drawImage(contentOf(kind), theme, 'en')
        expect(png.length).toBeLessThan(MAX_BYTES)
        expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
      }
    },
  )

  test('shows nothing of a card before the lock but that there is one', () => {
    const { shapes, texts } = draw(contentOf('share', { name: 'Mo', result: null }), 'dark', english)
    expect(texts.flatMap(({ text, below }) => [text, ...(below ? [below.text] : [])])).toEqual([
      'Mo',
      'I have picked',
      'Oystershell Pier',
      'Harborview, ME, USA',
      'called it',
      'Tinhorn Observatory',
      'Nov 22, 2026',
    ])
    expect(shapes).toBe(draw(contentOf('invitation'), 'dark', english).shapes)
    expect(draw(contentOf('share', { result: SHARED_RESULT }), 'dark', english).shapes).not.toBe(shapes)
  })
})
