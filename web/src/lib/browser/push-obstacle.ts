import { isIos } from './ios.ts'

/** Null where this device can get pushes. */
export function pushObstacle(): 'home screen' | 'no pushes' | 'blocked' | null {
  // iOS has pushes only for pages on the home screen.
  if (isIos() && !matchMedia('(display-mode: standalone)').matches) return 'home screen'
  if (!('PushManager' in globalThis)) return 'no pushes'
  return Notification.permission === 'denied' ? 'blocked' : null
}
