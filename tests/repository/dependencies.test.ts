import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { repository } from '../../infra/launch/bootstrap.mjs'
import { listenOnLoopback, stopServer } from '../support/loopback-server.ts'

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

type Audit = {
  message?: string
  statusCode?: number
  metadata?: { vulnerabilities: { high: number; critical: number } }
}

/** A mirror that only serves packages has no audits. */
const WITHOUT_AUDITS = [404, 405, 501]

/**
 * @returns a text where the registry has no audits
 * @throws Error for every other failure: a registry that is slow or away says nothing about vulnerabilities
 */
async function auditBy(...options: string[]) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const command = ['audit', '--json', '--omit=dev', '--fetch-retries=0', ...options]
  execFile('npm', command, { cwd: repository, timeout: 60_000 }, (_, stdout) => resolve(stdout))
  const { message, statusCode = 0, metadata }: Audit = JSON.parse((await promise) || '{}')
  if (metadata) return metadata.vulnerabilities
  if (WITHOUT_AUDITS.includes(statusCode)) return `skipped, the registry has no audits: ${message}`
  throw new Error(`the audit failed: ${message ?? 'npm did not end in time'}`)
}

test('finds no serious vulnerability in the audit of the registry', {
  timeout: 90_000,
}, async (context) => {
  const audited = await auditBy('--fetch-timeout=20000')
  if (typeof audited === 'string') {
    console.warn(audited)
    return context.skip(audited)
  }
  expect(audited).toMatchObject({ high: 0, critical: 0 })
})

describe('audit', { timeout: 90_000 }, () => {
  /** @param status 0: it does not respond */
  async function auditOf(status: number) {
    const registry = createServer((_, response) => void (status && response.writeHead(status).end('{}')))
    const port = await listenOnLoopback(registry)
    onTestFinished(() => stopServer(registry))
    return auditBy(`--registry=http://127.0.0.1:${port}/`, '--fetch-timeout=1000')
  }

  test.each([404, 405, 501])('is skipped where the registry responds with %d', async (status) => {
    expect(await auditOf(status)).toContain(`the registry has no audits: ${status} `)
  })

  test.each([
    [0, 'network timeout'],
    [503, '503 Service Unavailable'],
  ])('fails where the registry responds with %d', async (status, message) => {
    await expect(auditOf(status)).rejects.toThrow(message)
  })
})
