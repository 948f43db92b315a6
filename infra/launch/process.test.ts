import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type Exit,
  keepRunning,
  type Readiness,
  readyByMessage,
  runToEnd,
  type StartOptions,
  startProcess,
} from './process.ts'

const PROGRAM = fileURLToPath(new URL('../../tests/fixtures/program.ts', import.meta.url))
const OWNER = fileURLToPath(new URL('../../tests/fixtures/program-owner.ts', import.meta.url))

/** Options for the fixture, and the processes that were started with them. */
function fixture(scenario: string, more: Partial<StartOptions> = {}) {
  const children: ChildProcess[] = []
  const { ready = readyByMessage } = more
  const options: StartOptions = {
    name: 'fixture',
    file: process.execPath,
    args: [PROGRAM, scenario],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...more,
    ready: (child, signal) => {
      children.push(child)
      return ready(child, signal)
    },
  }
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  return { options, children }
}

function isRunning(pid: number | undefined): boolean {
  try {
    process.kill(pid ?? expect.fail('it was never started'), 0)
    return true
  } catch {
    return false
  }
}

describe('startProcess', () => {
  test('reports the last lines of a program that exits before it is ready', async () => {
    const { options } = fixture('broken')
    await expect(startProcess(options)).rejects.toThrow('fixture ended with code 3\n  out of order')
  })

  test('stops a program that is not ready within the limit', async () => {
    const { options, children } = fixture('silent', { readyLimitMs: 50 })
    await expect(startProcess(options)).rejects.toThrow('fixture was not ready after 0.05 s')
    expect(isRunning(children[0]?.pid)).toBe(false)
  })

  test('stops waiting for readiness when a stop is requested', async () => {
    const stopping = new AbortController()
    const ready: Readiness = () => {
      stopping.abort()
      return new Promise(() => undefined)
    }
    const { options, children } = fixture('silent', { ready, stopping: stopping.signal })
    await expect(startProcess(options)).rejects.toThrow('fixture was stopped')
    expect(isRunning(children[0]?.pid)).toBe(false)
  })

  test('kills a program that ignores its stop signal for too long', async () => {
    const { options, children } = fixture('stubborn', { stopLimitMs: 50 })
    await (await startProcess(options)).stop()
    expect(children[0]?.signalCode).toBe('SIGKILL')
  })

  test('leaves no orphan when this process is killed', async () => {
    const owner = fork(OWNER)
    onTestFinished(() => void owner.kill('SIGKILL'))
    const [message]: { pid: number }[] = await once(owner, 'message')
    expect(isRunning(message?.pid)).toBe(true)
    owner.kill('SIGKILL')
    await vi.waitUntil(() => !isRunning(message?.pid), { timeout: 20_000 })
  })
})

describe('runToEnd', () => {
  const run = (scenario: string, stopping: AbortSignal) =>
    runToEnd({ file: process.execPath, args: [PROGRAM, scenario], stopping, output: 'returned' })

  test('returns the exit code and the output', async () => {
    expect(await run('broken', new AbortController().signal)).toEqual({ code: 3, output: 'out of order\n' })
  })

  test('stops the program when a stop is requested', async () => {
    expect(await run('steady', AbortSignal.abort())).toMatchObject({ code: 1 })
  })
})

const hasty = { firstMs: 1, maxMs: 4, resetAfterMs: 60_000 }
const crash: Exit = { code: null, signal: 'SIGKILL' }

/** Fake processes, which exit when the test says so; some starts fail. */
function fakeProcesses(failingStarts: number[] = []) {
  const started: { exit(exit: Exit): void; isStopped: boolean }[] = []
  const waiting: (() => void)[] = []
  let starts = 0
  return {
    starts: () => starts,
    started,
    start: async () => {
      starts += 1
      if (failingStarts.includes(starts)) throw new Error(`start ${starts} fails`)
      const { promise: exited, resolve } = Promise.withResolvers<Exit>()
      const process = { isStopped: false, exit: resolve }
      started.push(process)
      waiting.shift()?.()
      return {
        exited,
        stop: async () => {
          process.isStopped = true
          resolve({ code: 0, signal: null })
        },
      }
    },
    nextStart: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}

describe('keepRunning', () => {
  test('restarts a crashed program, logs it, and leaves nothing running when stopped', async () => {
    const { options, children } = fixture('steady')
    const lines: string[] = []
    const program = await keepRunning(
      'fixture',
      () => startProcess(options),
      (line) => lines.push(line),
      hasty,
    )
    children[0]?.kill('SIGKILL')
    await vi.waitUntil(() => lines.includes('fixture runs again'), { timeout: 20_000 })
    expect(lines[0]).toBe('fixture ended (SIGKILL); starting it again in 1 ms')
    expect(children.map(({ pid }) => isRunning(pid))).toEqual([false, true])
    await program.stop()
    expect(children.map(({ pid }) => isRunning(pid))).toEqual([false, false])
  })

  test('doubles the delay up to its maximum while restarts fail', async () => {
    const lines: string[] = []
    const fake = fakeProcesses([2, 3, 4, 5])
    const program = await keepRunning('redis', fake.start, (line) => lines.push(line), hasty)
    const again = fake.nextStart()
    fake.started[0]?.exit(crash)
    await again
    await program.stop()
    expect(lines.flatMap((line) => line.match(/in (\d+) ms/)?.[1] ?? [])).toEqual(['1', '2', '4', '4', '4'])
    expect(fake.started[1]?.isStopped).toBe(true)
  })

  test('restarts a program that ran long at once, and waits when that fails', async () => {
    const lines: string[] = []
    const fake = fakeProcesses([2])
    const never = { ...hasty, resetAfterMs: -1 }
    const program = await keepRunning('redis', fake.start, (line) => lines.push(line), never)
    const again = fake.nextStart()
    fake.started[0]?.exit(crash)
    await again
    await program.stop()
    expect(lines.flatMap((line) => line.match(/in (\d+) ms/)?.[1] ?? [])).toEqual(['0', '1'])
  })

  test('restarts a program at once that has ended in order', async () => {
    const lines: string[] = []
    const fake = fakeProcesses()
    const program = await keepRunning('gateway', fake.start, (line) => lines.push(line), hasty)
    const again = fake.nextStart()
    fake.started[0]?.exit({ code: 0, signal: null })
    await again
    await program.stop()
    expect(lines[0]).toBe('gateway ended (code 0); starting it again in 0 ms')
  })

  test('throws when the first start fails, and does not retry it', async () => {
    const fake = fakeProcesses([1])
    await expect(keepRunning('redis', fake.start, () => undefined, hasty)).rejects.toThrow('start 1 fails')
    expect(fake.starts()).toBe(1)
  })

  test('does not restart a stopped program that waits for its restart', async () => {
    const fake = fakeProcesses([2])
    const slow = { ...hasty, firstMs: 60_000, maxMs: 60_000 }
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const program = await keepRunning('redis', fake.start, () => resolve(), slow)
    fake.started[0]?.exit(crash)
    await ended
    await program.stop()
    expect(fake.starts()).toBe(1)
  })
})
