/** After the page has loaded, so that the first view is not delayed. */
export function whenIdle(task: () => void): void {
  // Safari has no requestIdleCallback.
  const wait = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(task) : setTimeout(task))
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
