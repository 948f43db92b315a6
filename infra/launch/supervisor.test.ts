import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type ProgramOptions,
  type Readiness,
  readyByAnswer,
  readyByMessage,
  superviseProgram,
} from './supervisor.ts'

const PROGRAM = fileURLToPath(new URL('../../tests/fixtures/program.ts', import.meta.url))
const OWNER = fileURLToPath(new URL('../../tests/fixtures/program-owner.ts', import.meta.url))

/** Options for a fixture, the processes that were started from it, and what was reported. */
function fixture(scenario: string, more: Partial<ProgramOptions> = {}) {
  const children: ChildProcess[] = []
  const reports: string[] = []
  const { ready = readyByMessage } = more
  const options: ProgramOptions = {
    name: 'fixture',
    entry: PROGRAM,
    args: [scenario],
    cwd: import.meta.dirname,
    env: process.env,
    stopLimitMs: 20_000,
    backoff: { firstMs: 1, longestMs: 1, settledAfterMs: 60_000 },
    report: (line) => reports.push(line),
    stopping: new AbortController().signal,
    ...more,
    ready: (child, givenUp) => {
      children.push(child)
      return ready(child, givenUp)
    },
  }
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  return { options, children, reports }
}

function isRunning(pid: number | undefined): boolean {
  try {
    process.kill(pid ?? expect.fail('it was never started'), 0)
    return true
  } catch {
    return false
  }
}

test('a program that crashes is started again, and stopping it leaves nothing running', async () => {
  const { options, children, reports } = fixture('steady')
  const program = await superviseProgram(options)
  children[0]?.kill('SIGKILL')
  await vi.waitUntil(() => reports.includes('fixture runs again'), { timeout: 20_000 })
  expect(reports[0]).toBe('fixture ended (SIGKILL); starting it again in 1 ms')
  expect(children.map(({ pid }) => isRunning(pid))).toEqual([false, true])
  await program.stop()
  expect(children.map(({ pid }) => isRunning(pid))).toEqual([false, false])
})

test('a program that ends before it is ready is not started again', async () => {
  const { options, children } = fixture('broken')
  await expect(superviseProgram(options)).rejects.toThrow('fixture ended with code 3')
  expect(children).toHaveLength(1)
})

test('a program that is never ready is ended after the limit', async () => {
  const { options, children } = fixture('silent', { readyLimitMs: 50 })
  await expect(superviseProgram(options)).rejects.toThrow('fixture was not ready after 0.05 s')
  expect(isRunning(children[0]?.pid)).toBe(false)
})

test('being asked to stop ends the wait for a program that is not ready', async () => {
  const stopping = new AbortController()
  const started: Readiness = async (child) => {
    await once(child, 'spawn')
    stopping.abort()
    return new Promise(() => undefined)
  }
  const { options, children } = fixture('silent', { ready: started, stopping: stopping.signal })
  await expect(superviseProgram(options)).rejects.toThrow('fixture was stopped')
  expect(isRunning(children[0]?.pid)).toBe(false)
})

test('a program that does not end when it is asked to is killed after the limit', async () => {
  const { options, children } = fixture('stubborn', { stopLimitMs: 50 })
  const program = await superviseProgram(options)
  await program.stop()
  expect(children[0]?.signalCode).toBe('SIGKILL')
})

test('a program with a server is ready when that answers 200', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(asked < 3 ? 503 : 200).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : expect.fail('no port')
  const { options } = fixture('steady', { ready: readyByAnswer(`http://127.0.0.1:${port}/readyz`) })
  const program = await superviseProgram(options)
  expect(asked).toBe(3)
  await program.stop()
})

test('a program ends with the process that supervised it and was killed', async () => {
  const owner = fork(OWNER)
  onTestFinished(() => void owner.kill('SIGKILL'))
  const [told]: { pid: number }[] = await once(owner, 'message')
  const pid = told?.pid
  expect(isRunning(pid)).toBe(true)
  owner.kill('SIGKILL')
  await vi.waitUntil(() => !isRunning(pid), { timeout: 20_000 })
})
