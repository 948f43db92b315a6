import '../lib/without-eval.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { dismissToast } from '../ui/toast.ts'

// What is waited for is a condition; how long it may take on a busy machine is no part of any test.
// A toast is read out by an element of its own, which has its text once more for a moment.
configure({ asyncUtilTimeout: 10_000, defaultIgnore: 'script, style, body > span[role="status"]' })

afterEach(() => {
  cleanup()
  dismissToast()
  vi.unstubAllGlobals()
})
