import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'

/** The Redis of the integration tests, and a prefix of the caller's own for everything that it keeps there. */
export function testRedis(): { readonly url: string; readonly prefix: string } {
  return { url: inject('redisUrl'), prefix: `test-${randomUUID()}` }
}
