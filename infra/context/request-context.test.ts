import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createLogger } from '../observability/log.ts'
import { currentRequestContext, runInRequestContext } from './request-context.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe('request context', () => {
  test('keeps concurrent work apart and adds its ids to log lines', async () => {
    const lines: { msg: string; requestId?: string; traceId?: string }[] = []
    const log = createLogger('gateway', 'info', { write: (line) => lines.push(JSON.parse(line)) })
    const work = (requestId: string) =>
      runInRequestContext({ requestId, traceparent }, async () => {
        await wait(1)
        log.info(`work of ${requestId}`)
        log.info({ requestId: 'another' }, `own field of ${requestId}`)
        return currentRequestContext().requestId
      })
    expect(await Promise.all([work('a'), work('b')])).toEqual(['a', 'b'])
    log.info('no context')
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    expect(lines).toHaveLength(5)
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'work of a', requestId: 'a', traceId }))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'work of b', requestId: 'b', traceId }))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'own field of b', requestId: 'another' }))
    expect(lines.at(-1)).not.toHaveProperty('requestId')
    expect(currentRequestContext()).toEqual({ requestId: null, traceparent: null })
  })
})
