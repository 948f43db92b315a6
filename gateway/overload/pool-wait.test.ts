import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { watchPoolWait } from './pool-wait.ts'

function openPool() {
  const pool = Object.assign(new EventEmitter(), { waitingCount: 0 })
  let time = 0
  const wait = watchPoolWait(pool, () => time)
  return {
    expectedMs: wait.expectedMs,
    pend(queries: number) {
      pool.waitingCount = queries
    },
    pass(ms: number) {
      time += ms
    },
    /** The pool gives out a connection every so many milliseconds; the number of pending queries stays. */
    acquire(times: number, everyMs: number) {
      for (let count = 0; count < times; count += 1) {
        time += everyMs
        pool.emit('acquire')
      }
    },
  }
}

describe('expected wait for a connection', () => {
  test('grows with the pending queries and with the time that each takes', () => {
    const { expectedMs, pend, acquire } = openPool()
    pend(10)
    acquire(300, 4)
    expect(expectedMs()).toBeCloseTo(40, 0)
    pend(20)
    expect(expectedMs()).toBeCloseTo(80, 0)
    acquire(300, 1)
    expect(expectedMs()).toBeCloseTo(20, 0)
    pend(0)
    expect(expectedMs()).toBe(0)
  })

  test('is the time since the last acquisition when that is longer', () => {
    const { expectedMs, pend, pass } = openPool()
    pend(1)
    expect(expectedMs()).toBe(0)
    pass(700)
    expect(expectedMs()).toBe(700)
    pend(0)
    expect(expectedMs()).toBe(0)
    pass(60_000)
    pend(1)
    expect(expectedMs()).toBe(0)
  })
})
