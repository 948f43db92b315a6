import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** A forbidden arrow for every room: who imports, what, and the rule that must refuse it. */
const plants = [
  ['shared/game/planted.ts', '../contract/target.ts', 'game-knows-no-wire'],
  ['shared/contract/planted.ts', '../../infra/target.ts', 'shared-is-pure'],
  ['shared/contract/clock.ts', 'node:fs', 'shared-is-pure'],
  ['infra/planted.ts', '../gateway/target.ts', 'infra-below-programs'],
  ['infra/mail/planted.ts', 'bullmq', 'bullmq-in-queues-only'],
  ['infra/postgres/migrations/planted.ts', '../../target.ts', 'migrations-know-no-code'],
  ['gateway/planted.ts', '../workers/target.ts', 'gateway-alone'],
  ['gateway/features/query.ts', 'kysely', 'sql-in-queries-only'],
  ['workers/planted.ts', '../gateway/target.ts', 'workers-alone'],
  ['workers/jobs/query.ts', 'pg', 'sql-in-queries-only'],
  ['web/src/planted.ts', '../../infra/target.ts', 'web-uses-shared-alone'],
  ['web/src/features/songs/planted.ts', '../shows/target.ts', 'features-apart'],
  ['web/src/features/songs/upwards.ts', '../../app/target.ts', 'features-below-app'],
  ['web/src/ui/planted.ts', '../features/shows/target.ts', 'ui-and-lib-below-features'],
  ['launch/planted.ts', '../gateway/target.ts', 'launch-starts-programs-only'],
  ['infra/planted-bench.ts', '../tests/target.ts', 'tests-room-is-not-imported'],
  ['gateway/planted-cycle.ts', './planted-echo.ts', 'no-cycle'],
] as const

let house = ''
let refused: { from: string; rule: string }[] = []

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'called-it-boundaries-'))
  await writeFile(
    join(house, 'package.json'),
    JSON.stringify({ dependencies: { kysely: '*', pg: '*', bullmq: '*' } }),
  )
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(house, file)), { recursive: true })
    await writeFile(join(house, file), text)
  }
  for (const room of [
    'shared/contract',
    'infra',
    'gateway',
    'workers',
    'web/src/app',
    'web/src/features/shows',
    'tests',
  ]) {
    await write(`${room}/target.ts`, 'export const target = 1\n')
  }
  for (const name of ['kysely', 'pg', 'bullmq']) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    await write(`node_modules/${name}/index.js`, 'module.exports = {}\n')
  }
  await write('gateway/planted-echo.ts', `import './planted-cycle.ts'\nexport const echo = 1\n`)
  for (const [file, target] of plants) await write(file, `import '${target}'\nexport const planted = 1\n`)

  const { violations } = await cruise()
  refused = violations.map(({ from, rule }) => ({ from, rule: rule.name }))
})

afterAll(() => rm(house, { recursive: true, force: true }))

type Report = { violations: { from: string; rule: { name: string } }[] }

/** The checker's own exit code counts violations; its report is what is looked at here. */
async function cruise(): Promise<Report> {
  const rooms = ['shared', 'infra', 'gateway', 'workers', 'web', 'launch', 'tests']
  const config = join(repository, '.dependency-cruiser.cjs')
  const program = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  // Into a file: what it writes to a pipe is cut off when it ends early with an error.
  const args = ['--config', config, '--output-type', 'json', '--output-to', 'report.json', ...rooms]
  const ended = await run(process.execPath, [program, ...args], { cwd: house }).catch(
    (failed: { stderr: string }) => failed,
  )
  const report = await readFile(join(house, 'report.json'), 'utf8').catch(() => {
    throw new Error(`no report: ${ended.stderr}`)
  })
  const { summary }: { summary: Report } = JSON.parse(report)
  return summary
}

test.each(plants)('%s may not import %s', (file, _target, rule) => {
  expect(refused).toContainEqual({ from: file, rule })
})
