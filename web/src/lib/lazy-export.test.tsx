import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { describe, expect, test } from 'vitest'
import { lazyExport } from './lazy-export.tsx'

function Page({ name }: { name: string }) {
  return <h1>{name}</h1>
}

const show = (LazyPage: ReturnType<typeof lazyExport<{ name: string }>>) =>
  render(
    <Suspense fallback="loading">
      <LazyPage name="boards" />
    </Suspense>,
  )

describe('lazy export', () => {
  test('shows the fallback while it loads', async () => {
    show(lazyExport(async () => ({ Page })))
    expect(screen.getByText('loading')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'boards' })).toBeDefined()
  })

  test('renders at once when it was loaded before', async () => {
    const LazyPage = lazyExport(async () => ({ Page }))
    await LazyPage.load()
    show(LazyPage)
    expect(screen.getByRole('heading', { name: 'boards' })).toBeDefined()
  })

  test('refuses a module with two exports', async () => {
    await expect(lazyExport(async () => ({ Page, Other: Page })).load()).rejects.toThrow('one export')
  })
})
