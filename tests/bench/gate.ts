/** Compares small sizes of the benchmarks with goals.json: `npm run bench:gate`, or `npm run bench:gate -- score rest`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compareWithGoals, type Goal, type Verdict } from './goal-verdicts.ts'
import goalsFile from './goals.json' with { type: 'json' }
import { benchResult, significant } from './report.ts'

const BENCHMARKS = [
  'score',
  'leaderboard',
  'rest',
  'fanout',
  'e2e',
  'live',
  'notifications',
  'proofs',
  'sending',
]
const ROUNDS = 5
const TRIES = 2

const goals = new Map<string, Goal>(Object.entries(goalsFile))

type Outcome = { readonly verdicts: readonly Verdict[]; readonly failures: readonly string[] }

const hasPassed = ({ verdicts, failures }: Outcome) =>
  failures.length === 0 && verdicts.every(({ verdict }) => verdict !== 'missed')

async function runUpToTwice(benchmark: string): Promise<Outcome> {
  let outcome: Outcome = { verdicts: [], failures: [] }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    console.log(`${benchmark}${attempt === 1 ? '' : ', once more'} …`)
    outcome = await runOnce(benchmark)
    if (hasPassed(outcome)) break
  }
  return outcome
}

async function runOnce(benchmark: string): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'called-it-gate-'))
  const file = path.join(folder, 'result.json')
  try {
    const program = path.join(import.meta.dirname, `${benchmark}.ts`)
    const args = [program, '--small', '--rounds', String(ROUNDS), '--json', file]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    await once(child, 'exit')
    const result = benchResult.parse(JSON.parse(await readFile(file, 'utf8')))
    const failed = Object.entries(result.checks).filter(([, isRight]) => !isRight)
    return {
      verdicts: compareWithGoals(result.goals, goals),
      failures: failed.map(([check]) => `${benchmark}: wrong: ${check}`),
    }
  } catch (error) {
    return { verdicts: [], failures: [`${benchmark}: no result: ${error}`] }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !BENCHMARKS.includes(name))
if (unknown.length > 0)
  throw new Error(`no benchmark ${unknown.join(', ')}; there are ${BENCHMARKS.join(', ')}`)
const rows: Record<string, unknown>[] = []
const failures: string[] = []
for (const benchmark of names.length > 0 ? names : BENCHMARKS) {
  const outcome = await runUpToTwice(benchmark)
  for (const { goal, what, value, gate, stretch, verdict } of outcome.verdicts) {
    rows.push({ goal, benchmark, what, measured: significant(value), gate, stretch, verdict })
  }
  failures.push(...outcome.failures)
  if (!hasPassed(outcome)) process.exitCode = 1
}
console.table(rows)
for (const failure of failures) console.error(failure)
