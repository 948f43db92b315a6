import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20
/** The delay is the mean of this window, so that one long task is not taken for overload. */
const WINDOW_MS = 500
const NANOSECONDS = 1e6

export type EventLoopDelay = {
  /** The mean delay of timers over the last window. */
  milliseconds(): number
  stop(): void
}

/** @param onWindow called after each window */
export function watchEventLoopDelay(onWindow: () => void): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let delayMs = 0
  histogram.enable()
  const timer = setInterval(() => {
    // A sample is the time between two timers, so it includes the resolution.
    if (histogram.count > 0) delayMs = Math.max(0, histogram.mean / NANOSECONDS - RESOLUTION_MS)
    histogram.reset()
    onWindow()
  }, WINDOW_MS)
  timer.unref()
  return {
    milliseconds: () => delayMs,
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
