import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { settingFields } from '@called-it/infra/config/settings'
import { buildWeb } from '@called-it/launch/build-web'
import { freePort } from '@called-it/launch/port'
import { readyByResponse, runToEnd, startProcess } from '@called-it/launch/process'
import { provideRedis } from '@called-it/launch/redis'
import { listenForStop } from '@called-it/launch/stop-request'
import { npmCommand, repository } from '../../infra/launch/bootstrap.mjs'
import { journeySystem } from '../e2e/journey-system.ts'
import { provideChromium } from '../support/chromium.ts'
import { DAILY_SEED } from '../support/daily-seed.ts'
import { provideNginx } from '../support/nginx.ts'
import { writePseudoLanguage } from '../support/pseudo-language.ts'
import { makeDataDirInMemory, removeTemporaryDataDir } from '../support/temporary-data-dir.ts'
import {
  addTallies,
  readJourneyReport,
  readSlowestFiles,
  readVitestReport,
  type Tally,
  tallyLine,
} from './tally.ts'

const REPORTS = path.join(repository, 'test-results', 'reports')
const VITEST_REPORT = path.join(REPORTS, 'vitest.json')
const VITEST = path.join(repository, 'node_modules/vitest/vitest.mjs')
const JOURNEYS = 'tests/e2e/playwright.config.ts'
/** The languages and one that shows what is no message, for journeys. */
const PSEUDO_LANGUAGES = path.join(repository, '.data/languages')
const SYSTEM_LIMIT_MS = 300_000
const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 }

/** One file at a time: each starts a system of its own, and recovery is timed. */
const FAULT_OPTIONS = ['--project=integration', '--no-file-parallelism', '.fault.test.ts']

interface TestRun {
  readonly env: NodeJS.ProcessEnv
  readonly stopping: AbortSignal
}

/** `everyday` is every check and short test, `all` has the long tests too, `faults` is fault injection alone. */
export type TestScope = 'everyday' | 'all' | 'faults'

/** Installs what the tests need, runs them in stages, prints the totals, and exits with 1 when one failed. */
export async function runTests(scope: TestScope): Promise<never> {
  const stopping = listenForStop()
  await rm(REPORTS, { recursive: true, force: true })
  await mkdir(REPORTS, { recursive: true })
  const run = { env: testEnvironment(scope !== 'everyday'), stopping }
  const tallies: Tally[] = []
  const lines: string[] = []
  const stage = async (name: string, work: () => Promise<Tally>) => {
    if (stopping.aborted) return
    console.log(`\n── ${name}`)
    const startedAt = performance.now()
    const tally = await work().catch((error: unknown) => {
      console.error(error)
      return { ...NOTHING, failed: 1 }
    })
    tallies.push(tally)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    lines.push(`── ${name}: ${tallyLine(tally)} (${seconds} s)`)
    console.log(lines.at(-1))
  }
  if (scope === 'faults') {
    await stage('programs', () => provision(run, scope))
    await stage('faults', () => vitest(run, FAULT_OPTIONS))
  } else {
    // Downloads and checks side by side: the network limits one, the processor the other.
    await Promise.all([stage('programs', () => provision(run, scope)), stage('check', () => check(run))])
    // The tests wait for a fifth of their time. A build that fails is tried again, and reported, when the system starts.
    if (scope === 'all') await writePseudoLanguage(PSEUDO_LANGUAGES)
    const pages = { ...run, env: { ...run.env, ...(scope === 'all' && { LANGUAGES_DIR: PSEUDO_LANGUAGES }) } }
    const built = buildWeb(repository, pages.env, stopping).catch(() => undefined)
    await stage('tests', () => vitest(run, []))
    await built
    const system = startJourneySystem(pages)
    await stage('screens', async () => playwright(await system, 'screens'))
    await stage('journeys', async () => playwright(await system, 'journeys'))
    await system.then(
      ({ stop }) => stop(),
      () => undefined,
    )
  }
  const slowest = await readSlowestFiles(VITEST_REPORT, repository)
  console.log(['\n── slowest files', ...slowest, ...lines, `FUZZ_SEED=${DAILY_SEED}`].join('\n'))
  const sum = addTallies(tallies)
  console.log(`\n${stopping.aborted ? 'stopped before the end\n' : ''}${tallyLine(sum)}`)
  process.exit(sum.failed > 0 || stopping.aborted ? 1 : 0)
}

/** Without the product's settings, so that no test uses the developer's database. */
export function testEnvironment(isLong: boolean): NodeJS.ProcessEnv {
  const settings = new Set(Object.keys(settingFields))
  const rest = Object.entries(process.env).filter(([name]) => !settings.has(name))
  return { ...Object.fromEntries(rest), FUZZ_SEED: `${DAILY_SEED}`, ...(isLong && { TEST_ALL: '1' }) }
}

/** Installs Redis, a browser and, for the long tests, nginx where the machine has none. */
async function provision({ env }: TestRun, scope: TestScope): Promise<Tally> {
  const options = { dataDir: path.join(repository, '.data'), log: console.log }
  const redis = await provideRedis(options)
  env.PATH = [env.PATH, path.dirname(redis)].join(path.delimiter)
  env.CHROMIUM_PATH = await provideChromium(options)
  if (scope !== 'everyday') {
    const nginx = await provideNginx(options)
    env.PATH = [env.PATH, path.dirname(nginx)].join(path.delimiter)
  }
  return NOTHING
}

/** The scripts of `npm run check` side by side, since most of them use one core. */
async function check(run: TestRun): Promise<Tally> {
  const { scripts }: { scripts: object } = JSON.parse(
    await readFile(path.join(repository, 'package.json'), 'utf8'),
  )
  const npm = npmCommand()
  const tallies = Object.keys(scripts)
    .filter((name) => name.startsWith('check:'))
    .map(async (name) => {
      const args = [...npm.args, 'run', '--silent', name]
      const { code, output } = await runToEnd({ ...run, ...npm, args, cwd: repository, output: 'returned' })
      console.log(`${name} ${code === 0 ? 'passed' : 'failed'}\n${output}`)
      return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 }
    })
  return addTallies(await Promise.all(tallies))
}

async function vitest(run: TestRun, options: readonly string[]): Promise<Tally> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`]
  return readVitestReport(VITEST_REPORT, await runNode(run, [VITEST, 'run', ...reporters, ...options]))
}

interface JourneySystem extends TestRun {
  stop(): Promise<void>
}

/** One for screens and journeys. */
async function startJourneySystem(run: TestRun): Promise<JourneySystem> {
  const dataDir = await makeDataDirInMemory()
  const port = String(await freePort())
  const { script, cwd, url, env } = journeySystem({ port, dataDir })
  const removeData = () => removeTemporaryDataDir(dataDir)
  const system = await startProcess({
    name: script,
    file: process.execPath,
    args: [script],
    cwd,
    env: { ...run.env, ...env },
    ready: readyByResponse(url),
    readyLimitMs: SYSTEM_LIMIT_MS,
    stopping: run.stopping,
  }).catch(async (error: unknown) => {
    await removeData()
    throw error
  })
  const shared = { JOURNEY_DATA_DIR: dataDir, JOURNEY_PORT: port, JOURNEY_SYSTEM_RUNS: '1' }
  return { ...run, env: { ...run.env, ...shared }, stop: () => system.stop().finally(removeData) }
}

/** In two calls, so that a failed screen hides no journey. */
async function playwright(run: TestRun, project: 'screens' | 'journeys'): Promise<Tally> {
  const report = path.join(REPORTS, `${project}.json`)
  const script = path.join(repository, 'node_modules/@playwright/test/cli.js')
  const env = { ...run.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const options = ['--project', project, '--no-deps', '--reporter=list,json']
  const code = await runNode({ ...run, env }, [script, 'test', '-c', JOURNEYS, ...options])
  return readJourneyReport(report, code)
}

async function runNode(run: TestRun, args: readonly string[]): Promise<number> {
  const options = { file: process.execPath, args, cwd: repository, output: 'shown' } as const
  return (await runToEnd({ ...run, ...options })).code
}
