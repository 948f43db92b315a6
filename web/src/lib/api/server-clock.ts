import { showEndpoints } from '@called-it/shared/contract/shows'
import { create } from 'zustand'
import { whenIdle } from '../browser/when-idle.ts'
import { onConnected } from '../events/connection.ts'
import { withJitter } from '../events/jitter.ts'
import { useNow } from '../hooks/use-now.ts'
import { request } from './api.ts'

/** After this time, or a change of the device's clock by as much, another reading is due. */
const FRESH_MS = 5 * 60_000

/** `offset`: what the server's clock is ahead of the device's, 0 until it was read. */
export const useClock = create<{ offset: number; readAt: number | null }>(() => ({ offset: 0, readAt: null }))

/** Milliseconds since 1970 by the clock that decides when picks close; by the device's until it was read. */
export function serverNow(): number {
  return Date.now() + useClock.getState().offset
}

/** As {@link useNow}, by the clock that decides when picks close. */
export function useServerNow(refreshMs: number | null, exactlyAt = Number.POSITIVE_INFINITY): number {
  const offset = useClock((clock) => clock.offset)
  return useNow(refreshMs, exactlyAt - offset) + offset
}

/** Keeps the last reading when it fails. */
export async function readServerClock(): Promise<void> {
  try {
    await readClockFrom(request(showEndpoints.getClock))
  } catch {
    // Read again with the next connection.
  }
}

/**
 * Sets the clock by a response that was just requested; until it is there, no other reading is due.
 * One that the head of the page had preloaded was sent before.
 */
export async function readClockFrom<Body extends { readonly now: string }>(
  response: Promise<Body>,
  preload: HTMLLinkElement | null = null,
): Promise<Body> {
  const sentAt = Date.now()
  const { readAt } = useClock.getState()
  useClock.setState({ readAt: sentAt })
  try {
    const body = await response
    const halfway = preload ? halfwayOf(preload) : (sentAt + Date.now()) / 2
    if (halfway === null) useClock.setState({ readAt })
    else useClock.setState({ offset: Date.parse(body.now) - halfway, readAt: Date.now() })
    return body
  } catch (error) {
    useClock.setState({ readAt })
    throw error
  }
}

/** Of the time between request and response, by the device's clock; null where the browser does not say. */
function halfwayOf({ href }: HTMLLinkElement): number | null {
  const [timing] = performance.getEntriesByName(href)
  if (!(timing instanceof PerformanceResourceTiming)) return null
  return Date.now() - performance.now() + (timing.requestStart + timing.responseStart) / 2
}

/** The preload of this path in the head of the page, which only one request can use. */
export function takePreload(path: string): HTMLLinkElement | null {
  const link = document.head.querySelector<HTMLLinkElement>(`link[as="fetch"][href="${path}"]`)
  link?.remove()
  return link
}

/** Reads the clock after the first view and after each interruption; returns the stop function. */
export function followServerClock(): () => void {
  const read = () => void readServerClock()
  const readIfOld = () => {
    const { readAt } = useClock.getState()
    if (readAt === null || Math.abs(Date.now() - readAt) > FRESH_MS) read()
  }
  const onVisible = () => document.visibilityState === 'visible' && readIfOld()
  whenIdle(readIfOld)
  const stopConnect = onConnected(() => withJitter(readIfOld))
  addEventListener('online', read)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    stopConnect()
    removeEventListener('online', read)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
