import { look } from '@called-it/tests/support/test-images'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawIcon } from './draw-icon.ts'

// The avatars, whose tests may share the process, block the loader that drawings have in theirs.
const SVG_LOADERS = { operation: ['VipsForeignLoadSvg'] }
beforeAll(() => sharp.unblock(SVG_LOADERS))
afterAll(() => sharp.block(SVG_LOADERS))

const RED_SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="red"/></svg>'
const draw = async (purpose: 'any' | 'maskable') =>
  look(await drawIcon({ logo: RED_SQUARE, accent: '#0000ff', purpose, size: 192 }))

describe('drawIcon', () => {
  test.each(['any', 'maskable'] as const)(
    'draws the logo in the middle of the accent: %s',
    async (purpose) => {
      const icon = await draw(purpose)
      expect(icon).toMatchObject({ format: 'png', width: 192, height: 192 })
      expect(icon.colourAt(96, 96)).toBe('red')
      expect(icon.colourAt(96, 4)).toBe('blue')
    },
  )

  test('keeps a maskable logo within the circle that launchers show', async () => {
    const icon = await draw('maskable')
    expect(icon.colourAt(1, 1)).toBe('blue')
    // Of the square's corners none lies outside a circle of 80 % of the width.
    const corner = Math.ceil(96 - (0.8 * 96) / Math.SQRT2) - 1
    expect(icon.colourAt(corner, corner)).toBe('blue')
    expect(icon.colourAt(corner + 4, corner + 4)).toBe('red')
  })
})
