import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { greeting } from './greeting.ts'
import { readLaunchSettings } from './launch-settings.ts'
import { usablePort } from './listen-address.ts'
import { keptSessionSecret } from './session-secret.ts'

test('the data folder is taken from the repository, wherever the start was called', () => {
  expect(readLaunchSettings({}, '/checkout').dataDir).toBe('/checkout/.data')
  expect(readLaunchSettings({ DATA_DIR: '/elsewhere' }, '/checkout').dataDir).toBe('/elsewhere')
})

test('at a desk the programs log warnings, unless asked for more; in production everything', () => {
  const production = { NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) }
  expect(readLaunchSettings({}, '/checkout').logLevel).toBe('warn')
  expect(readLaunchSettings({ LOG_LEVEL: 'debug' }, '/checkout').logLevel).toBe('debug')
  expect(readLaunchSettings(production, '/checkout').logLevel).toBe('info')
})

test('production demands a session secret', () => {
  expect(() => readLaunchSettings({ NODE_ENV: 'production' }, '/checkout')).toThrow(
    'SESSION_SECRET: is demanded in production',
  )
})

test('the demo is refused beside the setlists of another band', () => {
  const another = { SETLIST_SOURCE: 'file:/some/where' }
  expect(() => readLaunchSettings(another, '/checkout')).toThrow('SETLIST_SOURCE: is not demo')
  expect(readLaunchSettings({ ...another, DEMO: 'off' }, '/checkout').demo).toBe(false)
})

test('the greeting has the address, and the accounts of the demo only where it is loaded', () => {
  const withDemo = greeting(readLaunchSettings({ PORT: '4001' }, '/checkout'))
  expect(withDemo).toContain('http://127.0.0.1:4001')
  expect(withDemo).toMatch(/fan@demo\.example +called-it-demo/)
  expect(greeting(readLaunchSettings({ DEMO: 'off' }, '/checkout'))).not.toContain('demo')
})

test('a session secret is made once a data folder, for this user alone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'called-it-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const secret = await keptSessionSecret(folder)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(await keptSessionSecret(folder)).toBe(secret)
  expect((await stat(path.join(folder, 'session-secret'))).mode & 0o777).toBe(0o600)
})

test('a port that is taken, and a host that is not ours, are refused by name', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const taken = typeof address === 'object' ? (address?.port ?? 0) : 0
  await expect(usablePort('127.0.0.1', taken)).rejects.toThrow(/^PORT: another program listens there/)
  await expect(usablePort('192.0.2.1', 0)).rejects.toThrow('HOST: is no address of this machine')
  expect(await usablePort('127.0.0.1', 0)).toBeGreaterThan(0)
})
