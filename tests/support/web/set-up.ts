import '@called-it/web/src/lib/without-eval'
import { dismissToast } from '@called-it/web/src/ui/toast'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Long, for busy machines: no test depends on it.
// A toast's text is for a moment in a second element that screen readers read out.
configure({ asyncUtilTimeout: 10_000, defaultIgnore: 'script, style, body > span[role="status"]' })

afterEach(() => {
  cleanup()
  dismissToast()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (!('document' in globalThis)) return
  localStorage.clear()
  sessionStorage.clear()
})
