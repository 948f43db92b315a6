import { useSyncExternalStore } from 'react'

/** What the server could not know of a device, as it took it to be. */
export type ServedView = {
  /** The device's time in milliseconds since 1970. */
  readonly now: number
  readonly isPhone: boolean
  /** With a session. */
  readonly isFan: boolean
}

let view: ServedView = { now: 0, isPhone: true, isFan: false }

/** While a page is rendered by the server, and in the browser until it has taken that page over. */
export const servedView = (): ServedView => view

export function setServedView(served: ServedView): void {
  view = served
}

const never = () => () => {}

/** False where {@link servedView} counts. A page that was rendered in the browser is there from the start. */
export function useIsOnDevice(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
