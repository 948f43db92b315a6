import { expect, test } from 'vitest'
import { foreignOrigins } from './origin.ts'

const production = { publicUrl: 'http://localhost:3000', isProduction: true, trustProxy: 0 }
const isForeign = (hasPublicUrl: boolean, origin: string) =>
  foreignOrigins({ ...production, hasPublicUrl })({ headers: { host: 'band.example', origin } })

test('accepts pages of the requested host until the site has an address', () => {
  for (const origin of ['https://band.example', 'http://band.example']) {
    expect([isForeign(false, origin), isForeign(true, origin)], origin).toEqual([false, true])
  }
  expect(isForeign(false, 'https://evil.example')).toBe(true)
})
