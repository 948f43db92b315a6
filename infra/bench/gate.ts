/**
 * Whether the product is as quick as it has to be: `npm run bench:gate`, or with names, `npm run bench:gate -- score
 * rest`. Runs small sizes of every benchmark and compares with goals.json; one that is below a gate is run once
 * more, since the machine may be shared. Ends with 1 where a goal was missed twice, or a result was wrong.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import goalsFile from './goals.json' with { type: 'json' }
import { type Goal, type Judgement, judge } from './judge.ts'
import { type BenchResult, benchResult } from './report.ts'

/** Every benchmark with goals; one line is all that a new one needs. */
const BENCHMARKS = {
  score: 'workers/bench/score.ts',
  leaderboard: 'infra/bench/leaderboard.ts',
  rest: 'gateway/bench/rest.ts',
  queue: 'workers/bench/queue.ts',
  fanout: 'gateway/bench/fanout.ts',
  coalesce: 'gateway/bench/coalesce.ts',
  e2e: 'gateway/bench/e2e.ts',
} as const satisfies Record<string, string>

const ROUNDS = 5
const TRIES = 2

const repository = path.resolve(import.meta.dirname, '../..')
const goals = new Map<string, Goal>(Object.entries(goalsFile))

type Row = Judgement & { benchmark: string }

async function runGate(names: readonly string[]): Promise<boolean> {
  const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name))
  if (unknown.length > 0) {
    console.error(
      `There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}.`,
    )
    return false
  }
  const chosen = Object.entries(BENCHMARKS).filter(([name]) => names.length === 0 || names.includes(name))
  const rows: Row[] = []
  const wrong: string[] = []
  for (const [name, program] of chosen) {
    const judged = await tryTwice(name, program)
    rows.push(...judged.rows)
    if (judged.fault !== null) wrong.push(`${name}: ${judged.fault}`)
  }
  console.table(
    rows.map(({ goal, what, benchmark, value, gate, stretch, verdict }) => ({
      goal,
      benchmark,
      what,
      measured: Number(value.toPrecision(3)),
      gate,
      stretch,
      verdict,
    })),
  )
  for (const fault of wrong) console.error(fault)
  return wrong.length === 0 && rows.every(({ verdict }) => verdict !== 'missed')
}

type Tried = { rows: Row[]; fault: string | null }

async function tryTwice(name: string, program: string): Promise<Tried> {
  let tried: Tried = { rows: [], fault: 'never run' }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    console.log(`${name}${attempt === 1 ? '' : ', once more'} …`)
    tried = await tryOnce(name, program)
    if (tried.fault === null && tried.rows.every(({ verdict }) => verdict !== 'missed')) break
  }
  return tried
}

async function tryOnce(name: string, program: string): Promise<Tried> {
  const result = await runBenchmark(program)
  if (result === null) return { rows: [], fault: 'ended without a result' }
  const wrong = Object.entries(result.checks).filter(([, isRight]) => !isRight)
  return {
    rows: judge(result.goals, goals).map((judgement) => ({ ...judgement, benchmark: name })),
    fault: wrong.length === 0 ? null : `wrong: ${wrong.map(([check]) => check).join('; ')}`,
  }
}

/** Null where it ended before it could write its figures. */
async function runBenchmark(program: string): Promise<BenchResult | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'called-it-gate-'))
  const file = path.join(folder, 'result.json')
  try {
    const args = [path.join(repository, program), '--small', '--rounds', String(ROUNDS), '--json', file]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: repository })
    await once(child, 'exit')
    return benchResult.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return null
  } finally {
    await rm(folder, { recursive: true })
  }
}

if (!(await runGate(process.argv.slice(2)))) process.exitCode = 1
