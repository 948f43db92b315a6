import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { attempt } from './user-storage.ts'

const KEY = 'called-it:song'
const KEPT_MS = 24 * 3_600_000

export type KeptSong = {
  readonly showId: number
  readonly venue: string
  readonly songId: number
  readonly songName: string
  readonly set: SetName
  /** From 1 on. */
  readonly slot: number
}

/**
 * Keeps the first song that a visitor tapped through registration, verification in another tab and login. It is no
 * prediction, and the next to log in here finds it.
 */
export function keepSong({ showId, venue, songId, songName, set, slot }: KeptSong): void {
  const record = [Date.now() + KEPT_MS, showId, songId, set, slot, venue, songName].join('\n')
  attempt(() => localStorage.setItem(KEY, record))
}

export function findKeptSong(): KeptSong | null {
  const [until, showId, songId, name, slot, venue, songName] =
    attempt(() => localStorage.getItem(KEY))?.split('\n') ?? []
  const set = SET_NAMES.find((known) => known === name)
  if (!(Number(until) > Date.now()) || !set || !venue || !songName) return null
  return { showId: Number(showId), venue, songId: Number(songId), songName, set, slot: Number(slot) }
}

export function dropKeptSong(): void {
  attempt(() => localStorage.removeItem(KEY))
}
