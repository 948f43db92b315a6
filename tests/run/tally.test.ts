import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addTallies, readJourneyReport, readVitestReport, tallyLine } from './tally.ts'

async function report(content?: object): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'called-it-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'report.json')
  if (content !== undefined) await writeFile(file, JSON.stringify(content))
  return file
}

test('the last line names what was skipped only where something was', () => {
  expect(tallyLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(tallyLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
})

test('tallies add up', () => {
  const tallies = [
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ]
  expect(addTallies(tallies)).toEqual({ passed: 11, failed: 22, skipped: 33 })
})

test('of Vitest the pending tests and those to be written count as skipped', async () => {
  const file = await report({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 })
  expect(await readVitestReport(file, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('a run that failed beside its tests has a failure', async () => {
  const file = await report({ numPassedTests: 5, numFailedTests: 0 })
  expect(await readVitestReport(file, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
})

test('a run that left no report has failed', async () => {
  expect(await readVitestReport(await report(), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(await readJourneyReport(await report(), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a journey that passed only when it was repeated counts as failed', async () => {
  const file = await report({ stats: { expected: 7, unexpected: 1, flaky: 2, skipped: 1 } })
  expect(await readJourneyReport(file, 0)).toEqual({ passed: 7, failed: 3, skipped: 1 })
})
