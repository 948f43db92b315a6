import { z } from 'zod'
import { acknowledgement, token } from './accounts.ts'
import { currentUser } from './current-user.ts'
import { displayName } from './display-name.ts'
import { defineEndpoint } from './endpoint.ts'
import { email, FIELD_TEXTS } from './entered-fields.ts'
import { bodyId, id } from './fields.ts'
import { invitation } from './leagues.ts'

/** How long a mailed link and its code work. */
export const LINK_MINUTES = 15

/** For an address without an account. */
const newName = displayName.optional()

export const loginLinkBody = z.strictObject({
  email,
  display_name: newName,
  /** A new account joins the league of this invitation. */
  invitation: invitation.optional(),
  /** The show that it is for. */
  showId: bodyId.optional(),
})

export const linkBody = z.strictObject({ display_name: newName })

export const codeBody = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, FIELD_TEXTS.code),
  display_name: newName,
})

/** `showId`: the show that the link was asked for. */
const login = z.object({ user: currentUser, showId: id.optional() })
export type LinkLogin = z.output<typeof login>

export const loginLinkEndpoints = {
  askForLink: defineEndpoint({
    method: 'POST',
    path: '/api/auth/links',
    access: 'visitor',
    summary: 'Mails a link that logs in without a password; responds alike for every address',
    body: loginLinkBody,
    response: acknowledgement,
  }),
  // Before the path of a link.
  logInByCode: defineEndpoint({
    method: 'POST',
    path: '/api/auth/links/code',
    access: 'visitor',
    summary:
      'Starts a session in the browser that asked for a link, with the code that the page of the link shows',
    body: codeBody,
    response: login,
  }),
  logInByLink: defineEndpoint({
    method: 'POST',
    path: '/api/auth/links/:token',
    access: 'visitor',
    summary: 'Starts a session with a mailed link, once; makes the account where the address has none',
    params: z.object({ token }),
    body: linkBody,
    response: login,
  }),
  lookAtLink: defineEndpoint({
    method: 'POST',
    path: '/api/auth/links/:token/look',
    access: 'visitor',
    summary:
      'Whether a mailed link works, its code for the browser that asked, and whether a new fan needs a name',
    params: z.object({ token }),
    response: z.object({ isOpen: z.boolean(), code: z.string().nullable(), needsName: z.boolean() }),
  }),
} as const
