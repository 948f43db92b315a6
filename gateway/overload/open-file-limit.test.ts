import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { readOpenFileLimit, withinOpenFiles } from './open-file-limit.ts'

const { clients } = LIMITS

test('reads a limit that leaves room for the files that are open', () => {
  expect(readOpenFileLimit() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(100)
})

test.each([null, 22_100, 1_048_576])('keeps the configured connections under a limit of %s', (limit) => {
  expect(withinOpenFiles(clients, limit)).toEqual(clients)
})

test('lowers the connections and the share for HTTP to a smaller limit', () => {
  expect(withinOpenFiles(clients, 20_000)).toEqual({
    ...clients,
    connections: 19_900,
    httpConnections: 1_810,
  })
  expect(withinOpenFiles(clients, 1_024)).toEqual({ ...clients, connections: 924, httpConnections: 84 })
})
