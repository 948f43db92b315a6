import type { AnnouncementKind } from './catalogue.ts'

/** Where a notification goes: under the bell, to the fan's devices, to the fan's address. */
export const CHANNELS = ['page', 'push', 'mail'] as const
export type Channel = (typeof CHANNELS)[number]

const MAILED = new Set<AnnouncementKind>(['final-score'])

/** Before the fan chooses. A push needs a device, too, on which the fan turned pushes on. */
export function isOnByDefault(kind: AnnouncementKind, channel: Channel): boolean {
  return channel !== 'mail' || MAILED.has(kind)
}

const HELD = new Set<string>(['league-news'])

/** Whether pushes and mails wait until the quiet hours of the fan end. Reminders are timed by them already. */
export function isHeldInQuietHours(kind: AnnouncementKind): boolean {
  return HELD.has(kind)
}

/** From 23 to 8 o'clock of the fan's zone, unless the fan chooses other hours. */
export const QUIET_HOURS = { from: 23, until: 8 } as const
