import { describe, expect, test } from 'vitest'
import { rememberReturnPath, takeReturnPath } from './return-path.ts'

describe('return path', () => {
  test('leads back to the requesting page, once', () => {
    rememberReturnPath('/prediction/12/score?x=1')
    expect(takeReturnPath()).toBe('/prediction/12/score?x=1')
    expect(takeReturnPath()).toBe('/')
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', ''])(
    'goes home instead of to %s',
    (path) => {
      rememberReturnPath(path)
      expect(takeReturnPath()).toBe('/')
    },
  )
})
