import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { watchPoolWait } from './pool-wait.ts'

/** A pool whose line and time are the test's. */
function openPool() {
  const pool = Object.assign(new EventEmitter(), { waitingCount: 0 })
  let time = 0
  const wait = watchPoolWait(pool, () => time)
  return {
    wait,
    /** The line is so long now. */
    line(waiting: number) {
      pool.waitingCount = waiting
    },
    pass(ms: number) {
      time += ms
    },
    /** Connections are handed over, one each so many milliseconds, while the line stays as long as it is. */
    handOver(times: number, everyMs: number) {
      for (let turn = 0; turn < times; turn += 1) {
        time += everyMs
        pool.emit('acquire')
      }
    },
  }
}

test('it grows with the line, and with what each in it takes', () => {
  const { wait, line, handOver } = openPool()
  line(10)
  handOver(300, 4)
  expect(wait.expectedMs()).toBeCloseTo(40, 0)
  line(20)
  expect(wait.expectedMs()).toBeCloseTo(80, 0)
  handOver(300, 1)
  expect(wait.expectedMs()).toBeCloseTo(20, 0)
  line(0)
  expect(wait.expectedMs()).toBe(0)
})

test('a pool that was idle is not taken for a slow one when a crowd comes', () => {
  const { wait, line, handOver } = openPool()
  handOver(100, 1_000)
  line(30)
  handOver(1, 1_000)
  expect(wait.expectedMs()).toBe(0)
})

test('a line that does not move is as slow as it has stood', () => {
  const { wait, line, pass } = openPool()
  line(1)
  expect(wait.expectedMs()).toBe(0)
  pass(700)
  expect(wait.expectedMs()).toBe(700)
  line(0)
  expect(wait.expectedMs()).toBe(0)
  pass(60_000)
  line(1)
  expect(wait.expectedMs()).toBe(0)
})

test('a pool that has stood for a minute is not slow for long', () => {
  const { wait, line, pass, handOver } = openPool()
  line(20)
  handOver(300, 1)
  pass(60_000)
  handOver(100, 1)
  expect(wait.expectedMs()).toBeLessThan(30)
})
