import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Packages that the workers load on use, or never. */
const ON_USE = /undici|@node-rs\/argon2|html-to-text|nodemailer|bullmq\/dist\/cjs\/postgres|city-timezones/

test('loads no package of other work in a worker that only scores', () => {
  const program = `
    const loaded = []
    const load = (url, context, next) => (loaded.push(url), next(url, context))
    require('node:module').registerHooks({ load })
    import(${JSON.stringify(path.join(import.meta.dirname, 'app.ts'))}).then(() => {
      console.log(loaded.concat(process.moduleLoadList).join())
      process.exit()
    })`
  const loaded = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }).split(',')
  expect(loaded).toContainEqual(expect.stringContaining('bullmq/dist/cjs/classes/worker'))
  expect(loaded.filter((name) => ON_USE.test(name))).toEqual([])
})
