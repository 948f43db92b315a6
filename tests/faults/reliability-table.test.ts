import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../infra/launch/bootstrap.mjs'
import { EVERYDAY_FAULTS, LONG_FILES } from '../support/long-run.ts'

const FAULTS = Array.from({ length: 35 }, (_, index) => `F${index + 1}`)

const doc = await readFile(path.join(repository, 'docs/reliability.md'), 'utf8')
const rows = doc.split('\n').flatMap((line) => {
  const [, fault, , files] = line.split('|').map((cell) => cell.trim())
  const file = /^`([^`]+\.(?:fault\.test|journey)\.ts)`/.exec(files ?? '')?.[1]
  return fault && file ? [{ fault: fault.replace(' ●', ''), file }] : []
})

test('lists every fault', () => {
  expect(rows.map(({ fault }) => fault)).toEqual(FAULTS)
})

test.each(rows)('finds $fault in $file', async ({ fault, file }) => {
  expect(await readFile(path.join(repository, file), 'utf8')).toMatch(new RegExp(`\\b${fault}\\b`))
})

test('marks what npm test runs', () => {
  const marked = doc.split('\n').flatMap((line) => {
    const [, fault, , files] = line.split('|').map((cell) => cell.trim())
    return fault?.endsWith('●') ? [/^`([^`]+)`/.exec(files ?? '')?.[1] ?? line] : []
  })
  expect(marked.filter((file) => LONG_FILES.includes(file))).toEqual([])
  const faults = marked.filter((file) => file.endsWith('.fault.test.ts'))
  expect([...new Set(faults)].sort()).toEqual([...EVERYDAY_FAULTS].sort())
})

test('lists every fault test', async () => {
  const listed = new Set(rows.map(({ file }) => file))
  const exclude = ['**/node_modules/**']
  for await (const file of glob('**/*.fault.test.ts', { cwd: repository, exclude })) {
    expect(listed).toContain(file.replaceAll(path.sep, '/'))
  }
})
