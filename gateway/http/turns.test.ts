import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Tasks that end when they are told to. */
function makeTasks() {
  const begun: string[] = []
  const ends = new Map<string, (outcome: Promise<string>) => void>()
  return {
    begun,
    task: (name: string) => () => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<string>()
      ends.set(name, resolve)
      return promise
    },
    end: (name: string) => ends.get(name)?.(Promise.resolve(name)),
    fail: (name: string) => ends.get(name)?.(Promise.reject(new Error(name))),
  }
}

test('as many run at once as may, the others in the order in which they came', async () => {
  const takeTurn = createTurns(2, 10)
  const { begun, task, end } = makeTasks()
  const turns = ['a', 'b', 'c', 'd'].map((name) => takeTurn(task(name)))
  expect(begun).toEqual(['a', 'b'])
  end('b')
  expect(await turns[1]).toBe('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c']) end(name)
  await Promise.all([turns[0], turns[2]])
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  end('d')
  expect(await turns[3]).toBe('d')
})

test('who finds the line full is turned away, and nobody else', async () => {
  const takeTurn = createTurns(1, 1)
  const { task, end } = makeTasks()
  const [running, waiting] = [takeTurn(task('running')), takeTurn(task('waiting'))]
  await expect(takeTurn(task('too many'))).rejects.toMatchObject({ status: 503, retryAfter: 2 })
  end('running')
  await running
  end('waiting')
  expect(await waiting).toBe('waiting')
})

test('a task that fails gives its place on', async () => {
  const takeTurn = createTurns(1, 1)
  const { begun, task, end, fail } = makeTasks()
  const [failing, waiting] = [takeTurn(task('failing')), takeTurn(task('waiting'))]
  fail('failing')
  await expect(failing).rejects.toThrow('failing')
  expect(begun).toContain('waiting')
  end('waiting')
  await waiting
})
