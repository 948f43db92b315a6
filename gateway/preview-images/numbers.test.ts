import { english } from '@called-it/languages/texts'
import { type Worded, worded } from '@called-it/shared/languages/translate'
import { isLongRun } from '@called-it/tests/support/long-run'
import { contentOf, SHARED_RESULT } from '@called-it/tests/support/preview-contents'
import satori from 'satori'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PreviewContent } from './content.ts'
import { draw } from './draw.ts'
import { drawImage } from './draw-image.ts'
import { loadFonts } from './fonts.ts'
import { type Text, toTree } from './text.ts'

// The avatars, whose tests may share the process, block the loader that drawings have in theirs.
const SVG_LOADERS = { operation: ['VipsForeignLoadSvg'] }
beforeAll(() => sharp.unblock(SVG_LOADERS))
afterAll(() => sharp.block(SVG_LOADERS))

const WIDEST_TOTAL = 285
const totals = Array.from({ length: WIDEST_TOTAL + 1 }, (_, total) => total).filter(
  (total) => isLongRun || total % 5 === 0,
)

/** Of each length all that differ in width by more than a little: `1` is narrow, of the others `0` and `6` are wide. */
function numbersTo(digits: number): number[] {
  let numbers = [1, 6]
  const all = [...numbers]
  for (let length = 2; length <= digits; length += 1) {
    numbers = numbers.flatMap((start) => [start * 10, start * 10 + 1])
    all.push(...numbers)
  }
  return [...all, 10 ** digits - 1]
}
const ranks = numbersTo(6)
const players = numbersTo(7)

const board = contentOf('board', { rows: [] })
const shareOf = (changes: Partial<typeof SHARED_RESULT>) =>
  contentOf('share', { result: { ...SHARED_RESULT, ...changes } })
const seasonOf = (changes: Parameters<typeof contentOf<'season'>>[1]) =>
  contentOf('season', { tour: 'Tour', podium: [], awards: [], ...changes })
const bestNights = (fact: Worded) => seasonOf({ awards: [{ award: 'image.best-night', name: 'Mo', fact }] })

const CONTENTS: Record<string, PreviewContent[]> = {
  'totals of a share': totals.map((total) => shareOf({ total, machine: WIDEST_TOTAL })),
  'a lead over the machine': totals.map((machine) => shareOf({ total: WIDEST_TOTAL, machine })),
  'ranks of a share': ranks.map((rank) => shareOf({ rank, players: 9_999_999 })),
  'players of a share': players.map((count) => shareOf({ rank: 1, players: count })),
  'players of a show': players.flatMap((count) => [
    contentOf('show', { players: count, songs: 99 }),
    contentOf('show', { players: count, songs: 0, phase: 'open' }),
  ]),
  'days of a show': [11, 20, 22, 30].map((day) =>
    contentOf('show', { show: { date: `2026-12-${day}`, venue: 'Pier', location: 'Maine' } }),
  ),
  'players of a board': players.map((count) => ({ ...board, players: count })),
  'ranks of a board': ranks.map((rank) => ({ ...board, rows: [{ rank, name: 'Mo', points: 9_999_999 }] })),
  'points of a board': players.map((points) => ({ ...board, rows: [{ rank: 1, name: 'Mo', points }] })),
  'members of a league': players.map((members) => contentOf('invitation', { members })),
  'players of a season': players.map((count) => seasonOf({ shows: 666, players: count })),
  'awards of a season': totals.flatMap((total) => [
    bestNights(worded('image.improved-by', { before: WIDEST_TOTAL, after: total })),
    bestNights(worded('image.gap', { count: 6000 + total })),
  ]),
}

const fonts = loadFonts('latin')
const measured = new Map<string, number>()

/** By the advances of the fonts; of size 100. */
async function measure({ text, font, weight, colour }: Omit<Text, 'x' | 'y' | 'width'>): Promise<number> {
  const name = JSON.stringify([text, font, weight])
  let width = measured.get(name)
  if (width === undefined) {
    const style = { text, font, colour, size: 100, ...(weight ? { weight } : {}) }
    const tree = toTree([{ ...style, x: 0, y: 100, width: 9_999, beside: { ...style, text: '|' } }])
    await satori(tree, {
      width: 9_999,
      height: 200,
      fonts: await fonts,
      onNodeDetected: (node) => {
        if (node.textContent === text) width = node.width
      },
    })
    if (width === undefined) throw new Error(`${text} was not measured`)
    measured.set(name, width)
  }
  return width / 100
}

async function expectWhole(text: Text): Promise<void> {
  let width = (await measure(text)) * text.size
  if (text.beside) width += text.size * 0.22 + (await measure(text.beside)) * text.beside.size
  const isNeverCut = text.isWhole === true || text.beside !== undefined
  const room = isNeverCut ? text.width : text.width - 0.3 * text.size
  expect(width, JSON.stringify(text)).toBeLessThanOrEqual(room)
}

async function pixelsOf(content: PreviewContent): Promise<Buffer> {
  return await sharp(await drawImage(content, 'light', 'en'))
    .raw()
    .toBuffer()
}

describe('number of a preview image', () => {
  test.each(Object.entries(CONTENTS))('is as wide as its place at most: %s', async (_, contents) => {
    for (const content of contents) {
      const { texts } = draw(content, 'dark', english)
      const numbers = texts.filter(({ text, beside }) => /\d/.test(text + (beside?.text ?? '')))
      expect(numbers).not.toEqual([])
      for (const text of numbers) await expectWhole(text)
    }
  })

  const LAST_DIGITS: [string, number, (count: number) => PreviewContent][] = [
    ['the total of a share', 3, (total) => shareOf({ total, machine: null })],
    ['the rank of a share', 6, (rank) => shareOf({ rank, players: 9_999_999 })],
    ['the players of a share', 7, (count) => shareOf({ rank: 999_999, players: count })],
    ['the lead over the machine', 3, (total) => shareOf({ total: 900, machine: 900 - total })],
    ['the players of a show', 7, (count) => contentOf('show', { players: count })],
    ['the players of a board', 7, (count) => ({ ...board, players: count })],
    ['a rank of a board', 6, (rank) => ({ ...board, rows: [{ rank, name: 'Mo', points: 0 }] })],
    ['points of a board', 7, (points) => ({ ...board, rows: [{ rank: 1, name: 'Mo', points }] })],
    ['the members of a league', 7, (members) => contentOf('invitation', { members })],
    ['the shows of a season', 3, (shows) => seasonOf({ shows })],
    ['the players of a season', 7, (count) => seasonOf({ shows: 666, players: count })],
    ['an award', 4, (count) => bestNights(worded('image.gap', { count }))],
  ]
  test.each(LAST_DIGITS)('shows its last digit: %s', async (_, digits, contentWith) => {
    for (let length = isLongRun ? 2 : digits; length <= digits; length += 1) {
      const widest = 6 * 10 ** (length - 1)
      const [one, other] = [await pixelsOf(contentWith(widest)), await pixelsOf(contentWith(widest + 6))]
      expect(one.equals(other), String(widest)).toBe(false)
    }
  })

  test('stands before the venue where it is of a day, for the end may be cut', () => {
    const { texts } = draw(contentOf('share'), 'dark', english)
    expect(texts.map(({ text }) => text)).toContain('Nov 22, 2026, Oystershell Pier')
  })
})
