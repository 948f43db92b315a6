import type { Handlers } from '../../http/handler.ts'
import { openPractices, readPracticeShows } from './practice.ts'
import { type ReplayParts, readReplay } from './replay.ts'

type ReplayHandlers = Pick<Handlers, 'getReplay' | 'getPractice' | 'listPracticeShows'>

export function replayRoutes(parts: ReplayParts): ReplayHandlers {
  const { db } = parts
  const practices = openPractices(db)
  return {
    getReplay: ({ params, signal }) => readReplay(parts, params.showId, signal),
    getPractice: ({ params }) => practices.read(params.showId),
    listPracticeShows: () => readPracticeShows(db),
  }
}
