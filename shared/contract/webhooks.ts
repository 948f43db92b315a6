import { z } from 'zod'
import { publicEvents } from '../outlets/public-events.ts'
import { defineEndpoint } from './endpoint.ts'
import { FIELD_LIMITS, FIELD_TEXTS, line } from './entered-fields.ts'
import { id, instant, pathId } from './fields.ts'

export const WEBHOOK_FORMATS = ['json', 'discord', 'slack'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

export const DELIVERIES_PAGE = 50

export const deliveryKind = z.object(publicEvents).keyof()
const format = z.enum(WEBHOOK_FORMATS)
const url = z
  .string()
  .trim()
  .max(FIELD_LIMITS.webhookUrl.max, FIELD_TEXTS.webhookUrl)
  .regex(/^[Hh][Tt][Tt][Pp][Ss]:\/\/[!-~]+$/, { error: FIELD_TEXTS.webhookUrl, abort: true })
  .refine((text) => URL.canParse(text), FIELD_TEXTS.webhookUrl)

const choices = z.strictObject({
  name: line(FIELD_LIMITS.webhookName, FIELD_TEXTS.webhookName),
  format,
  kinds: z
    .array(deliveryKind)
    .min(1, FIELD_TEXTS.webhookKinds)
    .transform((kinds) => [...new Set(kinds)]),
  /** Whether songs, points and names of winners are sent. */
  has_spoilers: z.boolean(),
})

/** On the page an empty address keeps the stored one. */
export const webhookForm = choices.extend({ url: z.union([z.literal('', FIELD_TEXTS.webhookUrl), url]) })
export type WebhookForm = z.output<typeof webhookForm>

/** Its address has a secret in its path, so nobody reads it again. */
const webhook = z.object({
  id,
  name: z.string(),
  host: z.string(),
  format,
  kinds: z.array(deliveryKind),
  has_spoilers: z.boolean(),
  created_at: instant,
  failing_since: instant.nullable(),
  disabled_at: instant.nullable(),
  /** Deliveries that have not arrived. */
  open: z.int().nonnegative(),
  /** The error of the oldest open delivery. */
  last_error: z.string().nullable(),
})
export type Webhook = z.output<typeof webhook>

const delivery = z.object({
  id,
  kind: deliveryKind,
  created_at: instant,
  attempts: z.int().nonnegative(),
  last_attempt_at: instant.nullable(),
  /** The status of the last response; null where there was none. */
  last_status: z.int().nullable(),
  /** Why the last attempt failed. */
  last_error: z.string().nullable(),
  delivered_at: instant.nullable(),
})
export type WebhookDelivery = z.output<typeof delivery>

const webhooks = z.object({ webhooks: z.array(webhook) })
const params = z.object({ webhookId: pathId })

export const webhookEndpoints = {
  listWebhooks: defineEndpoint({
    method: 'GET',
    path: '/api/admin/webhooks',
    access: 'admin',
    summary: 'Webhooks without their addresses and secrets',
    response: webhooks,
  }),
  createWebhook: defineEndpoint({
    method: 'POST',
    path: '/api/admin/webhooks',
    access: 'admin',
    needsFreshLogin: true,
    summary:
      'Makes a webhook; its secret is shown once. 422 for an address that is not on the public Internet',
    body: choices.extend({ url }),
    response: webhooks.extend({ id, secret: z.string() }),
  }),
  changeWebhook: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/webhooks/:webhookId',
    access: 'admin',
    needsFreshLogin: true,
    summary: 'Changes a webhook, and continues with what is open at once if it is enabled',
    params,
    body: choices.extend({ url: url.optional(), is_enabled: z.boolean() }),
    response: webhooks,
  }),
  deleteWebhook: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/webhooks/:webhookId',
    access: 'admin',
    needsFreshLogin: true,
    summary: 'Deletes a webhook with its deliveries',
    params,
    response: webhooks,
  }),
  renewWebhookSecret: defineEndpoint({
    method: 'POST',
    path: '/api/admin/webhooks/:webhookId/secret',
    access: 'admin',
    needsFreshLogin: true,
    summary: 'Makes another secret, shown once; the old one ends',
    params,
    response: z.object({ secret: z.string() }),
  }),
  listDeliveries: defineEndpoint({
    method: 'GET',
    path: '/api/admin/webhooks/:webhookId/deliveries',
    access: 'admin',
    summary: 'What was sent or waits, newest first',
    params,
    query: z.strictObject({ before: pathId.optional() }),
    response: z.object({
      deliveries: z.array(delivery),
      /** Pass as `before` for the page that follows; null at the end. */
      next: id.nullable(),
    }),
  }),
  sendDeliveryAgain: defineEndpoint({
    method: 'POST',
    path: '/api/admin/webhooks/:webhookId/deliveries/:deliveryId',
    access: 'admin',
    summary: 'Sends a delivery again, or tries an open one at once',
    params: params.extend({ deliveryId: pathId }),
    response: z.object({ delivery }),
  }),
} as const
