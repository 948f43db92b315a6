import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { beforeEach, expect, test } from 'vitest'
import { checkWebBuild } from './build-web.ts'

let repository: string

async function write(file: string, content: string): Promise<void> {
  const target = path.join(repository, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, content)
}

beforeEach(async () => {
  repository = await folderOfTest()
  await write('web/src/app/main.tsx', 'one')
  await write('shared/game/scoring.ts', 'one')
  await write('package-lock.json', 'one')
  await write('web/dist/index.html', 'built')
  await (await checkWebBuild(repository)).markCurrent()
})

test('does not rebuild unchanged sources', async () => {
  expect((await checkWebBuild(repository)).isCurrent).toBe(true)
})

test.each(['web/src/app/main.tsx', 'web/src/app/new.ts', 'shared/game/scoring.ts', 'package-lock.json'])(
  'rebuilds when %s changes',
  async (file) => {
    await write(file, 'two')
    expect((await checkWebBuild(repository)).isCurrent).toBe(false)
  },
)

test.each([
  'web/dist/index.html',
  'web/node_modules/x/index.js',
  'tests/e2e/a.journey.ts',
  'gateway/main.ts',
])('does not rebuild when %s changes', async (file) => {
  await write(file, 'two')
  expect((await checkWebBuild(repository)).isCurrent).toBe(true)
})

test('rebuilds deleted pages', async () => {
  await rm(path.join(repository, 'web/dist'), { recursive: true })
  expect((await checkWebBuild(repository)).isCurrent).toBe(false)
})
