import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderOfTest } from '../support/temporary-folder.ts'
import { addTallies, readJourneyReport, readSlowestFiles, readVitestReport, tallyLine } from './tally.ts'

async function report(content?: object): Promise<string> {
  const folder = await folderOfTest()
  const file = path.join(folder, 'report.json')
  if (content !== undefined) await writeFile(file, JSON.stringify(content))
  return file
}

test('names skipped tests only where there are some', () => {
  expect(tallyLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(tallyLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
})

test('adds tallies', () => {
  const tallies = [
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ]
  expect(addTallies(tallies)).toEqual({ passed: 11, failed: 22, skipped: 33 })
})

test('counts pending and todo tests of Vitest as skipped', async () => {
  const file = await report({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 })
  expect(await readVitestReport(file, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('lists the ten slowest files, the slowest first', async () => {
  const testResults = Array.from({ length: 12 }, (_, index) => ({
    name: `/repository/tests/${index}.test.ts`,
    startTime: 1_000,
    endTime: 1_000 + 1_500 * index,
  }))
  const lines = await readSlowestFiles(await report({ testResults }), '/repository')
  expect(lines).toHaveLength(10)
  expect(lines.slice(0, 2)).toEqual(['  16.5 s  tests/11.test.ts', '  15.0 s  tests/10.test.ts'])
})

test('counts a failure when the run failed outside its tests', async () => {
  const file = await report({ numPassedTests: 5, numFailedTests: 0 })
  expect(await readVitestReport(file, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
})

test('counts a failure when there is no report', async () => {
  expect(await readVitestReport(await report(), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(await readJourneyReport(await report(), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('counts a flaky journey as failed', async () => {
  const file = await report({ stats: { expected: 7, unexpected: 1, flaky: 2, skipped: 1 } })
  expect(await readJourneyReport(file, 0)).toEqual({ passed: 7, failed: 3, skipped: 1 })
})
