import { expect, test } from 'vitest'
import { formatFileSize } from './file-size.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [1024 * 1024 - 1, '1024.0 KB'],
  [1024 * 1024, '1.0 MB'],
  [5.25 * 1024 * 1024, '5.3 MB'],
  [2 * 1024 ** 3, '2.0 GB'],
])('formats %i bytes as %s', (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words)
})
