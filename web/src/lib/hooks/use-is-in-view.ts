import { type RefCallback, useCallback, useState } from 'react'

/** Whether any part of an element is on the screen. */
export function useIsInView(): { ref: RefCallback<HTMLElement>; isInView: boolean } {
  const [isInView, setIsInView] = useState(false)
  const ref = useCallback((element: HTMLElement) => {
    const observer = new IntersectionObserver((entries) =>
      setIsInView(entries.at(-1)?.isIntersecting ?? false),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, isInView }
}
