/** Engines differ in the spaces around signs of times and ranges, and a page is rendered by two of them. */
export function plainSpaces(formatted: string): string {
  return formatted.replace(/[\u2009\u202f]/g, ' ')
}
