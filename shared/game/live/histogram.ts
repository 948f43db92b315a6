import type { TotalCount } from '../standings.ts'

const MORE = 0x80
const LOW_BITS = 0x7f

/** The players of each total from 0 to the highest, as varints in base64. */
export function packHistogram(counts: readonly TotalCount[]): string {
  const byTotal: number[] = []
  for (const { total, players } of counts) {
    while (byTotal.length <= total) byTotal.push(0)
    byTotal[total] = players
  }
  let bytes = ''
  for (let rest of byTotal) {
    for (; rest > LOW_BITS; rest >>>= 7) bytes += String.fromCharCode((rest & LOW_BITS) | MORE)
    bytes += String.fromCharCode(rest)
  }
  return btoa(bytes)
}

/**
 * All totals that somebody has, highest first.
 *
 * @throws when the text is not base64
 */
export function unpackHistogram(text: string): TotalCount[] {
  const counts: TotalCount[] = []
  let total = 0
  let players = 0
  let shift = 0
  for (const character of atob(text)) {
    const byte = character.charCodeAt(0)
    players |= (byte & LOW_BITS) << shift
    shift += 7
    if (byte & MORE) continue
    if (players > 0) counts.push({ total, players })
    total++
    players = 0
    shift = 0
  }
  return counts.reverse()
}
