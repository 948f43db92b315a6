import { expect, test } from 'vitest'
import { isOutOfRoom, isPostgresAway, NOT_RESPONDING } from './outage.ts'

const failure = (fields: { message?: string; code?: string; syscall?: string }) =>
  Object.assign(new Error(fields.message ?? 'failed'), fields)

test.each([
  failure({ code: 'ECONNREFUSED', syscall: 'connect' }),
  failure({ code: 'ENOENT', syscall: 'connect' }),
  failure({ code: '57P01', message: 'terminating connection due to administrator command' }),
  failure({ code: '57P03', message: 'the database system is starting up' }),
  failure({ code: '08006' }),
  failure({ code: '53300', message: 'sorry, too many clients already' }),
  failure({ message: 'Connection terminated unexpectedly' }),
  failure({ message: 'timeout exceeded when trying to connect' }),
  failure({ message: 'Query read timeout' }),
  failure({ message: NOT_RESPONDING }),
  Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
])('returns true when the server cannot be reached: %s', (error) => {
  expect(isPostgresAway(error)).toBe(true)
})

test.each([
  failure({ code: '23505', message: 'duplicate key value violates unique constraint' }),
  failure({ code: '42P01', message: 'relation "nothing" does not exist' }),
  failure({ code: '57014', message: 'canceling statement due to user request' }),
  failure({ code: 'ENOENT', syscall: 'open' }),
  failure({}),
  'ECONNREFUSED',
  undefined,
])('returns false for other errors: %s', (error) => {
  expect(isPostgresAway(error)).toBe(false)
})

test.each([
  ['53100', true],
  ['53200', true],
  ['58030', true],
  ['ENOSPC', true],
  ['23505', false],
])('checks whether %s means a lack of room: %s', (code, expected) => {
  expect(isOutOfRoom(failure({ code }))).toBe(expected)
})
