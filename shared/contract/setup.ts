import { z } from 'zod'
import { registerForm } from './accounts.ts'
import { currentUser } from './current-user.ts'
import { defineEndpoint } from './endpoint.ts'
import { FIELD_TEXTS, newPassword } from './entered-fields.ts'
import { newPasskeyResponse } from './passkeys.ts'

export const firstAdminForm = registerForm.omit({ invitation: true, showId: true })

const firstAdminBody = firstAdminForm
  .extend({
    password: newPassword.optional(),
    passkey: z.strictObject({ response: newPasskeyResponse }).optional(),
  })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    path: ['password'],
    message: FIELD_TEXTS.passwordRequired,
  })

export const setupEndpoints = {
  findSetup: defineEndpoint({
    method: 'GET',
    path: '/api/setup',
    access: 'visitor',
    summary: 'Whether the first admin is still to be made; 404 once there is one',
    response: z.object({ is_open: z.literal(true) }),
  }),
  checkSetup: defineEndpoint({
    method: 'POST',
    path: '/api/setup',
    access: 'setup',
    summary: 'Checks the setup code: 403 `wrong_setup_code`. 404 once there is an admin',
    response: z.object({
      /** In the folder of backups, to restore from. */
      has_backups: z.boolean(),
      /** A passkey belongs to an address, which is known where PUBLIC_URL is set. */
      takes_passkeys: z.boolean(),
    }),
  }),
  createFirstAdmin: defineEndpoint({
    method: 'POST',
    path: '/api/setup/admin',
    access: 'setup',
    summary: 'Makes the first admin, with a confirmed address, and starts a session; uses the setup code up',
    body: firstAdminBody,
    response: currentUser,
  }),
} as const
