import { describe, expect, test } from 'vitest'
import { EMPTY_SETLIST, type LiveOperation } from './live-setlist.ts'
import { decideTap, findContradiction, type ReceivedTap } from './tap-outcome.ts'

const [ANN, BOB] = [1, 2]

type Given = { by: number; op: LiveOperation; s?: number; outcome?: ReceivedTap['outcome'] }
const song = (id: number): LiveOperation => ({ op: 'song', song: id })
const [set, encore, over, undo]: LiveOperation[] = [
  { op: 'set' },
  { op: 'encore' },
  { op: 'over' },
  { op: 'undo' },
]
const replace: LiveOperation = { op: 'replace', sequence: 1, song: 9 }

function received(since: Given[]): ReceivedTap[] {
  return since.map(({ by, op, s: at = 0, outcome = 'stored' }) => ({
    user: by,
    operation: op,
    at: at * 1000,
    outcome,
  }))
}

/** Ann taps on a revision before Song 1 of set 1 and the given taps, whose songs are in the setlist. */
function decide(operation: LiveOperation | undefined, since: Given[], { s = 60, wasReplaced = false } = {}) {
  if (!operation) return expect.fail('no operation')
  const taps = received(since)
  const played = taps.flatMap(({ operation: given, at, outcome }) =>
    given.op === 'song' && outcome === 'stored' ? [{ setName: 'set1', songId: given.song, at }] : [],
  )
  const performances = [{ setName: 'set1', songId: 1, at: 0 }, ...played]
  return decideTap(
    {
      setlist: { performances, openSet: 'set1', isNewSet: false },
      before: EMPTY_SETLIST,
      since: taps,
      wasReplaced,
    },
    { operation, at: s * 1000, user: ANN },
  ).outcome
}

const theirs = (op: LiveOperation | undefined, s?: number): Given =>
  op ? { by: BOB, op, ...(s !== undefined && { s }) } : expect.fail('no operation')
const own = (op: LiveOperation | undefined, outcome?: ReceivedTap['outcome']): Given =>
  op ? { by: ANN, op, ...(outcome && { outcome }) } : expect.fail('no operation')

describe('tap', () => {
  test.each<[string, LiveOperation | undefined, Given[], string]>([
    ['song on the newest revision', song(2), [], 'stored'],
    ['song after own taps', song(2), [own(song(3)), own(set)], 'stored'],
    ["song after somebody else's song", song(2), [theirs(song(3))], 'stored'],
    ['song that somebody else tapped 20 s before', song(2), [theirs(song(2), 40)], 'merged'],
    ['song that somebody else tapped 20 s later', song(2), [theirs(song(2), 80)], 'merged'],
    ['song that somebody else tapped 21 s before', song(2), [theirs(song(2), 39)], 'stored'],
    ['song that the operator tapped just before', song(2), [{ ...own(song(2)), s: 59 }], 'merged'],
    [
      'song tapped by three, each 20 s apart',
      song(2),
      [theirs(song(2), 20), { ...theirs(song(2), 40), outcome: 'merged' }],
      'merged',
    ],
    ['same song after a change of the set', song(2), [theirs(song(2), 60), theirs(set)], 'merged'],
    ["song after somebody else's change of the set", song(2), [theirs(set)], 'conflict'],
    ['song after a change of the set that both tapped', song(2), [theirs(set), own(set, 'merged')], 'stored'],
    ["song after somebody else's correction", song(2), [theirs(replace)], 'conflict'],
    ["set after somebody else's song", set, [theirs(song(2))], 'stored'],
    ['set that somebody else has opened', set, [theirs(set), theirs(song(2))], 'merged'],
    ['encore that somebody else has opened', encore, [theirs(encore)], 'merged'],
    ['end that somebody else has tapped', over, [theirs(over)], 'merged'],
    ["end after somebody else's encore", over, [theirs(encore)], 'conflict'],
    ['set that somebody else has opened and undone', set, [theirs(set), theirs(undo)], 'conflict'],
    ['undo after own taps', undo, [own(song(2))], 'stored'],
    ['undo of a tap that was merged', undo, [own(song(2)), own(song(2), 'merged')], 'merged'],
    [
      'second undo, of the tap before',
      undo,
      [own(song(2)), own(song(2), 'merged'), own(undo, 'merged')],
      'stored',
    ],
    ["undo after somebody else's song", undo, [theirs(song(2))], 'conflict'],
    ['correction after own taps', replace, [own(song(2))], 'stored'],
    ["correction after somebody else's song", replace, [theirs(song(2))], 'conflict'],
    ['correction after an own tap that was merged', replace, [own(song(2), 'merged')], 'conflict'],
  ])('decides about a %s', (_title, operation, since, outcome) => {
    expect(decide(operation, since)).toBe(outcome)
  })

  test.each([song(2), set, over, undo, replace])(
    'conflicts with a setlist stored as a whole: %j',
    (operation) => {
      expect(decide(operation, [], { wasReplaced: true })).toBe('conflict')
    },
  )

  test('counts a song again that was undone meanwhile', () => {
    const since: ReceivedTap[] = [
      { user: ANN, operation: song(2), at: 1000, outcome: 'stored' },
      { user: ANN, operation: { op: 'undo' }, at: 2000, outcome: 'stored' },
    ]
    const situation = { setlist: EMPTY_SETLIST, before: EMPTY_SETLIST, since, wasReplaced: false }
    expect(decideTap(situation, { operation: song(2), at: 3000, user: ANN })).toEqual({
      outcome: 'stored',
      setlist: { performances: [{ setName: 'set1', songId: 2, at: 3000 }], openSet: 'set1', isNewSet: false },
    })
  })
})

describe('contradiction', () => {
  test.each<[string, LiveOperation | undefined, Given[], string | null]>([
    ['change of the set', song(2), [theirs(song(3)), theirs(set), theirs(encore)], 'set'],
    [
      'change that only the other tapped',
      song(2),
      [theirs(set), own(set, 'merged'), theirs(encore)],
      'encore',
    ],
    ['undo of the same change', set, [theirs(set), theirs(undo)], 'undo'],
    ["somebody else's song", undo, [own(song(2)), theirs(song(3))], 'song'],
    ['tap of nobody else', replace, [own(song(2), 'merged')], null],
  ])('is the %s', (_title, operation, since, op) => {
    if (!operation) return expect.fail('no operation')
    const tap = { operation, at: 60_000, user: ANN }
    const against = findContradiction({ since: received(since), wasReplaced: false }, tap)
    expect(against?.operation.op ?? null).toBe(op)
    expect(findContradiction({ since: received(since), wasReplaced: true }, tap)).toBeNull()
  })
})
