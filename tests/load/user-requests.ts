import { SET_SIZES } from '@called-it/shared/game/setlist'
import { z } from 'zod'

export const userAction = z.enum(['boards', 'saving', 'registering'])
export type UserAction = z.output<typeof userAction>

export const requestParts = z.object({
  /** Sessions of the users, who take turns. */
  cookies: z.array(z.string()),
  songIds: z.array(z.int()),
  /** An open show. */
  showId: z.int(),
  tourId: z.int(),
  /** Cursors of later pages of the global board. */
  cursors: z.array(z.string()),
  /** Prefix of the addresses that register. */
  unique: z.string(),
})
export type RequestParts = z.output<typeof requestParts>

type UserRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

const JSON_BODY = { 'Content-Type': 'application/json' }
const COMPRESSED = { 'Accept-Encoding': 'gzip, deflate, br' }

export function createRequest(action: UserAction, number: number, parts: RequestParts): UserRequest {
  if (action === 'boards') return readBoard(number, parts)
  return action === 'saving' ? savePicks(number, parts) : register(number, parts)
}

/** Two of five are cached first pages; later pages and a user's rank are read from Postgres. */
function readBoard(number: number, { cookies, tourId, cursors }: RequestParts): UserRequest {
  const after = inTurn(cursors, Math.floor(number / 5))
  const boards = [
    '/api/leaderboard',
    `/api/leaderboard?after=${after}`,
    `/api/tours/${tourId}/leaderboard`,
    `/api/leaderboard?limit=50&after=${after}`,
  ]
  const path = boards[number % (boards.length + 1)]
  if (path !== undefined) return { method: 'GET', path, headers: COMPRESSED }
  const headers = { ...COMPRESSED, Cookie: inTurn(cookies, number) }
  return { method: 'GET', path: '/api/users/current/score', headers }
}

/** A full setlist, different each time. */
function savePicks(number: number, { cookies, songIds, showId }: RequestParts): UserRequest {
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

function register(number: number, { unique }: RequestParts): UserRequest {
  const name = `${unique}-${number}`
  const account = { email: `${name}@crowd.example`, display_name: name, password: 'correct horse battery' }
  return { method: 'POST', path: '/api/auth/register', headers: JSON_BODY, body: JSON.stringify(account) }
}

function inTurn(texts: readonly string[], number: number): string {
  return texts[number % texts.length] ?? ''
}
