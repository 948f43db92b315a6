import { z } from 'zod'
import { LANGUAGE_CODE } from '../languages/formats.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'

const languageCode = z.string().regex(LANGUAGE_CODE)

export const currentUser = z.object({
  id,
  email: z.string(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  /** Whether others see the name on the picks after a show's lock. */
  shows_picks: z.boolean(),
  /** Of pages, notifications and mails; null where none is chosen. Gateways of 0.13.0 do not say it. */
  language: z.string().nullable().default(null),
  is_admin: z.boolean(),
  /** May enter the setlist of a show that runs; admins may too. */
  is_live_operator: z.boolean(),
  email_verified: z.boolean(),
  created_at: instant,
})
export type CurrentUser = z.output<typeof currentUser>

export const currentUserEndpoints = {
  getCurrentUser: defineEndpoint({
    method: 'GET',
    path: '/api/auth/me',
    access: 'fan',
    summary: 'The current user',
    response: currentUser,
  }),
  setLanguage: defineEndpoint({
    method: 'PUT',
    path: '/api/auth/me/language',
    access: 'fan',
    summary: 'Sets the language of pages, notifications and mails',
    body: z.strictObject({ language: languageCode }),
    response: currentUser,
  }),
  checkAdmin: defineEndpoint({
    method: 'GET',
    path: '/api/admin/check',
    access: 'admin',
    summary: 'Succeeds for admins',
    response: z.object({ isAdmin: z.literal(true) }),
  }),
} as const
