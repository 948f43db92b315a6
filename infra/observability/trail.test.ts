import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLogger } from './log.ts'
import { currentTrail, followTrail } from './trail.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('work that runs side by side keeps its own trail, and log lines tell whose they are', async () => {
  const lines: { msg: string; request?: string; trace?: string }[] = []
  const log = createLogger('gateway', 'info', { write: (line) => lines.push(JSON.parse(line)) })
  const work = (requestId: string) =>
    followTrail({ requestId, traceparent }, async () => {
      await wait(1)
      log.info(`of ${requestId}`)
      log.info({ request: 'another' }, `about another by ${requestId}`)
      return currentTrail().requestId
    })
  expect(await Promise.all([work('a'), work('b')])).toEqual(['a', 'b'])
  log.info('of nobody')
  const trace = '0af7651916cd43dd8448eb211c80319c'
  expect(lines).toHaveLength(5)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'of a', request: 'a', trace }))
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'of b', request: 'b', trace }))
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'about another by b', request: 'another' }))
  expect(lines.at(-1)).not.toHaveProperty('request')
  expect(currentTrail()).toEqual({ requestId: null, traceparent: null })
})
