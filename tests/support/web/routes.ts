import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { type Prediction, predictionEndpoints } from '@called-it/shared/contract/predictions'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { type ListedTour, tourEndpoints } from '@called-it/shared/contract/tours'
import { fake } from './fake-api.ts'

export const upcomingShowsAre = (...shows: Show[]) => fake(showEndpoints.listUpcomingShows, { ok: { shows } })
export const recentShowsAre = (...shows: Show[]) => fake(showEndpoints.listRecentShows, { ok: { shows } })
export const liveShowsAre = (...shows: Show[]) => fake(showEndpoints.listLiveShows, { ok: { shows } })
export const toursAre = (...tours: ListedTour[]) => fake(tourEndpoints.listTours, { ok: { tours } })

/** Of the user who is logged in. */
export const leaguesAre = (...leagues: League[]) => fake(leagueEndpoints.listLeagues, { ok: { leagues } })

export const predictionsAre = (...predictions: Prediction[]) =>
  fake(predictionEndpoints.listPredictions, { ok: { predictions } })

export const overlayIs = (siteOverlayEnabled: boolean) =>
  fake(siteEndpoints.getConfig, { ok: { config: { testModeEnabled: true, siteOverlayEnabled, version: 1 } } })
