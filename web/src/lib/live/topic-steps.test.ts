// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { advance, judgeStep, rememberStep, type StepApplication } from './topic-steps.ts'

type Board = { version: number; rows: string[] }
type BoardStep = { topic: string; from: number; to: number }

const step = (from: number, to: number): BoardStep => ({ topic: 'board:0', from, to })

const application: StepApplication<Board, BoardStep> = {
  versionOf: (board, { topic }) => (topic === 'board:0' ? board.version : null),
  apply: (board, { from, to }) => ({ version: to, rows: [...board.rows, `${from}-${to}`] }),
}

test.each([
  [5, step(4, 5), 'old'],
  [5, step(3, 4), 'old'],
  [5, step(5, 6), 'next'],
  [5, step(3, 7), 'next'],
  [5, step(6, 7), 'gap'],
] as const)('at version %d a step %o is %s', (mine, heard, verdict) => {
  expect(judgeStep(mine, heard)).toBe(verdict)
})

describe('bringing data up to date', () => {
  test('applies steps that lead on, and each only once', () => {
    const heard = [step(1, 2), step(2, 4)]
    const once = advance({ version: 1, rows: [] }, heard, application)
    expect(once).toEqual({ data: { version: 4, rows: ['1-2', '2-4'] }, gap: false })
    expect(advance(once.data, heard, application)).toEqual(once)
  })

  test('an answer that was overtaken while on its way catches up', () => {
    const heard = [step(4, 5), step(5, 6), step(6, 7)]
    expect(advance({ version: 5, rows: [] }, heard, application)).toEqual({
      data: { version: 7, rows: ['5-6', '6-7'] },
      gap: false,
    })
  })

  test('a missing step is a gap, and nothing after it is applied', () => {
    const held = { version: 5, rows: [] }
    expect(advance(held, [step(7, 8)], application)).toEqual({ data: held, gap: true })
    expect(advance({ version: 7, rows: [] }, [step(7, 8)], application)).toMatchObject({ gap: false })
  })

  test('the whole state of a topic is applied over a gap', () => {
    expect(advance({ version: 2, rows: [] }, [step(7, 8)], { ...application, whole: true })).toEqual({
      data: { version: 8, rows: ['7-8'] },
      gap: false,
    })
  })

  test('steps of another topic leave the data as it is', () => {
    const held = { version: 5, rows: [] }
    const heard = [{ topic: 'board:9', from: 5, to: 6 }]
    expect(advance(held, heard, application)).toEqual({ data: held, gap: false })
  })
})

test('only the last steps are remembered', () => {
  let heard: readonly BoardStep[] = []
  for (let version = 0; version < 500; version += 1) heard = rememberStep(heard, step(version, version + 1))
  expect(heard.length).toBeLessThan(100)
  expect(heard.at(-1)).toEqual(step(499, 500))
})
