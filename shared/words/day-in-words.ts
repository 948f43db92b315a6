import { dateFormat, type Language } from '../languages/formats.ts'

/** Nov 22, 2026 */
export function dayInWords(day: string, language: Language): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  return dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}
