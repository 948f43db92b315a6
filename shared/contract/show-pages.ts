import { z } from 'zod'
import { OPENERS, songChance, systemCard } from './chances.ts'
import { correction } from './corrections.ts'
import { defineEndpoint } from './endpoint.ts'
import { instant, version } from './fields.ts'
import { liveShow } from './live-shows.ts'
import { crowd } from './show-picks.ts'
import { show, showEndpoints, showParams, showPhase } from './shows.ts'
import { listedTour } from './tours.ts'

/** The songs most likely as opener, the likeliest to be played first. */
const likelyOpeners = z.object({
  recent_shows: z.int().nonnegative(),
  tour_shows: z.int().nonnegative(),
  songs: z.array(songChance.extend({ name: z.string() })).max(OPENERS),
})
export type LikelyOpeners = z.output<typeof likelyOpeners>

/** Versions by topic; `shows` is the sum over all shows, any of which may enter or leave a list. */
export const pageTopics = z.record(z.string(), version)
export type PageTopics = z.output<typeof pageTopics>

/** What is public of a show, each part as its own endpoint has it; null where the phase has none. */
export const showPage = z.object({
  phase: showPhase,
  /** The database's clock, at most a second ago. */
  now: instant,
  settings_version: version,
  /** As they were before the rest was read. */
  topics: pageTopics,
  show,
  status: showEndpoints.getShowStatus.response,
  upcoming: z.array(show),
  tonight: z.array(show),
  /** While picks are open, where there are chances. */
  openers: likelyOpeners.nullable(),
  /** Once the picks are public. */
  live: liveShow.nullable(),
  crowd: crowd.nullable(),
  system_cards: z.array(systemCard).nullable(),
  /** Once the band has played. */
  setlist: showEndpoints.getSetlist.response.nullable(),
  /** Once it is scored. */
  corrections: z.array(correction).nullable(),
  tours: z.array(listedTour).nullable(),
})
export type ShowPage = z.output<typeof showPage>

export const showPageEndpoints = {
  getShowPage: defineEndpoint({
    method: 'GET',
    path: '/api/shows/:showId/page',
    access: 'visitor',
    forKeys: true,
    summary: "All that is public of a show in its phase, in one response: what the show's page begins with",
    params: showParams,
    response: showPage,
  }),
} as const
