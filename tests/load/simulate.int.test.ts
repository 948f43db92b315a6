import { execFile } from 'node:child_process'
import path from 'node:path'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { expect, test } from 'vitest'
import { bareEnv } from '../support/bare-env.ts'
import { makeUser } from '../support/factories/accounts.ts'
import { databaseOfFile } from '../support/test-database.ts'
import { startGatewayProgram } from '../support/workers/gateway-program.ts'

const database = await databaseOfFile()

function simulate(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { promise, resolve } = Promise.withResolvers<{ stdout: string; stderr: string }>()
  execFile(
    process.execPath,
    [path.join(import.meta.dirname, 'simulate.ts'), ...args],
    { env: { ...bareEnv, DATABASE_URL: database.url } },
    (_error, stdout, stderr) => resolve({ stdout, stderr }),
  )
  return promise
}

const count = async (table: 'users' | 'shows' | 'predictions' | 'scores' | 'standings' | 'tours') =>
  (
    await database.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows

test('adds, scores, connects and removes a crowd, and refuses real accounts', async () => {
  const fan = await makeUser(database.db)
  const url = await startGatewayProgram(database.url)
  const { stdout, stderr } = await simulate(
    ...['--fans', '40', '--shows', '2', '--score', '--sockets', '3', '--seconds', '1', '--url', url],
  )
  expect(stderr).toBe('')
  expect(stdout).toContain('2 shows are scored.')
  expect(stdout).toContain(`3 sockets are connected to ${url}.`)
  expect(stdout).toContain('0 connections were lost.')
  expect([await count('predictions'), await count('scores'), await count('standings')]).toEqual([80, 80, 80])
  expect(await verifyStandings(database.db)).toEqual([])

  expect((await simulate('--remove')).stdout).toBe('40 fans and 2 shows are removed.\n')
  for (const table of ['shows', 'predictions', 'scores', 'standings', 'tours'] as const) {
    expect([table, await count(table)]).toEqual([table, 0])
  }
  expect(await database.db.selectFrom('users').select('id').execute()).toEqual([{ id: fan.id }])

  await makeUser(database.db, { email: 'somebody@examplary.org' })
  expect((await simulate('--fans', '3')).stderr).toBe('This database has accounts of real people.\n')
  expect(await count('users')).toBe(2)
}, 120_000)
