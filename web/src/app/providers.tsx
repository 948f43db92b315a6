import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { onLiveConnect, startLive } from '../lib/live/connection.ts'
import { createQueryClient, refetchFailed, refetchFailedWhenOnline } from '../lib/query-client.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { SessionWatch } from './session-watch.tsx'

// Nothing is announced in the first moment, so the toasts' code follows the page's.
const Toaster = lazy(() => import('../ui/toaster.tsx').then((module) => ({ default: module.Toaster })))

/** Everything that stands around the pages. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => {
    void startLive()
    const stopOnline = refetchFailedWhenOnline(queryClient)
    const stopConnect = onLiveConnect(() => void refetchFailed(queryClient))
    return () => {
      stopOnline()
      stopConnect()
    }
  }, [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ErrorBoundary>
          <SessionWatch />
          {children}
        </ErrorBoundary>
        <Suspense>
          <Toaster />
        </Suspense>
      </BrowserRouter>
    </QueryClientProvider>
  )
}
