import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../infra/launch/bootstrap.mjs'

/** Older versions of these have holes or faults that the house relies on being mended. */
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

/** Every version of a package in the tree, wherever it lies. */
function versionsOf(name: string): string[] {
  return Object.entries(lock.packages).flatMap(([at, { version }]) =>
    at.endsWith(`node_modules/${name}`) && version !== undefined ? [version] : [],
  )
}

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0
}

test.each(Object.entries(FLOORS))('%s is at least %s, wherever it lies in the tree', (name, floor) => {
  const versions = versionsOf(name)
  expect(versions).not.toEqual([])
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([])
})

test('all packages of bull-board are of one version', () => {
  const versions = ['api', 'express', 'ui'].flatMap((name) => versionsOf(`@bull-board/${name}`))
  expect(versions).toHaveLength(3)
  expect(new Set(versions).size).toBe(1)
})

test('versions are compared by number', () => {
  expect(isAtLeast('10.0.0', '9.9.9')).toBe(true)
  expect(isAtLeast('0.29.10', '0.29.9')).toBe(true)
  expect(isAtLeast('6.6.9', '6.7.0')).toBe(false)
})

type Audit = { metadata?: { vulnerabilities: { high: number; critical: number } } }

test('the registry knows of no serious hole in what the product runs on', {
  timeout: 90_000,
}, async (context) => {
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(
    'npm',
    ['audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=10000'],
    { cwd: repository, timeout: 60_000 },
    (_, said) => resolve(said),
  )
  const { metadata }: Audit = JSON.parse((await promise) || '{}')
  if (!metadata) return context.skip('the registry does not answer')
  const { high, critical } = metadata.vulnerabilities
  expect({ high, critical }).toEqual({ high: 0, critical: 0 })
})
