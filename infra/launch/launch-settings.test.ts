import { once } from 'node:events'
import { rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { isSettingsKey } from '@called-it/infra/secrets/settings-keys'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { readLaunchSettings } from './launch-settings.ts'
import { usablePort } from './port.ts'
import { programEnv, storedSecret } from './program-env.ts'
import { greeting } from './system.ts'

test('resolves the data folder from the repository', () => {
  expect(readLaunchSettings({}, '/checkout').dataDir).toBe('/checkout/.data')
  expect(readLaunchSettings({ DATA_DIR: '/elsewhere' }, '/checkout').dataDir).toBe('/elsewhere')
})

test('logs warnings in development, and everything in production', () => {
  const production = { NODE_ENV: 'production' }
  expect(readLaunchSettings({}, '/checkout').logLevel).toBe('warn')
  expect(readLaunchSettings({ LOG_LEVEL: 'debug' }, '/checkout').logLevel).toBe('debug')
  expect(readLaunchSettings(production, '/checkout').logLevel).toBe('info')
})

test('refuses the demo beside the setlists of another band', () => {
  const another = { SETLIST_SOURCE: 'file:/some/where' }
  expect(() => readLaunchSettings(another, '/checkout')).toThrow('SETLIST_SOURCE: is not demo')
  expect(readLaunchSettings({ ...another, DEMO: 'off' }, '/checkout').demo).toBe(false)
})

test('prints the address, the demo accounts, or where to make the first admin', () => {
  const withDemo = greeting(readLaunchSettings({ PORT: '4001' }, '/checkout'), { needsAdmin: false })
  expect(withDemo).toContain('http://localhost:4001')
  expect(withDemo).toMatch(/fan@demo\.example +called-it-demo/)
  expect(withDemo).not.toContain('/setup')
  const empty = greeting(readLaunchSettings({ DEMO: 'off' }, '/checkout'), { needsAdmin: true })
  expect(empty).not.toContain('demo')
  expect(empty).toContain('http://localhost:3000/setup')
})

test('generates one session secret per data folder, for this user alone', async () => {
  const folder = await folderOfTest()
  const secret = await storedSecret(folder, 'session-secret')
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(await storedSecret(folder, 'session-secret')).toBe(secret)
  expect((await stat(path.join(folder, 'session-secret'))).mode & 0o777).toBe(0o600)
})

test('generates one settings key per data folder, and passes on the one before it', async () => {
  const folder = await folderOfTest()
  const urls = { databaseUrl: 'postgres://db.example/called-it' }
  const envOf = () => programEnv(readLaunchSettings({ DATA_DIR: folder }, '/checkout'), urls)
  const { SETTINGS_KEY: key = '' } = await envOf()
  expect(isSettingsKey(key)).toBe(true)
  expect(await envOf()).toMatchObject({ SETTINGS_KEY: key })
  expect((await stat(path.join(folder, 'settings-key'))).mode & 0o777).toBe(0o600)
  await rename(path.join(folder, 'settings-key'), path.join(folder, 'settings-key.previous'))
  const rotated = await envOf()
  expect(rotated.SETTINGS_KEY_PREVIOUS).toBe(key)
  expect(rotated.SETTINGS_KEY).not.toBe(key)
})

test('names the setting when the port is taken or the host is not local', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const taken = typeof address === 'object' ? (address?.port ?? 0) : 0
  await expect(usablePort('127.0.0.1', taken)).rejects.toThrow(/^PORT: another program listens there/)
  await expect(usablePort('192.0.2.1', 0)).rejects.toThrow('HOST: is no address of this machine')
  expect(await usablePort('127.0.0.1', 0)).toBeGreaterThan(0)
})
