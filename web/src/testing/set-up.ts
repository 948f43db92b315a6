import '../lib/without-eval.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { dismissToast } from '../ui/toast.ts'

// What is waited for is a condition; how long it may take on a busy machine is no part of any test.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  dismissToast()
  vi.unstubAllGlobals()
})
