import type { Crowd } from '@called-it/shared/contract/show-picks'
import type { Song } from '@called-it/shared/contract/songs'
import { t } from '../../lib/words/texts.ts'

export type Suggestion = {
  readonly song: { readonly id: number; readonly name: string }
  readonly reason: string
  /** Percent of the players who picked it; null for a song that is only in the song list. */
  readonly share: number | null
}

type Known = {
  songs: readonly Song[]
  /** Null while picks are open, or without a connection. */
  crowd: Crowd | null
  played: ReadonlySet<number>
  /** The date of the show, `YYYY-MM-DD`. */
  showdate: string
}

/** Multiplies the number of plays: the band repeats little, and plays what it has not played for long. */
const WEIGHTS = { lastShow: 0.1, due: 1.5, shelved: 0.2, usual: 1 } as const
const SHORTEST_DUE_GAP = 3
/** A song with so many times its usual gap has left the repertoire. */
const SHELVED_AFTER = 4

/** Songs that may come next, the likeliest first: what the crowd picked most, then what is played often and is due. */
export function suggestSongs({ songs, crowd, played, showdate }: Known, limit: number): Suggestion[] {
  const picked = (crowd?.songs ?? [])
    .filter(({ id }) => !played.has(id))
    .map(({ id, name, players }) => {
      const share = Math.round((100 * players) / Math.max(crowd?.players ?? 0, 1))
      return { song: { id, name }, reason: t('editor.picked-by', { share }), share }
    })
  const taken = new Set([...played, ...picked.map(({ song }) => song.id)])
  const maxPlays = Math.max(...songs.map((song) => song.times_played), 1)
  const listed = songs
    .filter(({ id }) => !taken.has(id))
    .map((song) => ({ song, ...weigh(song, maxPlays, showdate) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ song: { id, name }, reason }) => ({ song: { id, name }, reason, share: null }))
  return [...picked, ...listed].slice(0, limit)
}

function weigh(song: Song, maxPlays: number, showdate: string): { weight: number; reason: string } {
  const plays = song.times_played
  const weightOf = (kind: keyof typeof WEIGHTS) => plays * WEIGHTS[kind]
  if (song.gap === null)
    return { weight: weightOf('usual'), reason: t('editor.plays', { plays: String(plays) }) }
  if (song.gap === 0) {
    const wasYesterday = song.last_played === dayBefore(showdate)
    const reason = wasYesterday ? t('editor.last-night') : t('editor.last-show')
    return { weight: weightOf('lastShow'), reason }
  }
  const gap = String(song.gap)
  // The most played song stands for the number of shows.
  const usualGap = Math.max(maxPlays / Math.max(plays, 1), SHORTEST_DUE_GAP)
  if (song.gap > usualGap * SHELVED_AFTER)
    return { weight: weightOf('shelved'), reason: t('editor.gap', { gap }) }
  if (song.gap >= usualGap) return { weight: weightOf('due'), reason: t('editor.due-gap', { gap }) }
  return { weight: weightOf('usual'), reason: t('editor.gap', { gap }) }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
