import { type RefCallback, useCallback } from 'react'

/**
 * Puts an element among those that the Tab key visits while there is more in it than fits, so that the arrow
 * keys can scroll what has nothing to press in it.
 */
export function useKeyboardScrolling(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (!element) return
    const decide = () => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
    const sizes = new ResizeObserver(decide)
    const changes = new MutationObserver(decide)
    sizes.observe(element)
    changes.observe(element, { childList: true, subtree: true })
    return () => {
      sizes.disconnect()
      changes.disconnect()
    }
  }, [])
}
