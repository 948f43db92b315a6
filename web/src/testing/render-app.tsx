import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createQueryClient } from '../lib/query-client.ts'
import { Toaster } from '../ui/toaster.tsx'

type RenderOptions = {
  /** Where the page is, with its query. */
  at?: string
  /** The pattern by which `at` is read, as in `/prediction/:showId`; anything by default. */
  pattern?: string
}

type RenderedPage = RenderResult & {
  user: UserEvent
  queryClient: QueryClient
  /** The address that the page has navigated to. */
  address: () => string
}

/** Renders a page with everything that stands around it in the app: router, cache and toasts. */
export function renderPage(page: ReactNode, { at = '/', pattern = '*' }: RenderOptions = {}): RenderedPage {
  const queryClient = createQueryClient()
  const router = createMemoryRouter(
    [{ path: pattern, element: page }, ...(pattern === '*' ? [] : [{ path: '*', element: null }])],
    { initialEntries: [at] },
  )
  const result = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return {
    ...result,
    user: userEvent.setup(),
    queryClient,
    address: () => router.state.location.pathname + router.state.location.search,
  }
}
