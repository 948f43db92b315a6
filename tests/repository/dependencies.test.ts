import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../infra/launch/bootstrap.mjs'

/** Older versions have vulnerabilities or bugs that affect us. */
const FLOORS = {
  bullmq: '6.7.0',
  multer: '2.5.0',
  kysely: '0.29.9',
  'react-router': '7.18.0',
  express: '5.3.0',
  nodemailer: '10.6.0',
  qs: '6.17.0',
} as const

type Lock = { packages: Record<string, { version?: string }> }

const lock: Lock = JSON.parse(await readFile(path.join(repository, 'package-lock.json'), 'utf8'))

function versionsOf(name: string): string[] {
  return Object.entries(lock.packages).flatMap(([at, { version }]) =>
    at.endsWith(`node_modules/${name}`) && version !== undefined ? [version] : [],
  )
}

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0
}

test.each(Object.entries(FLOORS))('requires at least %s %s everywhere in the tree', (name, floor) => {
  const versions = versionsOf(name)
  expect(versions).not.toEqual([])
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([])
})

test('uses one version of all packages of bull-board', () => {
  const versions = ['api', 'express', 'ui'].flatMap((name) => versionsOf(`@bull-board/${name}`))
  expect(versions).toHaveLength(3)
  expect(new Set(versions).size).toBe(1)
})

type Audit = { metadata?: { vulnerabilities: { high: number; critical: number } } }

test('finds no serious vulnerability in the audit of the registry', {
  timeout: 90_000,
}, async (context) => {
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(
    'npm',
    ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=10000'],
    { cwd: repository, timeout: 60_000 },
    (_, stdout) => resolve(stdout),
  )
  const { metadata }: Audit = JSON.parse((await promise) || '{}')
  if (!metadata) return context.skip('the registry does not respond')
  const { high, critical } = metadata.vulnerabilities
  expect({ high, critical }).toEqual({ high: 0, critical: 0 })
})
