/** `npm run sizes`: how large the project is, room by room. CHANGELOG.md names the sizes of each version. */
import { sourceFiles } from './source-files.ts'

const TEST = /^tests\/|\.test\.tsx?$/
const ROOM = /^(?:web|gateway|workers|shared|languages|infra|tests)(?=\/)/

function lines(text: string): number {
  return text.split('\n').length - 1
}

/** Words of prose: tables and code blocks do not count. */
function prose(text: string): number {
  const rows = text.replaceAll(/^```[\s\S]*?^```/gm, '').split('\n')
  return rows
    .filter((row) => !row.startsWith('|'))
    .join(' ')
    .split(/\s+/)
    .filter(Boolean).length
}

function byRoom(files: readonly { path: string; text: string }[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { path, text } of files) {
    const room = ROOM.exec(path)?.[0] ?? 'root'
    sums[room] = (sums[room] ?? 0) + lines(text)
  }
  return sums
}

function sum(rooms: Record<string, number>): number {
  return Object.values(rooms).reduce((total, room) => total + room, 0)
}

const code = sourceFiles('ts', 'tsx', 'mjs', 'cjs')
/** Made of the catalogues. */
const MESSAGES = 'shared/languages/messages.ts'

const product = byRoom(code.filter(({ path }) => !TEST.test(path) && path !== MESSAGES))
const tests = byRoom(code.filter(({ path }) => TEST.test(path)))
const css = byRoom(sourceFiles('css'))
const data = byRoom(sourceFiles('json', 'sql').filter(({ path }) => TEST.test(path)))
const docs = sourceFiles('md')
const rooms = [...new Set([...Object.keys(product), ...Object.keys(tests)])].sort()

console.table(
  Object.fromEntries([
    ...rooms.map((room) => [
      room,
      { product: product[room] ?? 0, tests: tests[room] ?? 0, css: css[room] ?? 0, data: data[room] ?? 0 },
    ]),
    ['all', { product: sum(product), tests: sum(tests), css: sum(css), data: sum(data) }],
  ]),
)
console.log(
  `${docs.reduce((words, { text }) => words + prose(text), 0)} words of docs in ${docs.length} files, tables and code blocks not counted`,
)
