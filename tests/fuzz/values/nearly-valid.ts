import fc from 'fast-check'
import { hostileText, spoilingMark } from './texts.ts'

type Change = (value: unknown) => unknown

/** Values of every JSON type: each is the wrong type somewhere. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, [], [[]], {}, { $ne: '' }),
  hostileText,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>({ length: 3 }, { toString: 1 }, new Array(2_000).fill(1)),
)

const hostileKey = fc.constantFrom(
  ...['__proto__', 'constructor', 'toString', 'is_admin', 'id', '', '\u0000'],
)

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>(() => undefined, increase, decrease),
  hostileValue.map((hostile) => () => hostile),
  fc.tuple(spoilingMark, fc.nat(40)).map(
    ([mark, at]) =>
      (value: unknown) =>
        spoil(value, mark, at),
  ),
  fc.tuple(hostileKey, hostileValue).map((extra) => (value: unknown) => addField(value, extra)),
)

/** Valid values with one change, at any depth. */
export function nearlyValid(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(valid, fc.nat(), change).map(([value, index, applied]) => {
    const json = JSON.stringify(value) ?? 'null'
    let nodes = 0
    JSON.parse(json, () => void nodes++)
    let node = 0
    return JSON.parse(json, (_, entry: unknown) => (node++ === index % nodes ? applied(entry) : entry))
  })
}

function increase(value: unknown): unknown {
  if (Array.isArray(value)) return [...value, value.at(-1) ?? null]
  return typeof value === 'number' ? value + 1 : `${value}x`
}

function decrease(value: unknown): unknown {
  if (Array.isArray(value) || typeof value === 'string') return value.slice(1)
  return typeof value === 'number' ? value - 1 : null
}

function spoil(value: unknown, mark: string, at: number): unknown {
  return typeof value === 'string' ? value.slice(0, at) + mark + value.slice(at) : null
}

function addField(value: unknown, field: [string, unknown]): unknown {
  return Object.fromEntries([...Object.entries(value ?? {}), field])
}
