import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The importing file, its forbidden import, and the rule that must refuse it. */
const plants = [
  ['shared/game/planted.ts', '../contract/target.ts', 'game-below-contract'],
  ['shared/contract/planted.ts', '../../infra/target.ts', 'shared-is-pure'],
  ['shared/contract/clock.ts', 'node:fs', 'shared-is-pure'],
  ['languages/planted.ts', '../infra/target.ts', 'languages-below-infra'],
  ['infra/planted.ts', '../gateway/target.ts', 'infra-below-programs'],
  ['infra/planted-source.ts', './setlist-sources/file/target.ts', 'sources-by-catalogue'],
  ['workers/jobs/planted-source.ts', '../../infra/setlist-sources/file/target.ts', 'sources-by-catalogue'],
  ['infra/mail/planted.ts', 'bullmq', 'bullmq-in-queues-only'],
  ['infra/postgres/migrations/planted.ts', '../../target.ts', 'migrations-know-no-code'],
  ['gateway/planted.ts', '../workers/target.ts', 'gateway-alone'],
  ['gateway/features/query.ts', 'kysely', 'sql-in-queries-only'],
  ['gateway/features/songs/planted.ts', '../shows/target.ts', 'features-apart'],
  ['workers/planted.ts', '../gateway/target.ts', 'workers-alone'],
  ['workers/jobs/query.ts', 'pg', 'sql-in-queries-only'],
  ['web/src/planted.ts', '../../infra/target.ts', 'web-uses-shared-alone'],
  ['web/src/features/songs/planted.ts', '../shows/target.ts', 'features-apart'],
  ['web/src/features/songs/upwards.ts', '../../app/target.ts', 'features-below-app'],
  ['web/src/ui/planted.ts', '../features/shows/target.ts', 'ui-and-lib-below-features'],
  ['infra/launch/planted.ts', '../../gateway/target.ts', 'launch-starts-programs-only'],
  ['infra/queues/planted.ts', '../launch/target.ts', 'launch-is-not-imported'],
  ['workers/planted-launch.ts', '../infra/launch/target.ts', 'launch-is-not-imported'],
  ['infra/launch/upwards.ts', '../../tests/target.ts', 'tests-are-not-imported'],
  ['gateway/upwards.ts', '../tests/target.ts', 'tests-are-not-imported'],
  ['gateway/planted-cycle.ts', './planted-echo.ts', 'no-cycle'],
] as const

let root = ''
let refused: { from: string; rule: string }[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'called-it-boundaries-'))
  await writeFile(
    join(root, 'package.json'),
    JSON.stringify({ dependencies: { kysely: '*', pg: '*', bullmq: '*' } }),
  )
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  for (const room of [
    'shared/contract',
    'infra',
    'infra/launch',
    'infra/setlist-sources/file',
    'tests',
    'gateway',
    'gateway/features/shows',
    'workers',
    'web/src/app',
    'web/src/features/shows',
  ]) {
    await write(`${room}/target.ts`, 'export const target = 1\n')
  }
  for (const name of ['kysely', 'pg', 'bullmq']) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    await write(`node_modules/${name}/index.js`, 'module.exports = {}\n')
  }
  const echo = `import type { planted } from './planted-cycle.ts'\nexport const echo: typeof planted = 1\n`
  await write('gateway/planted-echo.ts', echo)
  for (const [file, target] of plants) await write(file, `import '${target}'\nexport const planted = 1\n`)

  const { violations } = await cruise()
  refused = violations.map(({ from, rule }) => ({ from, rule: rule.name }))
})

afterAll(() => rm(root, { recursive: true, force: true }))

type Report = { violations: { from: string; rule: { name: string } }[] }

/** The exit code of the checker only counts violations. */
async function cruise(): Promise<Report> {
  const rooms = ['shared', 'languages', 'infra', 'gateway', 'workers', 'web', 'tests']
  const config = join(repository, '.dependency-cruiser.cjs')
  const program = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  // To a file, since output to a pipe is truncated when it exits with an error.
  const args = ['--config', config, '--output-type', 'json', '--output-to', 'report.json', ...rooms]
  const ended = await run(process.execPath, [program, ...args], { cwd: root }).catch(
    (failed: { stderr: string }) => failed,
  )
  const report = await readFile(join(root, 'report.json'), 'utf8').catch(() => {
    throw new Error(`no report: ${ended.stderr}`)
  })
  const { summary }: { summary: Report } = JSON.parse(report)
  return summary
}

test.each(plants)('refuses that %s imports %s', (file, _target, rule) => {
  expect(refused).toContainEqual({ from: file, rule })
})
