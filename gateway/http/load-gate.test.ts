import { createGatewayMetrics } from '@called-it/infra/observability/gateway-metrics'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { BOUNDS } from '../bounds.ts'
import { openLoadGate } from './load-gate.ts'

const bounds = { ...BOUNDS.load, postgresWaitMs: 10, postgresLine: 5, loopDelayMs: 100, callsUnderWay: 4 }

/** A gate whose signals are what the test makes them. */
function openGate() {
  const signals = { waiting: 100, waitMs: 0, delayMs: 0 }
  const gate = openLoadGate({
    bounds,
    postgres: { waiting: () => signals.waiting, expectedMs: () => signals.waitMs },
    metrics: createGatewayMetrics().http,
    log: pino({ enabled: false }),
    delay: { now: () => signals.delayMs, stop: () => undefined },
  })
  const refused = () =>
    (['read', 'change', 'admin'] as const).flatMap((kind) => {
      const refusal = gate.refuse(kind)
      return refusal ? [`${kind}: ${refusal.reason}`] : []
    })
  return { gate, signals, refused }
}

test('while Postgres is waited for, reads are turned away first, then changes, admins last', () => {
  const { signals, refused } = openGate()
  const refusedWith = (waitMs: number) => {
    signals.waitMs = waitMs
    return refused()
  }
  expect(refusedWith(8)).toEqual([])
  expect(refusedWith(9)).toEqual(['read: postgres_busy'])
  expect(refusedWith(11)).toEqual(['read: postgres_busy', 'change: postgres_busy'])
  expect(refusedWith(16)).toHaveLength(3)
  signals.waiting = 5
  expect(refusedWith(16)).toEqual([])
})

test('while the event loop is late, the same', () => {
  const { signals, refused } = openGate()
  const refusedWith = (delayMs: number) => {
    signals.delayMs = delayMs
    return refused()
  }
  expect(refusedWith(80)).toEqual([])
  expect(refusedWith(101)).toEqual(['read: event_loop', 'change: event_loop'])
  expect(refusedWith(151)).toHaveLength(3)
  expect(refusedWith(0)).toEqual([])
})

test('no more calls are carried out at once than may; one that ends makes room, also by failing', async () => {
  const { gate, refused } = openGate()
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const calls = ends.map(({ promise }) => gate.during(() => promise))
  expect(refused()).toEqual(['read: calls', 'change: calls'])
  ends[0]?.reject(new Error('went wrong'))
  await expect(calls[0]).rejects.toThrow('went wrong')
  ends[1]?.resolve()
  await calls[1]
  expect(refused()).toEqual([])
  for (const { resolve } of ends) resolve()
  await Promise.all(calls.slice(2))
})

test('those who are turned away are asked to come back at different times', () => {
  const { signals, gate } = openGate()
  signals.waitMs = 100
  const seconds = new Set(Array.from({ length: 200 }, () => gate.refuse('change')?.retryAfter))
  expect([...seconds].toSorted()).toEqual([1, 2, 3, 4, 5])
})
