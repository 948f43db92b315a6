import { readFile } from 'node:fs/promises'
import path from 'node:path'

const SLOWEST_FILES = 10

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

interface VitestReport {
  readonly testResults?: readonly {
    readonly name: string
    readonly startTime: number
    readonly endTime: number
  }[]
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly numPendingTests?: number
  readonly numTodoTests?: number
}

/** A run that failed outside its tests, or that left no report, has at least one failure. */
export async function readVitestReport(file: string, exitCode: number): Promise<Tally> {
  const report: VitestReport = JSON.parse(await readReport(file))
  return atLeastOneFailure(exitCode, {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  })
}

/** One line for each of the files of a Vitest report that took the longest. */
export async function readSlowestFiles(file: string, folder: string): Promise<string[]> {
  const { testResults = [] }: VitestReport = JSON.parse(await readReport(file))
  return testResults
    .map(({ name, startTime, endTime }) => ({ name: path.relative(folder, name), ms: endTime - startTime }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST_FILES)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`)
}

interface JourneyReport {
  readonly stats?: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

/** A journey that passed only on a retry counts as failed. */
export async function readJourneyReport(file: string, exitCode: number): Promise<Tally> {
  const { stats }: JourneyReport = JSON.parse(await readReport(file))
  return atLeastOneFailure(exitCode, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  })
}

function atLeastOneFailure(exitCode: number, tally: Tally): Tally {
  return exitCode === 0 ? tally : { ...tally, failed: Math.max(tally.failed, 1) }
}

function readReport(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '{}')
}
