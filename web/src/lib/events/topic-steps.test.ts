// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { appendStep, applySteps, judgeStep, type StepApplication } from './topic-steps.ts'

type Board = { version: number; rows: string[] }
type BoardStep = { topic: string; from: number; to: number }

const step = (from: number, to: number): BoardStep => ({ topic: 'board:0', from, to })

const application: StepApplication<Board, BoardStep> = {
  versionOf: (board, { topic }) => (topic === 'board:0' ? board.version : null),
  apply: (board, { from, to }) => ({ version: to, rows: [...board.rows, `${from}-${to}`] }),
}

describe('topic steps', () => {
  test.each([
    [5, step(4, 5), 'old'],
    [5, step(3, 4), 'old'],
    [5, step(5, 6), 'next'],
    [5, step(3, 7), 'next'],
    [5, step(6, 7), 'gap'],
  ] as const)('judges at version %d a step %o as %s', (version, received, verdict) => {
    expect(judgeStep(version, received)).toBe(verdict)
  })

  test('judges a step from an earlier version as a gap where steps are exact', () => {
    expect([4, 5, 6, 7].map((version) => judgeStep(version, step(5, 7), true))).toEqual([
      'gap',
      'next',
      'gap',
      'old',
    ])
    expect(judgeStep(6, step(0, 7), true)).toBe('next')
  })

  describe('bringing data up to date', () => {
    test('applies consecutive steps, each once', () => {
      const steps = [step(1, 2), step(2, 4)]
      const once = applySteps({ version: 1, rows: [] }, steps, application)
      expect(once).toEqual({ data: { version: 4, rows: ['1-2', '2-4'] }, gap: false })
      expect(applySteps(once.data, steps, application)).toEqual(once)
    })

    test('reports a gap and applies nothing after it', () => {
      const held = { version: 5, rows: [] }
      expect(applySteps(held, [step(7, 8)], application)).toEqual({ data: held, gap: true })
      expect(applySteps({ version: 7, rows: [] }, [step(7, 8)], application)).toMatchObject({ gap: false })
    })

    test('applies a snapshot over a gap', () => {
      expect(
        applySteps({ version: 2, rows: [] }, [step(7, 8)], { ...application, isSnapshot: true }),
      ).toEqual({
        data: { version: 8, rows: ['7-8'] },
        gap: false,
      })
    })

    test('ignores steps of another topic', () => {
      const held = { version: 5, rows: [] }
      const steps = [{ topic: 'board:9', from: 5, to: 6 }]
      expect(applySteps(held, steps, application)).toEqual({ data: held, gap: false })
    })
  })

  test('keeps only the last steps', () => {
    let steps: readonly BoardStep[] = []
    for (let version = 0; version < 500; version += 1) steps = appendStep(steps, step(version, version + 1))
    expect(steps.length).toBeLessThan(100)
    expect(steps.at(-1)).toEqual(step(499, 500))
  })
})
