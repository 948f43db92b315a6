import type { SourceDay } from '../source.ts'

const MS_A_DAY = 86_400_000

/** The day that lies `days` after another, before it when negative. Days are UTC days. */
export function addDays(day: SourceDay, days: number): SourceDay {
  return new Date(Date.parse(day) + days * MS_A_DAY).toISOString().slice(0, 10)
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: SourceDay, to: SourceDay): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_A_DAY)
}

/** A day as notes print it, `March 3, 2025`. */
export function printDay(day: SourceDay): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
