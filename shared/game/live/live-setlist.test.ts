import { describe, expect, test } from 'vitest'
import {
  applyOperation,
  EMPTY_SETLIST,
  hasOpenedSet,
  type LiveOperation,
  type LiveSetlist,
} from './live-setlist.ts'

type Step = number | 'set' | 'encore' | 'over' | 'undo' | Extract<LiveOperation, { sequence: number }>

const operationOf = (step: Step): LiveOperation => {
  if (typeof step === 'number') return { op: 'song', song: step }
  return typeof step === 'string' ? { op: step } : step
}

/** The last revision, or why the last step was refused. Each step makes a revision. */
function play(steps: readonly Step[]) {
  const revisions: LiveSetlist[] = [EMPTY_SETLIST]
  for (const [index, step] of steps.entries()) {
    const newest = revisions[index] ?? EMPTY_SETLIST
    const applied = applyOperation(newest, revisions[index - 1] ?? null, operationOf(step), index)
    if (typeof applied === 'string') return applied
    revisions.push(applied)
  }
  const { performances, openSet } = revisions.at(-1) ?? EMPTY_SETLIST
  return [...performances.map(({ setName, songId }) => `${setName}:${songId}`), openSet].join(' ')
}

describe('live setlist', () => {
  test.each<[string, Step[], string]>([
    ['opens set 1 with the first song', [1, 2], 'set1:1 set1:2 set1'],
    ['opens set 2 without a song', [1, 'set'], 'set1:1 set2'],
    ['keeps an empty set open when it is opened again', [1, 'set', 'set', 2], 'set1:1 set2:2 set2'],
    ['numbers further sets', [1, 'set', 2, 'set', 3, 4, 'set', 5], 'set1:1 set2:2 3:3 3:4 4:5 further'],
    ['opens the encore from any set', [1, 'encore', 2, 'encore', 3], 'set1:1 encore:2 encore:3 encore'],
    ['ends', [1, 'encore', 2, 'over'], 'set1:1 encore:2 '],
    ['goes on in the last set', [1, 'set', 2, 'over', 3], 'set1:1 set2:2 set2:3 set2'],
    ['goes on in a further set', [1, 'set', 2, 'set', 3, 'over', 4], 'set1:1 set2:2 3:3 3:4 further'],
    ['opens the encore after the end', [1, 'over', 'encore'], 'set1:1 encore'],
    ['takes back the first song', [1, 'undo'], ''],
    ['takes back the end', [1, 'set', 2, 'over', 'undo'], 'set1:1 set2:2 set2'],
    ['repeats what was undone', [1, 2, 'undo', 'undo'], 'set1:1 set1:2 set1'],
    ['replaces a song', [1, 2, { op: 'replace', sequence: 1, song: 9 }], 'set1:9 set1:2 set1'],
    ['removes a song', [1, 2, 3, { op: 'remove', sequence: 2 }], 'set1:1 set1:3 set1'],
    ['refuses a set in the encore', [1, 'encore', 'set'], 'set_in_encore'],
    ['refuses an end before the first song', ['over'], 'no_songs'],
    ['refuses to undo nothing', ['undo'], 'nothing_to_undo'],
    ['refuses to correct what is not there', [1, { op: 'remove', sequence: 2 }], 'no_such_performance'],
  ])('applies taps: %s', (_title, steps, result) => {
    expect(play(steps)).toBe(result)
  })

  test.each<[LiveOperation['op'][], boolean]>([
    [['song', 'set'], true],
    [['song', 'set', 'song'], false],
    [['song', 'set', 'song', 'undo'], true],
    [['song', 'set', 'undo'], false],
    [['song', 'set', 'replace'], true],
    [['song', 'set', 'undo', 'undo'], true],
  ])('finds in %j whether a set was opened: %s', (ops, opened) => {
    expect(hasOpenedSet(ops.length, (revision) => ops[revision - 1] ?? null)).toBe(opened)
  })
})
