const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Nov 22, 2026 */
export function dayInWords(day: string): string {
  return DAY.format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
}
