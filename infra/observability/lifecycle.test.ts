import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'

const PROGRAM = path.join(import.meta.dirname, '../../tests/fixtures/ending-program.ts')

async function started(scenario: string): Promise<{ child: ChildProcess; output: Promise<string> }> {
  const child = fork(PROGRAM, [scenario], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = text(child.stdout ?? expect.fail('no output'))
  const [message]: unknown[] = await once(child, 'message')
  expect(message).toEqual({ ready: true })
  return { child, output }
}

const stepsOf = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line): { msg: string; step?: string } => JSON.parse(line))
    .filter(({ msg }) => msg === 'step')
    .map(({ step }) => step)

describe('program lifecycle', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('runs the shutdown steps in order on %s', async (signal) => {
    const { child, output } = await started('smooth')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(stepsOf(await output)).toEqual(['first', 'second', 'third'])
  })

  test.each(['stuck', 'failing'])('runs the next step after a %s step', async (scenario) => {
    const { child, output } = await started(scenario)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(stepsOf(await output)).toEqual(['first', 'second', 'third'])
  })

  test('runs the shutdown steps when the launcher is gone', async () => {
    const { child, output } = await started('smooth')
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(stepsOf(await output)).toEqual(['first', 'second', 'third'])
  })

  test('logs an uncaught error as JSON and exits with 1', async () => {
    const { child, output } = await started('smooth')
    child.send('anything')
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(JSON.parse((await output).trim())).toMatchObject({
      level: 'fatal',
      err: { message: 'unexpected' },
    })
  })
})
