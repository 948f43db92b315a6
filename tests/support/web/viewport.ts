import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Until the test ends; returns what scrolls all watched elements in or out of view. */
export function stubViewport(isInView = true): (isInView: boolean) => void {
  const observers = new Set<{ report: () => void }>()
  let isSeen = isInView
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: (entries: { target: Element; isIntersecting: boolean }[]) => void
      readonly #watched: Element[] = []
      constructor(callback: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
        this.#callback = callback
      }
      report() {
        this.#callback(this.#watched.map((target) => ({ target, isIntersecting: isSeen })))
      }
      observe(element: Element) {
        this.#watched.push(element)
        observers.add(this)
        this.report()
      }
      disconnect() {
        observers.delete(this)
      }
    },
  )
  return (next) => {
    isSeen = next
    act(() => {
      for (const observer of observers) observer.report()
    })
  }
}
