import { SET_SIZES } from '@called-it/shared/game/setlist'
import { z } from 'zod'

/** What fans do when there are too many of them. */
export const fanDeed = z.enum(['boards', 'saving', 'registering'])
export type FanDeed = z.output<typeof fanDeed>

/** What requests are made of. */
export const requestParts = z.object({
  /** Sessions of fans, who take turns. */
  cookies: z.array(z.string()),
  songIds: z.array(z.int()),
  /** A show that closes within the minute. */
  showId: z.int(),
  tourId: z.int(),
  /** Places on the board over every show at which later pages begin. */
  cursors: z.array(z.string()),
  /** Begins the address of everybody who registers, so that nobody does twice. */
  unique: z.string(),
})
export type RequestParts = z.output<typeof requestParts>

export type FanRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

const JSON_BODY = { 'Content-Type': 'application/json' }
/** As browsers ask. */
const COMPRESSED = { 'Accept-Encoding': 'gzip, deflate, br' }

/** The request that a fan makes, by its number; each fan has their turn before any has a second one. */
export function makeRequest(deed: FanDeed, number: number, parts: RequestParts): FanRequest {
  if (deed === 'boards') return readBoard(number, parts)
  return deed === 'saving' ? savePicks(number, parts) : register(number, parts)
}

/** Two of five are the first pages, which the gateway keeps; later pages and a fan's own place are read each time. */
function readBoard(number: number, { cookies, tourId, cursors }: RequestParts): FanRequest {
  const after = inTurn(cursors, Math.floor(number / 5))
  const reads = [
    { path: '/api/leaderboard', headers: COMPRESSED },
    { path: `/api/leaderboard?after=${after}`, headers: COMPRESSED },
    { path: `/api/tours/${tourId}/leaderboard`, headers: COMPRESSED },
    { path: '/api/users/current/score', headers: { ...COMPRESSED, Cookie: inTurn(cookies, number) } },
    { path: `/api/leaderboard?limit=50&after=${after}`, headers: COMPRESSED },
  ]
  return {
    method: 'GET',
    ...(reads[number % reads.length] ?? { path: '/api/leaderboard', headers: COMPRESSED }),
  }
}

/** A whole setlist, another one each time. */
function savePicks(number: number, { cookies, songIds, showId }: RequestParts): FanRequest {
  const picks = (count: number, first: number) =>
    Array.from({ length: count }, (_, slot) => ({ id: songIds[(number + first + slot) % songIds.length] }))
  const { set1, set2, encore } = SET_SIZES
  const setlist = { set1: picks(set1, 0), set2: picks(set2, set1), encore: picks(encore, set1 + set2) }
  return {
    method: 'POST',
    path: '/api/predictions',
    headers: { ...JSON_BODY, Cookie: inTurn(cookies, number) },
    body: JSON.stringify({ show_id: showId, setlist }),
  }
}

function register(number: number, { unique }: RequestParts): FanRequest {
  const name = `${unique}-${number}`
  return {
    method: 'POST',
    path: '/api/auth/register',
    headers: JSON_BODY,
    body: JSON.stringify({
      email: `${name}@crowd.example`,
      display_name: `Fan ${name}`,
      password: 'correct horse battery',
    }),
  }
}

function inTurn(texts: readonly string[], number: number): string {
  return texts[number % texts.length] ?? ''
}
