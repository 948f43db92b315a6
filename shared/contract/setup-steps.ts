import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id } from './fields.ts'

/** In the order of the wizard. */
export const SETUP_STEPS = ['band', 'source', 'mail', 'address', 'sign-ups', 'backup'] as const
export const setupStep = z.enum(SETUP_STEPS)
export type SetupStep = z.output<typeof setupStep>

export const setupStateEndpoints = {
  getSetupState: defineEndpoint({
    method: 'GET',
    path: '/api/admin/setup',
    access: 'admin',
    summary: 'Which steps of the setup are done',
    response: z.object({
      done: z.array(setupStep),
      next_show: z.object({ id, venue: z.string(), date: z.iso.date() }).nullable(),
    }),
  }),
} as const
