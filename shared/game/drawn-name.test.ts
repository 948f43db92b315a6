import { describe, expect, test } from 'vitest'
import { isDrawn } from './drawn-name.ts'

describe('name on a preview image', () => {
  test.each([
    ['Ana-Lucía Villanueva-Østergaard', true],
    ['山田太郎 さくら 김민준', true],
    ['𝓜𝓸 🎸 No. 1', true],
    ['สมชาย', false],
    ['Mo देवी', false],
  ])('is drawn with all letters: %s, %s', (name, drawn) => {
    expect(isDrawn(name)).toBe(drawn)
  })
})
