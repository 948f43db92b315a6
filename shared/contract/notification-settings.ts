import { z } from 'zod'
import { CHANNELS } from '../notifications/channels.ts'
import { ANNOUNCEMENT_KINDS } from '../notifications/kinds.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, pathId } from './fields.ts'
import { timeZone } from './time-zone.ts'

/** Per fan. The oldest makes room for another one. */
export const MAX_DEVICES = 10

/** The longest address of a push service that is stored. Browsers' are below 1,000 characters. */
const MAX_ENDPOINT = 2_000

const MAX_CHOICES = CHANNELS.length * ANNOUNCEMENT_KINDS.length

const kind = z.enum(ANNOUNCEMENT_KINDS)
const choice = z.strictObject({ kind, channel: z.enum(CHANNELS), is_on: z.boolean() })
const hour = z.int().min(0).max(23)
const devices = z.int().nonnegative()

const notificationSettings = z.object({
  /** One of each kind, in the order of the page. */
  choices: z.array(z.object({ kind: z.string(), page: z.boolean(), push: z.boolean(), mail: z.boolean() })),
  /** Null until a page has sent it. */
  time_zone: z.string().nullable(),
  /** Hours of the fan's day. Equal: none are quiet. */
  quiet_from: hour,
  quiet_until: hour,
  /** The `applicationServerKey` of subscriptions. */
  push_key: z.string(),
  /** How many subscriptions the fan has. */
  devices,
})
export type NotificationSettings = z.output<typeof notificationSettings>

const endpoint = z
  .string()
  .max(MAX_ENDPOINT)
  .regex(/^https:\/\/[\w.-]+(?::\d{1,5})?\/[\x21-\x7e]*$/)
  // Its port may be none.
  .refine((text) => URL.canParse(text))

/** As `PushSubscription.toJSON()` has it. */
const pushSubscription = z.strictObject({
  endpoint,
  keys: z.strictObject({
    /** An uncompressed point of the curve P-256: 65 bytes. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
})

const device = z.object({
  id,
  /** The host of the push service. */
  host: z.string(),
  added_at: instant,
  /** Whether this session has added it. */
  is_this: z.boolean(),
})
export type Device = z.output<typeof device>

const deviceList = z.object({ devices: z.array(device) })

const unsubscriptionParams = z.object({ token: z.string().regex(/^[\w-]{22}$/), kind })
const unsubscription = z.object({
  /** What the mails are about. */
  title: z.string(),
  /** Whether they are sent. */
  is_on: z.boolean(),
})

export const notificationSettingsEndpoints = {
  getNotificationSettings: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/notification-settings',
    access: 'fan',
    summary: 'Which notifications the current fan gets where, and when none',
    response: notificationSettings,
  }),
  setNotificationChoice: defineEndpoint({
    method: 'PUT',
    path: '/api/users/current/notification-settings/choice',
    access: 'fan',
    summary: 'Turns channels of kinds on or off: one, or several at once',
    body: z.union([choice, z.strictObject({ choices: z.array(choice).min(1).max(MAX_CHOICES) })]),
    response: notificationSettings,
  }),
  setNotificationTimes: defineEndpoint({
    method: 'PUT',
    path: '/api/users/current/notification-settings/times',
    access: 'fan',
    summary: "Sets the fan's time zone, which pages no longer replace, and the quiet hours",
    body: z.strictObject({ time_zone: timeZone, quiet_from: hour, quiet_until: hour }),
    response: notificationSettings,
  }),
  noteTimeZone: defineEndpoint({
    method: 'POST',
    path: '/api/users/current/time-zone',
    access: 'fan',
    summary: 'Notes the time zone of the device, unless the fan has chosen one',
    body: z.strictObject({ time_zone: timeZone }),
    response: z.object({ time_zone: z.string() }),
  }),
  subscribeToPush: defineEndpoint({
    method: 'POST',
    path: '/api/users/current/push-subscriptions',
    access: 'fan',
    summary: `Sends pushes to a device; to ${MAX_DEVICES} at most, the oldest makes room`,
    body: pushSubscription,
    response: z.object({ devices }),
  }),
  removePushSubscription: defineEndpoint({
    method: 'POST',
    path: '/api/users/current/push-subscriptions/remove',
    access: 'fan',
    summary: 'Sends no more pushes to a device',
    body: z.strictObject({ endpoint }),
    response: z.object({ devices }),
  }),
  listDevices: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/devices',
    access: 'fan',
    summary: "The current fan's devices that get pushes",
    response: deviceList,
  }),
  removeDevice: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/devices/:deviceId',
    access: 'fan',
    summary: 'Sends no more pushes to one of the devices',
    params: z.object({ deviceId: pathId }),
    response: deviceList,
  }),
  getUnsubscription: defineEndpoint({
    method: 'GET',
    path: '/api/unsubscribe/:token/:kind',
    access: 'visitor',
    summary: 'What the link in a mail turns off',
    params: unsubscriptionParams,
    response: unsubscription,
  }),
  unsubscribe: defineEndpoint({
    method: 'POST',
    path: '/api/unsubscribe/:token/:kind',
    access: 'visitor',
    ignoresForm: true,
    summary: 'Turns the mails of a kind off, without a login; also as mail providers do (RFC 8058)',
    params: unsubscriptionParams,
    response: unsubscription,
  }),
} as const
