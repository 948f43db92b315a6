import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'

/** The Redis of the integration tests, and a unique prefix for the caller's keys. */
export function testRedis(): { readonly url: string; readonly prefix: string } {
  return { url: inject('redisUrl'), prefix: `test-${randomUUID()}` }
}
