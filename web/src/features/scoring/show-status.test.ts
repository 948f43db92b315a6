import type { Run } from '@called-it/shared/contract/runs'
import { runOf } from '@called-it/tests/support/web/factories'
import { expect, test } from 'vitest'
import { latestScoringRun, statusOf } from './show-status.tsx'

const run = (kind: Run['kind'], state: Run['state'], showId = 4) => runOf({ kind, state, showId })
const unscored = { is_scored: false }
const scored = { is_scored: true }

test.each([
  ['nothing', unscored, null, null],
  ['scored', scored, null, 'scored'],
  ['scoring', unscored, run('score-show', 'queued'), 'scoring'],
  ['rescoring', scored, run('score-show', 'running'), 'rescoring'],
  ['testing', unscored, run('test-score-show', 'running'), 'testing'],
  ['tested', unscored, run('test-score-show', 'done'), 'tested'],
  ['scored', scored, run('score-show', 'done'), 'scored'],
  ['scored after an earlier test', scored, run('test-score-show', 'done'), 'scored'],
  ['nothing after a reset', unscored, run('reset-scores', 'done'), null],
  ['error', scored, run('score-show', 'failed'), 'error'],
] as const)('shows %s', (_, show, latest, status) => {
  expect(statusOf(show, latest)).toBe(status)
})

test('counts only the latest run that is about the show’s scores', () => {
  const scoring = run('score-show', 'running')
  const runs = [
    run('preview-scores', 'running'),
    run('score-show', 'failed', 5),
    scoring,
    run('score-show', 'failed'),
  ]
  expect(latestScoringRun(runs, 4)).toBe(scoring)
  expect(latestScoringRun(undefined, 4)).toBeNull()
})
