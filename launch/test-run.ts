import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { provideChromium } from '@called-it/infra/embedded/chromium'
import { freePort } from '@called-it/infra/embedded/free-port'
import { provideNginx } from '@called-it/infra/embedded/nginx'
import { provideRedis } from '@called-it/infra/embedded/redis'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/infra/embedded/temporary-data-dir'
import { settingFields } from '@called-it/infra/settings'
import { npmCommand, repository } from './bootstrap.mjs'
import { runStep } from './step.ts'
import { listenForStop } from './stop-request.ts'
import { addTallies, readJourneyReport, readVitestReport, type Tally, tallyLine } from './tally.ts'

const REPORTS = path.join(repository, 'test-results', 'reports')
const JOURNEYS = 'web/e2e/playwright.config.ts'

/** Where the faults are caused, as docs/reliability.md lists them; those of a browser are journeys. */
const FAULT_TESTS = [
  'infra/faults/',
  'infra/deploy/topology',
  'infra/setlist-sources/site-faults',
  'gateway/hub/slow-sockets',
  'gateway/features/accounts/avatars',
  'workers/outbox/relay-faults',
  'workers/cli/backup',
]
/** One system at a time: they are timed, and each has a handful of programs. */
const FAULT_OPTIONS = ['--no-file-parallelism', ...FAULT_TESTS]

interface TestRun {
  /** The environment of every stage. */
  readonly env: NodeJS.ProcessEnv
  readonly stopping: AbortSignal
}

/** `everyday` is every check and test in a covering choice, `all` has the long versions too, `faults` is the faults whole. */
export type TestScope = 'everyday' | 'all' | 'faults'

/**
 * Runs the tests of a scope, each stage with its time, on whatever the machine is missing, which is brought
 * first. The last line sums up; the exit code is 1 when anything failed. Long versions are asked for through
 * `TEST_ALL` in the environment of the tests.
 */
export async function runTests(scope: TestScope): Promise<never> {
  const stopping = listenForStop()
  await rm(REPORTS, { recursive: true, force: true })
  await mkdir(REPORTS, { recursive: true })
  const env = testEnvironment(scope !== 'everyday')
  const tallies: Tally[] = []
  const stage = async (name: string, run: () => Promise<Tally>) => {
    if (stopping.aborted) return
    console.log(`\n── ${name}`)
    const startedAt = performance.now()
    const tally = await run().catch((error: unknown) => {
      console.error(error)
      return { passed: 0, failed: 1, skipped: 0 }
    })
    tallies.push(tally)
    console.log(`── ${name}: ${tallyLine(tally)} (${Math.round((performance.now() - startedAt) / 1000)} s)`)
  }
  if (scope === 'faults') {
    await stage('what the tests need', () => provision(env, scope))
    await stage('faults', () => vitest({ env, stopping }, FAULT_OPTIONS))
  } else {
    // One waits for the network, the other for a processor.
    await Promise.all([
      stage('what the tests need', () => provision(env, scope)),
      stage('check', () => check({ env, stopping })),
    ])
    await stage('tests', () => vitest({ env, stopping }))
    await stage('journeys', () => journeys({ env, stopping }))
  }
  const sum = addTallies(tallies)
  console.log(`\n${stopping.aborted ? 'stopped before the end\n' : ''}${tallyLine(sum)}`)
  process.exit(sum.failed > 0 || stopping.aborted ? 1 : 0)
}

/** Ours without the settings of the product: tests must never meet the database of whoever runs them. */
export function testEnvironment(isLong: boolean): NodeJS.ProcessEnv {
  const settings = new Set(Object.keys(settingFields))
  const rest = Object.entries(process.env).filter(([name]) => !settings.has(name))
  return { ...Object.fromEntries(rest), ...(isLong && { TEST_ALL: '1' }) }
}

/** Redis, a browser, and a proxy for all but the everyday tests, where the machine has none; put where every stage finds them. */
async function provision(env: NodeJS.ProcessEnv, scope: TestScope): Promise<Tally> {
  const options = { dataDir: path.join(repository, '.data'), log: console.log }
  const redis = await provideRedis(options)
  env.PATH = [env.PATH, path.dirname(redis)].join(path.delimiter)
  env.CHROMIUM_PATH = await provideChromium(options)
  if (scope !== 'everyday') {
    const nginx = await provideNginx(options)
    env.PATH = [env.PATH, path.dirname(nginx)].join(path.delimiter)
  }
  return { passed: 0, failed: 0, skipped: 0 }
}

/** What `npm run check` does one after the other, here side by side, since most of it uses one core. */
async function check(run: TestRun): Promise<Tally> {
  const { scripts }: { scripts: object } = JSON.parse(
    await readFile(path.join(repository, 'package.json'), 'utf8'),
  )
  const { file, args, shell } = npmCommand()
  const tallies = Object.keys(scripts)
    .filter((name) => name.startsWith('check:'))
    .map(async (name) => {
      const { code, output } = await runStep(file, [...args, 'run', '--silent', name], {
        ...run,
        cwd: repository,
        output: 'kept',
        shell,
      })
      console.log(`${name} ${code === 0 ? 'passed' : 'failed'}\n${output}`)
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
    })
  return addTallies(await Promise.all(tallies))
}

async function vitest(run: TestRun, options: readonly string[] = []): Promise<Tally> {
  const report = path.join(REPORTS, 'vitest.json')
  const script = path.join(repository, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runStep(process.execPath, [script, 'run', ...reporters, ...options], {
    ...run,
    cwd: repository,
    output: 'shown',
  })
  return readVitestReport(report, code)
}

/** In a browser, against a system that Playwright starts as a user starts it. */
async function journeys(run: TestRun): Promise<Tally> {
  if (!existsSync(path.join(repository, JOURNEYS))) return { passed: 0, failed: 0, skipped: 0 }
  const report = path.join(REPORTS, 'journeys.json')
  const script = path.join(repository, 'node_modules/@playwright/test/cli.js')
  const dataDir = await makeTemporaryDataDir()
  const env = {
    ...run.env,
    JOURNEY_DATA_DIR: dataDir,
    JOURNEY_PORT: String(await freePort()),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  const args = [script, 'test', '-c', JOURNEYS, '--reporter=list,json']
  try {
    const { code } = await runStep(process.execPath, args, { ...run, env, cwd: repository, output: 'shown' })
    return await readJourneyReport(report, code)
  } finally {
    await removeTemporaryDataDir(dataDir)
  }
}
