import { type RefCallback, useCallback } from 'react'

/** Makes an element focusable while its content overflows, so that the arrow keys can scroll it. */
export function useKeyboardScrolling(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (!element) return
    const update = () => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
    const sizes = new ResizeObserver(update)
    const changes = new MutationObserver(update)
    sizes.observe(element)
    changes.observe(element, { childList: true, subtree: true })
    return () => {
      sizes.disconnect()
      changes.disconnect()
    }
  }, [])
}
