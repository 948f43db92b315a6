import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { FIELD_LIMITS, FIELD_TEXTS, isStorable } from './entered-fields.ts'
import { id, instant, pathId } from './fields.ts'

export const listedUser = z.object({
  id,
  email: z.string(),
  display_name: z.string(),
  is_admin: z.boolean(),
  is_live_operator: z.boolean(),
  email_verified: z.boolean(),
  is_suspended: z.boolean(),
  created_at: instant,
})
export type ListedUser = z.output<typeof listedUser>

export const USERS_PAGE = 25

export const userEndpoints = {
  listUsers: defineEndpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'The accounts that are not deleted, page by page; `search` looks in addresses and names',
    query: z.strictObject({
      search: z
        .string()
        .trim()
        .max(FIELD_LIMITS.email.max)
        .refine(isStorable, FIELD_TEXTS.search)
        .default(''),
      after: pathId.optional(),
    }),
    response: z.object({
      users: z.array(listedUser),
      /** Pass as `after` for the page that follows; null at the end. */
      next: id.nullable(),
    }),
  }),
  endSessions: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/users/:userId/sessions',
    access: 'admin',
    needsFreshLogin: true,
    summary: 'Logs a user out everywhere',
    params: z.object({ userId: pathId }),
    response: z.object({ ended: z.int().nonnegative() }),
  }),
} as const
