import { z } from 'zod'
import { token } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { email } from './entered-fields.ts'
import { instant } from './fields.ts'

/** How long both addresses have to confirm a change. */
export const ADDRESS_CHANGE_HOURS = 24

const session = z.object({
  /** A hash of the session's id. */
  key: z.string(),
  /** Null where unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  logged_in_at: instant,
  /** It may have been used within the hour after. */
  used_at: instant,
  is_current: z.boolean(),
})
export type ListedSession = z.output<typeof session>

const sessions = z.object({ sessions: z.array(session) })

const addressChange = z.object({
  email: z.string(),
  is_old_confirmed: z.boolean(),
  is_new_confirmed: z.boolean(),
  expires_at: instant,
})
export type AddressChange = z.output<typeof addressChange>

/** Null: none waits to be confirmed. */
const pendingChange = z.object({ change: addressChange.nullable() })

export const addressBody = z.strictObject({ email })

export const accessEndpoints = {
  listSessions: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/sessions',
    access: 'fan',
    summary: 'Where the current user is signed in, this session first',
    response: sessions,
  }),
  endSession: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/sessions/:key',
    access: 'fan',
    summary: 'Ends a session with its device, on open pages too',
    params: z.object({ key: z.string().min(1).max(100) }),
    response: sessions,
  }),
  endOtherSessions: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/sessions',
    access: 'fan',
    summary: 'Ends all sessions but this one, with their devices; keys stay',
    response: sessions,
  }),
  getAddressChange: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/address',
    access: 'fan',
    summary: 'The change of the address that waits to be confirmed',
    response: pendingChange,
  }),
  changeAddress: defineEndpoint({
    method: 'POST',
    path: '/api/users/current/address',
    access: 'fan',
    needsFreshLogin: true,
    summary: 'Mails a link to the old and to the new address; responds alike where the new one is taken',
    body: addressBody,
    response: pendingChange,
  }),
  cancelAddressChange: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/address',
    access: 'fan',
    summary: 'Drops the change of the address that waits to be confirmed',
    response: pendingChange,
  }),
  confirmAddress: defineEndpoint({
    method: 'POST',
    path: '/api/auth/address-changes/:token',
    access: 'visitor',
    summary:
      'Confirms a change of the address at one of the two; the second one changes it. 409 `address_taken`',
    params: z.object({ token }),
    response: z.object({ is_changed: z.boolean() }),
  }),
} as const
