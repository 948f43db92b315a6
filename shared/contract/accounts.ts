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

/** A password as somebody types the one that they have: nothing is asked of it but that it is there. */
const presentPassword = z
  .string()
  .min(1, FIELD_TEXTS.passwordRequired)
  .max(FIELD_LIMITS.password.max, FIELD_TEXTS.passwordTooLong)

export const loginBody = z.strictObject({ email, password: presentPassword })

export const registerBody = z.strictObject({ email, display_name: displayName, password: newPassword })

export const emailBody = z.strictObject({ email })

/** The token of a mailed link, as the page's address has it. */
const token = z.string().min(1).max(200)

export const resetBody = z.strictObject({ password: newPassword, token })

export const profileBody = z.strictObject({ display_name: displayName })

/** `currentPassword` is demanded once the login is older than {@link FRESH_LOGIN_MINUTES}. */
export const changePasswordBody = z.strictObject({
  password: newPassword,
  currentPassword: presentPassword.optional(),
})

export const deleteProfileBody = z.strictObject({ password: presentPassword })

/** For how long after a login the password can be changed without giving the present one, in minutes. */
export const FRESH_LOGIN_MINUTES = 60

/** What the pages that only acknowledge answer with. */
const acknowledgement = z.object({ message: z.string() })

/** The sentences that accounts' calls answer with. */
export const ACCOUNT_MESSAGES = {
  registered: 'Registration successful. Please check your email to verify your account.',
  verified: 'Your email address has been verified.',
  verificationSent: 'If an account with that email needs verifying, a new link is on its way.',
  loggedOut: 'You have been logged out successfully.',
  resetRequested: 'If an account with that email exists, you will receive password reset instructions.',
  passwordReset: 'Your password has been reset. You can log in with it now.',
  passwordChanged: 'Your password has been changed. You have been logged out everywhere else.',
  deleted: 'Your profile has been deleted.',
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
    params: z.object({ token }),
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
  requestPasswordReset: defineEndpoint({
    method: 'POST',
    path: '/api/auth/reset-password/request',
    access: 'visitor',
    summary: 'Mails a link to choose a new password with; answers the same for every address',
    body: emailBody,
    response: acknowledgement,
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'visitor',
    summary: 'Sets a new password by the token of a mailed link, and ends every session of its user',
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
    summary: 'Changes the password and ends every other session of the user',
    body: changePasswordBody,
    response: acknowledgement,
  }),
  uploadAvatar: defineEndpoint({
    method: 'POST',
    path: '/api/auth/avatar',
    access: 'fan',
    summary:
      'Makes a picture the avatar: cut to a square, made small, and freed of everything else in its file',
    upload: 'avatar',
    response: currentUser,
  }),
  deleteProfile: defineEndpoint({
    method: 'POST',
    path: '/api/auth/delete-profile',
    access: 'fan',
    summary: 'Deletes the profile for good: name, address and picture go, the scores stay without them',
    body: deleteProfileBody,
    response: acknowledgement,
  }),
  checkAdmin: defineEndpoint({
    method: 'GET',
    path: '/api/admin/check',
    access: 'admin',
    summary: 'Succeeds for admins',
    response: z.object({ isAdmin: z.literal(true) }),
  }),
} as const
