/**
 * Draws the curves of docs/scaling.md from what `bench:scaling` has written, and prints its table: `node
 * workers/bench/draw-scaling.ts scaling.json docs/images/scaling.svg`. Both axes are logarithmic: what grows with
 * the number of fans is a straight line.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { benchResult } from '@called-it/infra/bench/report'

const CURVES = {
  'show scored': { colour: '#2563eb', unit: 's' },
  'standings verify': { colour: '#b45309', unit: 's' },
  'first page of the board, p50': { colour: '#15803d', unit: 'ms' },
  'rank of a player, p50': { colour: '#a21caf', unit: 'ms' },
} as const

const WIDTH = 720
const HEIGHT = 420
const LEFT = 80
const RIGHT = 250
const TOP = 24
const BOTTOM = 48
const SECONDS_IN = { s: 1, ms: 0.001 } as const

type Point = { fans: number; seconds: number; text: string }

const [, , from, to] = process.argv
if (from === undefined || to === undefined) throw new Error('draw-scaling.ts <json> <svg>')
const { figures } = benchResult.parse(JSON.parse(readFileSync(from, 'utf8')))
const curves = Object.entries(CURVES).map(([name, { colour, unit }]) => ({
  name,
  colour,
  points: pointsOf(name, unit),
}))
writeFileSync(to, draw())
console.log(table())

/** A row for each figure, a column for each number of fans. */
function table(): string {
  const cells = new Map<string, Map<number, string>>()
  for (const [key, { median, unit }] of Object.entries(figures)) {
    const [fans, ...rest] = key.split(': ')
    const row = cells.get(rest.join(': ')) ?? new Map<number, string>()
    cells.set(rest.join(': '), row.set(Number(fans), `${Number(median.toPrecision(3))} ${unit}`))
  }
  const counts = [...new Set([...cells.values()].flatMap((row) => [...row.keys()]))].toSorted((a, b) => a - b)
  const lines = [
    ['', ...counts.map((count) => `${count.toLocaleString('en')} fans`)],
    ['---', ...counts.map(() => '---')],
    ...[...cells].map(([name, row]) => [name, ...counts.map((count) => row.get(count) ?? '')]),
  ]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}

function pointsOf(name: string, unit: keyof typeof SECONDS_IN): Point[] {
  return Object.entries(figures).flatMap(([key, { median }]) => {
    const [fans, ...rest] = key.split(': ')
    if (rest.join(': ') !== name) return []
    return [
      {
        fans: Number(fans),
        seconds: median * SECONDS_IN[unit],
        text: `${Number(median.toPrecision(2))} ${unit}`,
      },
    ]
  })
}

function draw(): string {
  const all = curves.flatMap(({ points }) => points)
  const fans = [...new Set(all.map((point) => point.fans))]
  const lowest = Math.floor(Math.log10(Math.min(...all.map(({ seconds }) => seconds))))
  const highest = Math.ceil(Math.log10(Math.max(...all.map(({ seconds }) => seconds))))
  const x = (count: number) =>
    scale(
      Math.log10(count),
      Math.log10(Math.min(...fans)),
      Math.log10(Math.max(...fans)),
      LEFT,
      WIDTH - RIGHT,
    )
  const y = (seconds: number) => scale(Math.log10(seconds), lowest, highest, HEIGHT - BOTTOM, TOP)
  const grid = Array.from({ length: highest - lowest + 1 }, (_, step) => lowest + step).map((power) => {
    const at = y(10 ** power).toFixed(1)
    return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}" stroke="#d4d4d8"/>
  <text x="${LEFT - 10}" y="${at}" text-anchor="end" dominant-baseline="middle">${timeText(power)}</text>`
  })
  const ticks = fans.map(
    (count) =>
      `<text x="${x(count).toFixed(1)}" y="${HEIGHT - BOTTOM + 24}" text-anchor="middle">${count.toLocaleString('en')} fans</text>`,
  )
  const lines = curves.map(({ name, colour, points }) => {
    const path = points.map((point) => `${x(point.fans).toFixed(1)},${y(point.seconds).toFixed(1)}`).join(' ')
    const last = points.at(-1)
    const label = last
      ? `<text x="${(x(last.fans) + 12).toFixed(1)}" y="${y(last.seconds).toFixed(1)}" dominant-baseline="middle" fill="${colour}">${name}: ${last.text}</text>`
      : ''
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>
  ${label}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="#3f3f46" role="img" aria-label="What an installation costs as it grows">
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
  ${[...grid, ...ticks, ...lines].join('\n  ')}
</svg>
`
}

function scale(value: number, from: number, to: number, start: number, end: number): number {
  return to === from ? start : start + ((value - from) / (to - from)) * (end - start)
}

function timeText(power: number): string {
  if (power < -3) return `${1000 * 10 ** (power + 3)} µs`
  return power < 0 ? `${Math.round(1000 * 10 ** power)} ms` : `${10 ** power} s`
}
