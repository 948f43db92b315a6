import type { MouseEvent } from 'react'
import { onUserLeave } from '../../../lib/user-storage.ts'

const DOUBLE_TAP_MS = 300

let last: { readonly button: Element; readonly at: number } | undefined

onUserLeave(() => {
  last = undefined
})

/**
 * Whether a tap follows another too soon to be meant: on the same button, which may stand for another song by then, or
 * where a button was that is gone.
 */
export function isDoubleTap({ currentTarget: button, timeStamp: at, detail }: MouseEvent): boolean {
  // Keys count no clicks.
  if (detail === 0) return false
  const before = last
  last = { button, at }
  if (!before || at - before.at >= DOUBLE_TAP_MS) return false
  return before.button === button || !before.button.isConnected
}
