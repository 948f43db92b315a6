import fc from 'fast-check'
import { hostileText } from './texts.ts'

const rubbish = fc.uint8Array({ maxLength: 200 })

/** What is sent where JSON is expected and is none, or none that anybody should take. */
export function hostileJson(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  const text = valid.map((value) => JSON.stringify(value) ?? '')
  return fc.oneof(
    rubbish.map(copyOf),
    fc.tuple(text, fc.nat()).map(([whole, at]) => bytesOf(whole.slice(0, at % (whole.length + 1)))),
    fc.tuple(text, fc.nat(), rubbish).map(([whole, at, between]) => withBytesAt(bytesOf(whole), at, between)),
    fc.integer({ min: 1, max: 12_000 }).map((depth) => bytesOf(`${'['.repeat(depth)}${']'.repeat(depth)}`)),
    fc
      .integer({ min: 1, max: 3_000 })
      .map((depth) => bytesOf(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
    text.map((whole) => bytesOf(whole.replace('{', '{"__proto__":{"is_admin":true},'))),
    text.map((whole) => bytesOf(whole.replace(/^\{("(?:[^"\\]|\\.)*":)/, '{$1null,$1'))),
    text.map((whole) => bytesOf(`\uFEFF${whole}`)),
    text.map((whole) => Uint8Array.from(Buffer.from(whole, 'utf16le'))),
    hostileText.map(bytesOf),
    fc.constantFrom('NaN', '1e999', '-', '"\\ud800"', '{"a":1}{"b":2}', '//', 'null ').map(bytesOf),
    fc.constant(bytesOf(`{"a":"${'x'.repeat(140_000)}"}`)),
  )
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return copyOf(Buffer.from(text))
}

function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes)
}

function withBytesAt(whole: Uint8Array, at: number, between: Uint8Array): Uint8Array<ArrayBuffer> {
  const cut = at % (whole.length + 1)
  return copyOf(Buffer.concat([whole.subarray(0, cut), between, whole.subarray(cut)]))
}
