let pagesLoading = 0
const held: (() => void)[] = []

/**
 * Nothing is idle before the page has begun, and with it the response that others wait for. Its code alone does not say
 * so: React shows a page up to 300 ms later. Returns the function that ends the delay.
 */
export function delayIdle(): () => void {
  pagesLoading += 1
  return () => {
    pagesLoading -= 1
    if (pagesLoading === 0) held.splice(0).forEach(whenIdle)
  }
}

/** After the page has loaded, so that the first view is not delayed. */
export function whenIdle(task: () => void): void {
  if (pagesLoading > 0) held.push(task)
  else if (document.readyState !== 'complete') addEventListener('load', () => whenIdle(task), { once: true })
  // Safari has no requestIdleCallback.
  else if ('requestIdleCallback' in globalThis) requestIdleCallback(task)
  else setTimeout(task)
}
