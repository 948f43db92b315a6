import { expect, test } from 'vitest'
import { createLogger } from './log.ts'
import { logRepeatedError } from './repeated-error.ts'

test('logs a repeated error once a minute, with the number of those in between', () => {
  const lines: Record<string, unknown>[] = []
  const log = createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) })
  let time = 0
  const report = logRepeatedError(log, 'a connection to Redis broke', () => time)
  const error = new Error('connect ECONNREFUSED')
  for (; time < 120_000; time += 500) report(error, { role: 'limits' })
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ level: 'warn', msg: 'a connection to Redis broke', role: 'limits' })
  expect(lines.map(({ unlogged }) => unlogged)).toEqual([undefined, 119])
})
