import { describe, expect, test } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

describe('strict JSON parser', () => {
  test.each([
    ['{}', {}],
    ['[]', []],
    ['"a, b: {"', 'a, b: {'],
    ['{"a":1,"b":[{"a":2},{"a":3}],"c":{"a":null}}', { a: 1, b: [{ a: 2 }, { a: 3 }], c: { a: null } }],
    ['{"a":"a","b":"a"}', { a: 'a', b: 'a' }],
    ['{"quo\\"te":1,"quo":2}', { 'quo"te': 1, quo: 2 }],
    ['["a","a",{"a":["a"]}]', ['a', 'a', { a: ['a'] }]],
    [`${'['.repeat(32)}${']'.repeat(32)}`, expect.any(Array)],
  ])('parses %s', (text, value) => {
    expect(parseStrictJson(text)).toEqual(value)
  })

  test.each([
    ['a duplicate key', '{"a":1,"a":2}'],
    ['a duplicate key with an escape', '{"a":1,"\\u0061":2}'],
    ['a nested duplicate key', '[{"b":{"a":{"x":1},"a":[]}}]'],
    ['thirty-three levels', `${'['.repeat(33)}${']'.repeat(33)}`],
  ])('refuses %s', (_, text) => {
    expect(() => parseStrictJson(text)).toThrow(SyntaxError)
  })
})
