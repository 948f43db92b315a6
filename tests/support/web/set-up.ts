import '@called-it/web/src/lib/browser/without-eval'
import { SESSION_FLAG } from '@called-it/shared/contract/served-page'
import { forgetSeen } from '@called-it/web/src/features/accounts/use-go-on'
import { useDraftStore } from '@called-it/web/src/features/home/builder/draft-store'
import { useTestScore } from '@called-it/web/src/features/home/scoring/test-score'
import { useClock } from '@called-it/web/src/lib/api/server-clock'
import { useInstallPrompt } from '@called-it/web/src/lib/browser/install-prompt'
import { dismissToast } from '@called-it/web/src/ui/toast'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

// Long, for busy machines: no test depends on it.
// A toast's text is for a moment in a second element that screen readers read out.
configure({ asyncUtilTimeout: 10_000, defaultIgnore: 'script, style, body > span[role="status"]' })

type Store<State> = { getInitialState(): State; setState(state: State, replace: true): void }

function reset<State>(store: Store<State>): void {
  store.setState(store.getInitialState(), true)
}

beforeEach(() => {
  // The fake API decides whether the session is alive.
  const cookie = `${SESSION_FLAG.name}=${SESSION_FLAG.value}`
  if ('document' in globalThis) vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookie)
  // A page of the test before may have read another one.
  reset(useClock)
})

afterEach(() => {
  cleanup()
  dismissToast()
  forgetSeen()
  // Files share the modules of their process.
  reset(useDraftStore)
  reset(useInstallPrompt)
  reset(useTestScore)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (!('document' in globalThis)) return
  localStorage.clear()
  sessionStorage.clear()
})
