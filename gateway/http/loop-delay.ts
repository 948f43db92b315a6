import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How finely it is measured. */
const RESOLUTION_MS = 20
/** The figure is that of the last so many milliseconds, so that one long task alone is not taken for overload. */
const WINDOW_MS = 500
const NANOSECONDS = 1e6

export type LoopDelay = {
  /** How late the event loop came to what was due, on average over the last window, in milliseconds. */
  now(): number
  stop(): void
}

/**
 * Measures how late this process comes to what is due.
 *
 * @param onWindow called after each window
 */
export function watchLoopDelay(onWindow: () => void = () => undefined): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let delayMs = 0
  histogram.enable()
  const timer = setInterval(() => {
    // Each sample holds the time between two of them too.
    if (histogram.count > 0) delayMs = Math.max(0, histogram.mean / NANOSECONDS - RESOLUTION_MS)
    histogram.reset()
    onWindow()
  }, WINDOW_MS)
  timer.unref()
  return {
    now: () => delayMs,
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
