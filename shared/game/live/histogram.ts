import type { TotalCount } from '../standings.ts'

/** Counts by total from 0 up, as unsigned LEB128 varints in base64. */
export function packHistogram(counts: readonly TotalCount[]): string {
  const byTotal: number[] = []
  for (const { total, players } of counts) byTotal[total] = players
  const bytes: number[] = []
  for (let total = 0; total < byTotal.length; total++) {
    let rest = byTotal[total] ?? 0
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  return btoa(String.fromCharCode(...bytes))
}

/** All totals that somebody has, highest first. */
export function unpackHistogram(text: string): TotalCount[] {
  const counts: TotalCount[] = []
  let total = 0
  let players = 0
  let place = 1
  for (const character of atob(text)) {
    const byte = character.charCodeAt(0)
    players += (byte % 128) * place
    place *= 128
    if (byte > 127) continue
    if (players > 0) counts.push({ total, players })
    total += 1
    players = 0
    place = 1
  }
  return counts.reverse()
}
