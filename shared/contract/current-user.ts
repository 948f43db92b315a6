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
  /** Of an admin or operator, in this session until it uses a passkey. Gateways of 0.14.0 do not say it. */
  rights_rest: z.boolean().default(false),
  /** When they begin to rest; null: not in this session. */
  rights_rest_at: instant.nullable().default(null),
  email_verified: z.boolean(),
  /** Gateways of 0.14.0 do not say it, nor the next. */
  has_password: z.boolean().default(true),
  has_passkey: z.boolean().default(false),
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
  exportOwnData: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/export',
    access: 'fan',
    needsFreshLogin: true,
    summary: 'All that names the current user in one zip: JSON, the image, and a page that shows it',
    response: z.never(),
    download: 'application/zip',
  }),
  checkAdmin: defineEndpoint({
    method: 'GET',
    path: '/api/admin/check',
    access: 'admin',
    summary: 'Succeeds for admins',
    response: z.object({ isAdmin: z.literal(true) }),
  }),
} as const
