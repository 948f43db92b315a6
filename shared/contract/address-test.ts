import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const setting = z.string().trim().max(2_000).nullable()

const addressTest = z.object({
  /** As PUBLIC_URL has it. */
  origin: z.string(),
  /** The Host header, as it arrived. */
  host: z.string(),
  /** Of the client, by TRUST_PROXY. */
  client: z.string(),
  /** How many have noted whom they got the request from. */
  proxies: z.int(),
  /** Whether TRUST_PROXY goes with them: no address is believed that a client could claim, and none is missed. */
  is_trust_right: z.boolean(),
  /** What a proxy says of the browser's connection. */
  forwarded_proto: z.string().nullable(),
  /** By TRUST_PROXY. */
  is_https: z.boolean(),
  /** Whether the browser has sent back the cookie that the test before has set. */
  is_cookie_returned: z.boolean(),
})
export type AddressTest = z.output<typeof addressTest>

export const addressTestEndpoints = {
  testAddress: defineEndpoint({
    method: 'POST',
    path: '/api/admin/address/test',
    access: 'admin',
    summary:
      'How this request arrives, and what these settings would make of it. Two in a row test the cookie',
    body: z.strictObject({ public_url: setting, trust_proxy: setting }),
    response: addressTest,
  }),
} as const
