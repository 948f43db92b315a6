import { z } from 'zod'
import type { PlainId } from '../languages/translate.ts'
import { currentUser } from './current-user.ts'
import { displayName } from './display-name.ts'
import { defineEndpoint } from './endpoint.ts'
import { email, FIELD_LIMITS, FIELD_TEXTS, newPassword } from './entered-fields.ts'
import { bodyId, id } from './fields.ts'
import { invitation } from './leagues.ts'
import { newPasskeyResponse } from './passkeys.ts'

/** The rules for new passwords may be newer than the password. */
export const currentPassword = z
  .string()
  .min(1, FIELD_TEXTS.passwordRequired)
  .max(FIELD_LIMITS.password.max, FIELD_TEXTS.passwordTooLong)

export const loginBody = z.strictObject({ email, password: currentPassword })

export const registerForm = z.strictObject({
  email,
  display_name: displayName,
  password: newPassword,
  /** The account joins the league of this invitation. */
  invitation: invitation.optional(),
  /** The show that it is for: the mail names it. */
  showId: bodyId.optional(),
})

/** With a password, or a passkey in its place. */
export const registerBody = registerForm
  .extend({
    password: newPassword.optional(),
    passkey: z.strictObject({ response: newPasskeyResponse }).optional(),
  })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    path: ['password'],
    message: FIELD_TEXTS.passwordRequired,
  })

export const emailBody = z.strictObject({ email })

export const token = z.string().min(1).max(200)

export const confirmBody = z.strictObject({ password: currentPassword })

export const resetBody = z.strictObject({ password: newPassword, token })

/** Absent fields stay as they are. */
export const profileBody = z.strictObject({
  display_name: displayName.optional(),
  shows_picks: z.boolean().optional(),
})

/**
 * Without `currentPassword`, the user must have proven who it is since the login, except for the first change within
 * {@link FRESH_LOGIN_MINUTES} of it.
 */
export const changePasswordBody = z.strictObject({
  password: newPassword,
  currentPassword: currentPassword.optional(),
})

/** Pages of 0.14.0 send the password. */
export const deleteProfileBody = z.strictObject({ password: currentPassword.optional() })

export const FRESH_LOGIN_MINUTES = 60

/** How long ago a user may have proven who it is for what only the account's owner may do. */
export const CONFIRMED_MINUTES = 5

export const acknowledgement = z.object({ message: z.string() })

/** `showId`: the show that the registration was for. */
const verification = acknowledgement.extend({ showId: id.optional() })

export const ACCOUNT_MESSAGES = {
  registered: 'reply.registered',
  verified: 'reply.verified',
  passwordNeeded: 'reply.password',
  verificationSent: 'reply.link-sent',
  loggedOut: 'reply.logged-out',
  resetRequested: 'reply.reset-asked',
  linkMailed: 'reply.link-mailed',
  passwordReset: 'reply.reset-done',
  passwordChanged: 'reply.changed',
  reauthenticated: 'reply.confirmed',
  deleted: 'reply.deleted',
} as const satisfies Record<string, PlainId>

export const accountEndpoints = {
  login: defineEndpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'visitor',
    summary: 'Starts a session',
    body: loginBody,
    response: currentUser,
  }),
  register: defineEndpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'visitor',
    summary: 'Creates an account and mails its verification link; responds alike for a known address',
    body: registerBody,
    response: acknowledgement,
  }),
  followRegistration: defineEndpoint({
    method: 'POST',
    path: '/api/auth/registration',
    access: 'visitor',
    summary:
      'Starts a session once the registration of this browser is confirmed; until then there is no user',
    /** The link that the page has confirmed: null unless it is one of the same user. */
    body: z.strictObject({ token: token.optional() }),
    response: z.object({ user: currentUser.nullable() }),
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'visitor',
    summary: 'Ends the session, if there is one',
    response: acknowledgement,
  }),
  verifyEmail: defineEndpoint({
    method: 'GET',
    path: '/api/auth/verify-email/:token',
    access: 'visitor',
    refusesHead: true,
    summary: 'Consumes a verification link, unless its address was registered more than once',
    params: z.object({ token }),
    response: verification.extend({ passwordNeeded: z.literal(true).optional() }),
  }),
  confirmRegistration: defineEndpoint({
    method: 'POST',
    path: '/api/auth/verify-email/:token',
    access: 'visitor',
    summary: 'Consumes a verification link with the password that was chosen with its registration',
    params: z.object({ token }),
    body: confirmBody,
    response: verification,
  }),
  resendVerification: defineEndpoint({
    method: 'POST',
    path: '/api/auth/resend-verification',
    access: 'visitor',
    summary: 'Mails a new verification link; responds alike for every address',
    body: emailBody,
    response: acknowledgement,
  }),
  requestPasswordReset: defineEndpoint({
    method: 'POST',
    path: '/api/auth/reset-password/request',
    access: 'visitor',
    summary: 'Mails a link for a new password; responds alike for every address',
    body: emailBody,
    response: acknowledgement,
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'visitor',
    summary: 'Sets a new password with a mailed token and ends every session of the user',
    body: resetBody,
    response: acknowledgement,
  }),
  updateProfile: defineEndpoint({
    method: 'PUT',
    path: '/api/auth/profile',
    access: 'fan',
    summary: 'Changes the display name',
    body: profileBody,
    response: currentUser,
  }),
  changePassword: defineEndpoint({
    method: 'PUT',
    path: '/api/auth/change-password',
    access: 'fan',
    summary: 'Sets the password, ends every other session of the user and gives this one a new id',
    body: changePasswordBody,
    response: acknowledgement,
  }),
  uploadAvatar: defineEndpoint({
    method: 'POST',
    path: '/api/auth/avatar',
    access: 'fan',
    summary: 'Sets the avatar: the image is cropped to a square, resized, and stripped of metadata',
    upload: 'avatar',
    response: currentUser,
  }),
  deleteProfile: defineEndpoint({
    method: 'POST',
    path: '/api/auth/delete-profile',
    access: 'fan',
    summary: 'Deletes the profile for good: name, address and image are erased, anonymous scores stay',
    body: deleteProfileBody,
    response: acknowledgement,
  }),
} as const
