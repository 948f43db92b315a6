import { z } from 'zod'
import { currentUser } from './current-user.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, pathId } from './fields.ts'
import { invitation } from './leagues.ts'
import { issuerKey } from './site.ts'

const connectedAccount = z.object({
  id,
  label: z.string(),
  created_at: instant,
  last_used_at: instant,
})
export type ConnectedAccount = z.output<typeof connectedAccount>

const connectedAccounts = z.object({ accounts: z.array(connectedAccount) })

/** What issuers append to an address stays far below it. */
const MAX_SEARCH = 4_000

export const issuerEndpoints = {
  startIssuerLogin: defineEndpoint({
    method: 'POST',
    path: '/api/auth/issuers/:issuerKey/start',
    access: 'visitor',
    summary:
      'The address of the issuer to sign in at, for this browser and ten minutes; 503 `issuer_unavailable`',
    params: z.object({ issuerKey }),
    /** A new account joins the league of this invitation. */
    body: z.strictObject({ invitation: invitation.optional() }),
    response: z.object({ url: z.url({ protocol: /^https?$/ }) }),
  }),
  finishIssuerLogin: defineEndpoint({
    method: 'POST',
    path: '/api/auth/issuers/finish',
    access: 'visitor',
    summary:
      'Starts a session with what the issuer appended to the address of the page, once; makes the account where there is none',
    body: z.strictObject({ search: z.string().max(MAX_SEARCH) }),
    /** `isNew`: the account was made, under the name that the issuer knows. */
    response: z.object({ user: currentUser, isNew: z.boolean() }),
  }),
  listConnectedAccounts: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/external-accounts',
    access: 'fan',
    summary: 'The accounts at issuers that log the current user in',
    response: connectedAccounts,
  }),
  removeConnectedAccount: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/external-accounts/:accountId',
    access: 'fan',
    needsFreshLogin: true,
    summary:
      'Removes an account at an issuer, which logs in no more unless its confirmed address is the same',
    params: z.object({ accountId: pathId }),
    response: connectedAccounts,
  }),
} as const
