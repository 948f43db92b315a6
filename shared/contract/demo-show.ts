import { defineEndpoint } from './endpoint.ts'
import { runAccepted, runResults } from './runs.ts'

/** A show of three hours. */
export const DEMO_SHOW_SECONDS = 180

export const demoShowEndpoints = {
  playDemoShow: defineEndpoint({
    method: 'POST',
    path: '/api/admin/demo-show',
    access: 'admin',
    summary: 'Plays a whole show of the demo band in three minutes; in test mode, with the demo source only',
    response: runResults['play-demo-show'],
    accepted: runAccepted,
  }),
} as const
