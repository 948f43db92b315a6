import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8')
const earlyScript = /<script nonce[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? ''
const root = document.documentElement

/** What happens on the next visit, from the early script on. */
async function visit() {
  vi.resetModules()
  delete root.dataset.theme
  new Function(earlyScript)()
  return import('./theme.ts')
}

describe('theme', () => {
  test('follows the system until a theme is chosen', async () => {
    await visit()
    expect(root.dataset.theme).toBeUndefined()
  })

  test.each(['dark', 'light'] as const)('applies %s at once and on the next visit', async (theme) => {
    const { chooseTheme } = await visit()
    chooseTheme(theme)
    expect(root.dataset.theme).toBe(theme)
    await visit()
    expect(root.dataset.theme).toBe(theme)
  })

  test('stores nothing when the system is chosen again', async () => {
    const { chooseTheme } = await visit()
    chooseTheme('dark')
    chooseTheme('system')
    await visit()
    expect(root.dataset.theme).toBeUndefined()
    expect(localStorage.length).toBe(0)
  })
})
