import type { MouseEvent } from 'react'
import { onUserLeave } from '../../../lib/account/user-storage.ts'

const DOUBLE_TAP_MS = 300

let last: { readonly button: Element; readonly at: number } | undefined

onUserLeave(() => {
  last = undefined
})

/** For a button that needs no guard: what it opens may be tapped at once. */
export function noteTap({ currentTarget: button, timeStamp: at }: MouseEvent): void {
  last = { button, at }
}

/**
 * Whether a tap follows another too soon to be meant: on the same button, which may stand for another song by then, or
 * where a button was that is gone.
 */
export function isDoubleTap(tap: MouseEvent): boolean {
  // Keys count no clicks.
  if (tap.detail === 0) return false
  const before = last
  noteTap(tap)
  if (!before || tap.timeStamp - before.at >= DOUBLE_TAP_MS) return false
  return before.button === tap.currentTarget || !before.button.isConnected
}
