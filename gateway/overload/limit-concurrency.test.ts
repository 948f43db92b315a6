import { describe, expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

describe('concurrency limit', () => {
  test('rejects with 503 when the queue is full, and runs those that wait', async () => {
    const limit = limitConcurrency(1, 1)
    const { promise, resolve } = Promise.withResolvers<string>()
    const running = limit(() => promise)
    const pending = limit(async () => 'pending')
    await expect(limit(async () => 'too many')).rejects.toMatchObject({ status: 503, retryAfter: 2 })
    resolve('running')
    expect(await Promise.all([running, pending])).toEqual(['running', 'pending'])
  })
})
