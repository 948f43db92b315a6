import fc from 'fast-check'
import { hostileText } from './texts.ts'

const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
const INVALID = ['NaN', '1e999', '-', '"\\ud800"', '{"a":1}{"b":2}', '//', 'null ']

/** Invalid JSON, and JSON that a strict parser refuses: duplicate keys, deep nesting, a byte order mark, too long. */
export function hostileJson(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const text = valid.map((value) => JSON.stringify(value) ?? '')
  const bytes = text.map((json) => Buffer.from(json))
  const depth = fc.integer({ min: 1, max: 12_000 })
  return fc.oneof(
    anyBytes,
    fc.tuple(bytes, fc.nat()).map(([json, at]) => json.subarray(0, at % (json.length + 1))),
    fc.tuple(bytes, fc.nat(), anyBytes).map(([json, position, inserted]) => {
      const at = position % (json.length + 1)
      return Buffer.concat([json.subarray(0, at), inserted, json.subarray(at)])
    }),
    text.map((json) => Buffer.from(json, 'utf16le')),
    fc
      .oneof(
        depth.map((levels) => '['.repeat(levels) + ']'.repeat(levels)),
        depth.map((levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
        text.map((json) => json.replace('{', '{"__proto__":{"is_admin":true},')),
        text.map((json) => json.replace(/^\{("(?:[^"\\]|\\.)*":)/, '{$1null,$1')),
        text.map((json) => `\uFEFF${json}`),
        hostileText,
        fc.constantFrom(...INVALID, `{"a":"${'x'.repeat(140_000)}"}`),
      )
      .map((json) => Buffer.from(json)),
  )
}
