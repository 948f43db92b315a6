import type { LiveEditor, TapOperation } from '@called-it/shared/contract/live-editing'
import { expect, test } from 'vitest'
import { projectTaps } from './project-taps.ts'

const song = (id: number): TapOperation => ({ op: 'song', song: id })

function editorOf(openSet: LiveEditor['openSet'], ...sets: string[]): LiveEditor {
  const performances = sets.map((set, index) => ({
    sequence: index + 1,
    set,
    position: sets.slice(0, index + 1).filter((other) => other === set).length,
    song: { id: index + 1, name: `Song ${index + 1}` },
    at: null,
    by: 'Tess',
  }))
  return { revision: sets.length, openSet, performances, conflicts: [], source: null, version: 1 }
}

function project(editor: LiveEditor, ...operations: TapOperation[]) {
  const taps = operations.map((operation, index) => ({
    opId: String(index),
    base: 0,
    at: '2031-03-05T23:30:00Z',
    operation,
    songName: 'tapped',
    wasTried: false,
    storedAs: null,
  }))
  const { rows, openSet } = projectTaps(editor, taps, 'Ann')
  return { rows: rows.map((row) => `${row.sequence} ${row.set} ${row.position} ${row.song.id}`), openSet }
}

test('opens further sets under the next label, and continues the last one', () => {
  const first = project(editorOf('set2', 'set1', 'set2'), { op: 'set' }, song(8), { op: 'set' }, song(9))
  expect(first).toEqual({ rows: ['1 set1 1 1', '2 set2 1 2', '3 3 1 8', '4 4 1 9'], openSet: '4' })
  expect(project(editorOf('3', 'set1', '3'), song(8)).rows).toContain('3 3 2 8')
  expect(project(editorOf('4', 'set1', '3'), song(8)).rows).toContain('3 4 1 8')
})

test('continues the last set when they come back after the end', () => {
  expect(project(editorOf('encore', 'set1', 'encore'), { op: 'over' }, song(8))).toEqual({
    rows: ['1 set1 1 1', '2 encore 1 2', '3 encore 2 8'],
    openSet: 'encore',
  })
})

test('counts again after a removed song, and corrects unsent songs too', () => {
  const remove: TapOperation = { op: 'remove', sequence: 1 }
  const replace: TapOperation = { op: 'replace', sequence: 2, song: 9 }
  expect(project(editorOf('set1', 'set1', 'set1'), song(8), remove, replace).rows).toEqual([
    '1 set1 1 2',
    '2 set1 2 9',
  ])
})

test('takes a tap back, and a second undo takes the first back', () => {
  const editor = editorOf('set1', 'set1')
  expect(project(editor, song(8), { op: 'undo' }).rows).toEqual(['1 set1 1 1'])
  expect(project(editor, song(8), { op: 'undo' }, { op: 'undo' }).rows).toEqual(['1 set1 1 1', '2 set1 2 8'])
  expect(project(editor, { op: 'undo' }).rows).toEqual([])
  expect(project(editorOf('set2', 'set1'), { op: 'undo' })).toEqual({ rows: ['1 set1 1 1'], openSet: 'set1' })
})
