import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const path = '/api/admin/registration-link'
/** Null: there is none. */
const response = z.object({ code: z.string().nullable() })

/** The link with which fans may sign up where invitations are needed. */
export const registrationLinkEndpoints = {
  getRegistrationLink: defineEndpoint({
    method: 'GET',
    path,
    access: 'admin',
    summary: 'The code of the link for sign-ups by invitation',
    response,
  }),
  renewRegistrationLink: defineEndpoint({
    method: 'POST',
    path,
    access: 'admin',
    summary: 'Makes a link for sign-ups; the one before stops working',
    response,
  }),
  deleteRegistrationLink: defineEndpoint({
    method: 'DELETE',
    path,
    access: 'admin',
    summary: 'Deletes the link for sign-ups',
    response,
  }),
} as const
