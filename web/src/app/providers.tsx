import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { refetchFailed, refetchFailedWhenOnline } from '../lib/api/query-client.ts'
import { followServerClock } from '../lib/api/server-clock.ts'
import { onServerRecovery } from '../lib/api/server-recovery.ts'
import { onConnected, startEvents } from '../lib/events/connection.ts'
import { withJitter } from '../lib/events/jitter.ts'
import { lazyModule, useLazyModule, useLoadWhenIdle } from '../lib/lazy-module.ts'
import { Reauthentication } from '../ui/reauthentication.tsx'
import { useShownToast } from '../ui/toast.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { SessionWatch } from './session-watch.tsx'

const toaster = lazyModule(() => import('../ui/toaster.tsx'))

type ProvidersProps = {
  queryClient: QueryClient
  Router?: ComponentType<{ children: ReactNode }>
  children: ReactNode
}

export function Providers({ queryClient, Router = BrowserRouter, children }: ProvidersProps) {
  useEffect(() => {
    void startEvents()
    const stopOnline = refetchFailedWhenOnline(queryClient)
    const stopClock = followServerClock()
    const stopConnect = onConnected(() => withJitter(() => void refetchFailed(queryClient)))
    const stopRecovery = onServerRecovery(() => void refetchFailed(queryClient))
    return () => {
      stopRecovery()
      stopOnline()
      stopConnect()
      stopClock()
    }
  }, [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <Router>
        <ErrorBoundary>
          <SessionWatch />
          {children}
        </ErrorBoundary>
        <Reauthentication />
        <Toasts />
      </Router>
    </QueryClientProvider>
  )
}

function Toasts() {
  useLoadWhenIdle(toaster)
  const code = useLazyModule(toaster, useShownToast() !== null)
  return code && <code.Toaster />
}
