import { dateFormat } from '@called-it/shared/languages/formats'
import { t } from './texts.ts'

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const INSTANT = { month: 'short', day: 'numeric', ...TIME } as const

/** In the device's time zone: `Jul 4, 9:41 PM`. */
export function formatInstant(instant: string): string {
  return dateFormat(t.language, INSTANT).format(new Date(instant))
}

/** In the device's time zone: `9:41 PM`. */
export function formatTime(instant: string): string {
  return dateFormat(t.language, TIME).format(new Date(instant))
}
