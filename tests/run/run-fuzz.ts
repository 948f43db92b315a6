import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runToEnd } from '@called-it/launch/process'
import { listenForStop } from '@called-it/launch/stop-request'
import { repository } from '../../infra/launch/bootstrap.mjs'
import { type FuzzTally, fuzzTally } from '../fuzz/tally.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '../support/temporary-data-dir.ts'
import { testEnvironment } from './run-tests.ts'

const FUZZ_TESTS = ['gateway/fuzz/', 'workers/fuzz/', 'infra/fuzz/']

/** fast-check takes a 32-bit seed. */
const MAX_SEED = 2_147_483_647

/**
 * Runs the fuzz tests: `npm run fuzz -- [--inputs 100] [--seed 1]`, with so many inputs for each endpoint, event, job
 * and parser. Prints a tally, and exits with 1 when there are findings.
 */
export async function runFuzz(args: readonly string[]): Promise<never> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      inputs: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * MAX_SEED)) },
    },
  })
  const inputs = wholeNumber('inputs', values.inputs)
  const seed = wholeNumber('seed', values.seed)
  console.log(`${inputs} inputs for each endpoint, event, job and parser, --seed ${seed} …`)
  const folder = await makeTemporaryDataDir()
  const file = path.join(folder, 'tally.jsonl')
  const wanted = { FUZZ_INPUTS: String(inputs), FUZZ_SEED: String(seed), FUZZ_TALLY: file }
  const script = path.join(repository, 'node_modules/vitest/vitest.mjs')
  const options = ['--project', 'integration', '--no-file-parallelism', '--reporter=default']
  const { code } = await runToEnd({
    file: process.execPath,
    args: [script, 'run', ...options, ...FUZZ_TESTS],
    env: { ...testEnvironment(false), ...wanted },
    stopping: listenForStop(),
    cwd: repository,
    output: 'shown',
  })
  const tallies = await readTallies(file)
  await removeTemporaryDataDir(folder)
  console.log(`\n${printTallies(tallies)}`)
  process.exit(code === 0 ? 0 : 1)
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 1 && number <= MAX_SEED) return number
  throw new Error(`--${name} takes a whole number from 1 to ${MAX_SEED}`)
}

async function readTallies(file: string): Promise<FuzzTally[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  return lines.map((line) => fuzzTally.parse(JSON.parse(line)))
}

/** A row for each subject, then the findings. */
function printTallies(tallies: readonly FuzzTally[]): string {
  const subjects = [...Map.groupBy(tallies, ({ subject }) => subject)].map(([subject, all]) =>
    rowOf(subject, all),
  )
  const rows = [HEAD, ...subjects, rowOf('all', tallies)]
  const findings = tallies.flatMap(({ finding }) => finding ?? [])
  const table = rows.map(
    ([name = '', ...cells]) => name.padEnd(16) + cells.map((cell) => cell.padStart(10)).join(''),
  )
  return [...table, ...findings].join('\n')
}

const HEAD = ['subject', 'tried', 'inputs', 'refused', 'accepted', 'findings']

function rowOf(name: string, tallies: readonly FuzzTally[]): string[] {
  const sum = (count: (tally: FuzzTally) => number) => tallies.reduce((all, tally) => all + count(tally), 0)
  const counts = [
    tallies.length,
    sum(({ inputs }) => inputs),
    sum(({ refused }) => refused),
    sum(({ accepted }) => accepted),
    sum(({ finding }) => (finding === null ? 0 : 1)),
  ]
  return [name, ...counts.map(String)]
}
