import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { folderOfTest } from '../support/temporary-folder.ts'

test('leaves out a show with a fault, and says so', async () => {
  const folder = await folderOfTest()
  const file = path.join(folder, 'setlists.csv')
  const rows = Array.from({ length: 6 }, (_, night) => `${night},2031-03-0${night + 1},1,Song ${night % 3}`)
  // Set 1 goes on after set 2.
  const broken = ['9,2031-04-01,1,Lantern', '9,2031-04-01,2,Ferry', '9,2031-04-01,1,Ember']
  await writeFile(file, ['showid,showdate,set,song', ...rows, ...broken].join('\n'))
  const predict = path.join(import.meta.dirname, 'predict.ts')
  // Such a short history misses the gates.
  const { stdout } = await promisify(execFile)(process.execPath, [predict, file]).catch(
    (failed: { stdout: string }) => failed,
  )
  expect(stdout).toContain('1 show left out')
  expect(stdout).toContain('6 shows with a setlist; measured on the last 3')
  expect(stdout).toContain('P1 missed')
})
