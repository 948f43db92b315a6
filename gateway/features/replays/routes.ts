import type { Handlers } from '../../http/handler.ts'
import { readPractice, readPracticeShows } from './practice.ts'
import { type ReplayParts, readReplay } from './replay.ts'

type ReplayHandlers = Pick<Handlers, 'getReplay' | 'getPractice' | 'listPracticeShows'>

export function replayRoutes(parts: ReplayParts): ReplayHandlers {
  const { db } = parts
  return {
    getReplay: ({ params, signal }) => readReplay(parts, params.showId, signal),
    getPractice: ({ params }) => readPractice(db, params.showId),
    listPracticeShows: () => readPracticeShows(db),
  }
}
