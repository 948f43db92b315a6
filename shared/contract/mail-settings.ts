import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { email } from './entered-fields.ts'

/** In the order of a mail's way. `greeting`: with what the server says that it can do. */
const step = z.enum(['connection', 'greeting', 'tls', 'login', 'sender', 'recipient', 'message'])
export type MailStep = z.output<typeof step>

/** `offered`: STARTTLS, where the server offers it. */
const encryption = z.enum(['starttls', 'tls', 'none', 'offered'])

const mailServer = z.object({ host: z.string(), port: z.int(), encryption })
export type MailServer = z.output<typeof mailServer>

const certificate = z.object({
  problem: z.enum(['name', 'expired', 'early', 'self-signed', 'issuer', 'other']),
  names: z.array(z.string()),
  issuer: z.string(),
  valid_from: z.iso.datetime(),
  valid_to: z.iso.datetime(),
})
export type WrongCertificate = z.output<typeof certificate>

/** `words` are the server's own, without user name and password. */
const mailTest = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), words: z.string() }),
  z.object({ outcome: z.literal('refused'), step, words: z.string() }),
  /** The server did not respond in time. */
  z.object({ outcome: z.literal('silent'), step }),
  /** Without words; `code` is one of the system, such as ECONNREFUSED. */
  z.object({ outcome: z.literal('broken'), step, code: z.string() }),
  z.object({ outcome: z.literal('certificate'), certificate }),
])
export type MailTest = z.output<typeof mailTest>

export const MAIL_TEST_SECONDS = 15

export const mailSettingsEndpoints = {
  getMailStatus: defineEndpoint({
    method: 'GET',
    path: '/api/admin/mail',
    access: 'admin',
    summary:
      'The mail server that counts, without user name and password, and the sender that is the default',
    response: z.object({
      /** Null: mails are stored as files. */
      server: mailServer.nullable(),
      default_from: z.string(),
    }),
  }),
  testMail: defineEndpoint({
    method: 'POST',
    path: '/api/admin/mail/test',
    access: 'admin',
    needsFreshLogin: true,
    summary: `Sends a test message, and says what the mail server did with it, within ${MAIL_TEST_SECONDS} seconds`,
    body: z.strictObject({
      /** Null: the one that counts. */
      smtp_url: z.string().trim().max(2_000).nullable(),
      /** Null: the default. */
      from: z.string().trim().max(500).nullable(),
      /** Absent: the admin. */
      to: email.optional(),
    }),
    response: mailTest,
  }),
} as const
