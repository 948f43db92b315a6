import { existsSync } from 'node:fs'
import path from 'node:path'
import { listCopies, openBuildContext } from '@called-it/tests/support/image-tree'
import { expect, test } from 'vitest'

const repository = path.resolve(import.meta.dirname, '../..')

test.each(['web', 'called-it', 'all-in-one'])('copies only what exists into the stage %s', async (stage) => {
  const isSent = await openBuildContext()
  const sources = (await listCopies(stage)).flatMap((copy) => copy.sources)
  expect(sources.length).toBeGreaterThan(5)
  expect(sources.filter((source) => !(existsSync(path.join(repository, source)) && isSent(source)))).toEqual(
    [],
  )
})

test('sends no tests, packages and builds of this machine to the builder', async () => {
  const isSent = await openBuildContext()
  const files = [
    'gateway/main.ts',
    'gateway/main.int.test.ts',
    'infra/node_modules/x/y.js',
    'web/dist/index.html',
    '.env',
  ]
  expect(files.filter(isSent)).toEqual(['gateway/main.ts'])
})
