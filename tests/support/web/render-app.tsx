import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { type ReactNode, useEffect } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
// Loaded before the tests, so that none waits for it.
import '@called-it/web/src/ui/dialogs/index'
import { createQueryClient } from '@called-it/web/src/lib/api/query-client'
import { Toaster } from '@called-it/web/src/ui/toaster.tsx'

type RenderOptions = {
  /** Path and query. */
  at?: string
  /** The route pattern, as in `/prediction/:showId`; matches anything by default. */
  pattern?: string
}

type RenderedPage = RenderResult & {
  user: UserEvent
  queryClient: QueryClient
  /** The current path and query. */
  address: () => string
}

/** Renders a page with router, cache and toasts. */
export function renderPage(page: ReactNode, { at = '/', pattern = '*' }: RenderOptions = {}): RenderedPage {
  const queryClient = createQueryClient()
  const visited: string[] = []
  const result = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <RecordAddress record={(address) => visited.push(address)} />
        <Routes>
          <Route path={pattern} element={page} />
          {pattern !== '*' && <Route path="*" element={null} />}
        </Routes>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
  return { ...result, user: userEvent.setup(), queryClient, address: () => visited.at(-1) ?? at }
}

function RecordAddress({ record }: { record: (address: string) => void }) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    record(pathname + search)
  })
  return null
}
