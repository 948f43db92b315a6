let pageLoading: Promise<unknown> = Promise.resolve()

/**
 * Nothing is idle before the page has begun, and with it the response that others wait for. Its code alone does not say
 * so: React shows a page up to 300 ms later. Returns the function that ends the delay.
 */
export function delayIdle(): () => void {
  let end = () => {}
  const begun = new Promise<void>((resolve) => {
    end = resolve
  })
  pageLoading = Promise.all([pageLoading, begun])
  return end
}

/** After the page has loaded, so that the first view is not delayed. */
export function whenIdle(task: () => void): void {
  // Safari has no requestIdleCallback.
  const wait = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(task) : setTimeout(task))
  void pageLoading.then(() => {
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  })
}
