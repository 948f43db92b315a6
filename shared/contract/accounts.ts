import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { displayName, email, FIELD_LIMITS, FIELD_TEXTS, id, instant, newPassword } from './fields.ts'

export const currentUser = z.object({
  id,
  email: z.string(),
  display_name: z.string(),
  avatar_path: z.string().nullable(),
  is_admin: z.boolean(),
  email_verified: z.boolean(),
  created_at: instant,
})
export type CurrentUser = z.output<typeof currentUser>

export const loginBody = z.strictObject({
  email,
  password: z
    .string()
    .min(1, FIELD_TEXTS.passwordRequired)
    .max(FIELD_LIMITS.password.max, FIELD_TEXTS.passwordTooLong),
})

export const registerBody = z.strictObject({ email, display_name: displayName, password: newPassword })

export const emailBody = z.strictObject({ email })

/** What the pages that only acknowledge answer with. */
const acknowledgement = z.object({ message: z.string() })

/** The sentences that accounts' calls answer with. */
export const ACCOUNT_MESSAGES = {
  registered: 'Registration successful. Please check your email to verify your account.',
  verified: 'Your email address has been verified.',
  verificationSent: 'If an account with that email needs verifying, a new link is on its way.',
  loggedOut: 'You have been logged out successfully.',
} as const

export const accountEndpoints = {
  getCurrentUser: defineEndpoint({
    method: 'GET',
    path: '/api/auth/me',
    access: 'fan',
    summary: 'Who is logged in',
    response: currentUser,
  }),
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
    summary: 'Creates an account and mails its verification link; answers the same for a known address',
    body: registerBody,
    response: acknowledgement,
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
    summary: 'Consumes a verification link',
    params: z.object({ token: z.string().min(1).max(200) }),
    response: acknowledgement,
  }),
  resendVerification: defineEndpoint({
    method: 'POST',
    path: '/api/auth/resend-verification',
    access: 'visitor',
    summary: 'Mails a new verification link; answers the same for every address',
    body: emailBody,
    response: acknowledgement,
  }),
} as const
