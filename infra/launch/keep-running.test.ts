import { expect, test } from 'vitest'
import { keepRunning } from './keep-running.ts'
import type { Exit } from './owned-process.ts'

const hasty = { firstMs: 1, longestMs: 4, settledAfterMs: 60_000 }
const crash: Exit = { code: null, signal: 'SIGKILL' }

/** Processes that end when the test says so; `started` resolves with each in its turn. */
function processes(failures: number[] = []) {
  const live: { end(exit: Exit): void; stopped: boolean }[] = []
  const waiting: (() => void)[] = []
  let starts = 0
  return {
    get starts() {
      return starts
    },
    live,
    start: async () => {
      starts += 1
      if (failures.includes(starts)) throw new Error(`start ${starts} fails`)
      const { promise: exited, resolve } = Promise.withResolvers<Exit>()
      const process = { stopped: false, end: resolve }
      live.push(process)
      waiting.shift()?.()
      return {
        exited,
        stop: async () => {
          process.stopped = true
          resolve({ code: 0, signal: null })
        },
      }
    },
    nextStart: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}

test('a process that ends by itself is started again, and that is reported', async () => {
  const reports: string[] = []
  const fake = processes()
  const kept = await keepRunning('redis', fake.start, (line) => reports.push(line), hasty)
  const again = fake.nextStart()
  fake.live[0]?.end(crash)
  await again
  await kept.stop()
  expect(fake.starts).toBe(2)
  expect(fake.live[1]?.stopped).toBe(true)
  expect(reports).toEqual(['redis ended (SIGKILL); starting it again in 1 ms', 'redis runs again'])
})

test('a restart that fails is tried again, after a longer wait each time', async () => {
  const reports: string[] = []
  const fake = processes([2, 3, 4, 5])
  const kept = await keepRunning('redis', fake.start, (line) => reports.push(line), hasty)
  const again = fake.nextStart()
  fake.live[0]?.end(crash)
  await again
  await kept.stop()
  expect(reports.flatMap((line) => line.match(/in (\d+) ms/)?.[1] ?? [])).toEqual(['1', '2', '4', '4', '4'])
})

test('only what once ran is started again: a first start that fails is the caller’s', async () => {
  const fake = processes([1])
  await expect(keepRunning('redis', fake.start, () => undefined, hasty)).rejects.toThrow('start 1 fails')
  expect(fake.starts).toBe(1)
})

test('a stopped process is not started again, even while it waits for its next start', async () => {
  const fake = processes([2])
  const patient = { ...hasty, firstMs: 60_000, longestMs: 60_000 }
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const kept = await keepRunning('redis', fake.start, () => resolve(), patient)
  fake.live[0]?.end(crash)
  await ended
  await kept.stop()
  expect(fake.starts).toBe(1)
})
