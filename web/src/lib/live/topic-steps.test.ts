import { describe, expect, test } from 'vitest'
import { followSteps, judgeStep } from './topic-steps.ts'

type Board = { version: number; rows: string[] }

const step = (from: number, to: number) => ({ topic: 'board:0', from, to })

function followBoard() {
  return followSteps<Board, ReturnType<typeof step>>({
    versionOf: (board, { topic }) => (topic === 'board:0' ? board.version : null),
    apply: (board, { from, to }) => ({ version: to, rows: [...board.rows, `${from}-${to}`] }),
  })
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

describe('following a topic', () => {
  test('applies steps that lead on, and each only once', () => {
    const follower = followBoard()
    follower.hear(step(1, 2))
    follower.hear(step(2, 4))
    const once = follower.advance({ version: 1, rows: [] })
    expect(once).toEqual({ data: { version: 4, rows: ['1-2', '2-4'] }, gap: false })
    expect(follower.advance(once.data)).toEqual({ data: once.data, gap: false })
  })

  test('an answer that was overtaken while on its way catches up', () => {
    const follower = followBoard()
    follower.hear(step(5, 6))
    follower.hear(step(6, 7))
    expect(follower.advance({ version: 5, rows: [] })).toMatchObject({ data: { version: 7 }, gap: false })
  })

  test('a missing step is a gap, and nothing after it is applied', () => {
    const follower = followBoard()
    follower.hear(step(7, 8))
    const held = { version: 5, rows: [] }
    expect(follower.advance(held)).toEqual({ data: held, gap: true })
    expect(follower.advance({ version: 7, rows: [] })).toMatchObject({ data: { version: 8 }, gap: false })
  })

  test('the whole state of a topic is applied over a gap', () => {
    const follower = followSteps<Board, ReturnType<typeof step>>({
      whole: true,
      versionOf: (board) => board.version,
      apply: (_board, { to }) => ({ version: to, rows: ['all'] }),
    })
    follower.hear(step(7, 8))
    expect(follower.advance({ version: 2, rows: [] })).toEqual({
      data: { version: 8, rows: ['all'] },
      gap: false,
    })
  })

  test('steps of another topic leave the data as it is', () => {
    const follower = followBoard()
    follower.hear({ topic: 'board:9', from: 5, to: 6 })
    const held = { version: 5, rows: [] }
    expect(follower.advance(held)).toEqual({ data: held, gap: false })
  })
})
