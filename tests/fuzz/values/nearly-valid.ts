import fc from 'fast-check'
import { hostileText, spoilingMark } from './texts.ts'

type Place = readonly (string | number)[]

/** What is done to one place of a value. */
type Change =
  | { readonly kind: 'drop' | 'more' | 'less' }
  | { readonly kind: 'replace'; readonly value: unknown }
  | { readonly kind: 'spoil'; readonly mark: string; readonly at: number }
  | { readonly kind: 'extra'; readonly key: string; readonly value: unknown }

/** Values of every type that JSON has, harmless ones among them, since each is the wrong type somewhere. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, [], [[]], {}, { $ne: '' }),
  hostileText,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>({ length: 3 }, { toString: 1 }, new Array(2_000).fill(1)),
)

const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'is_admin',
  'id',
  '',
  '\u0000',
  '$where',
)

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>({ kind: 'drop' }, { kind: 'more' }, { kind: 'less' }),
  hostileValue.map((value) => ({ kind: 'replace' as const, value })),
  fc.record({ kind: fc.constant('spoil' as const), mark: spoilingMark, at: fc.nat(40) }),
  fc.record({ kind: fc.constant('extra' as const), key: hostileKey, value: hostileValue }),
)

/**
 * Values that are right but for one place: left out, of another type, one beyond a limit where they stood at
 * it, spoiled by one character, or with a key too many.
 */
export function nearlyValid(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(valid, fc.nat(), change).map(([value, number, made]) => {
    const places = placesIn(value)
    return changed(value, places[number % places.length] ?? [], made)
  })
}

/** Where there is something in a value: itself, and every field and entry of it. */
function placesIn(value: unknown, at: Place = []): Place[] {
  return [at, ...entriesOf(value).flatMap(([key, entry]) => placesIn(entry, [...at, key]))]
}

function entriesOf(value: unknown): [string | number, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? [...value.entries()] : Object.entries(value)
}

function changed(value: unknown, [key, ...rest]: Place, made: Change): unknown {
  if (key === undefined) return changedHere(value, made)
  const entries = entriesOf(value).flatMap(([name, entry]): [string | number, unknown][] => {
    if (name !== key) return [[name, entry]]
    return rest.length === 0 && made.kind === 'drop' ? [] : [[name, changed(entry, rest, made)]]
  })
  return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries)
}

function changedHere(value: unknown, made: Change): unknown {
  if (made.kind === 'replace') return made.value
  if (made.kind === 'drop') return undefined
  if (typeof value === 'string') return changedText(value, made)
  if (typeof value === 'number') return made.kind === 'less' ? value - 1 : value + 1
  if (Array.isArray(value)) return made.kind === 'less' ? value.slice(1) : [...value, value.at(-1) ?? null]
  if (made.kind === 'extra') return Object.fromEntries([...entriesOf(value), [made.key, made.value]])
  return null
}

function changedText(text: string, made: Change): string {
  if (made.kind === 'less') return text.slice(1)
  if (made.kind === 'spoil') return `${text.slice(0, made.at)}${made.mark}${text.slice(made.at)}`
  return `${text}x`
}
