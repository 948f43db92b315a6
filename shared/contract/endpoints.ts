import { accountEndpoints } from './accounts.ts'
import { adminEndpoints } from './admin.ts'
import { adminFileEndpoints } from './admin-files.ts'
import { adminUserEndpoints } from './admin-users.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { leaderboardEndpoints } from './leaderboards.ts'
import { operationsEndpoints } from './operations.ts'
import { predictionEndpoints } from './predictions.ts'
import { showEndpoints } from './shows.ts'
import { siteEndpoints } from './site.ts'
import { songEndpoints } from './songs.ts'
import { tourEndpoints } from './tours.ts'

/** Every call that there is. The gateway has exactly one handler for each; the web client calls by these names. */
export const endpoints = {
  ...songEndpoints,
  ...showEndpoints,
  ...tourEndpoints,
  ...leaderboardEndpoints,
  ...predictionEndpoints,
  ...accountEndpoints,
  ...siteEndpoints,
  ...adminEndpoints,
  ...adminUserEndpoints,
  ...adminFileEndpoints,
  ...operationsEndpoints,
  ...catalogueEndpoints,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
