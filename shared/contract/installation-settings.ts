import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** The settings that admins may change in the pages, by the form that shows them. Who may sign up is among the switches. */
export const SETTING_FORMS = {
  band: ['BAND_PROFILE'],
  source: ['SETLIST_SOURCE', 'IMPORT_EVERY', 'LIVE_SETLIST', 'AUTO_FINAL'],
  mail: ['SMTP_URL', 'MAIL_FROM', 'MAIL_REPLY_TO', 'MAILS_IN_FLIGHT', 'PUSHES_IN_FLIGHT'],
  address: [
    'PUBLIC_URL',
    'TRUST_PROXY',
    'HSTS_INCLUDE_SUBDOMAINS',
    'SEARCH_ENGINES',
    'EMBED_ORIGINS',
    'SECURITY_CONTACT',
  ],
  accounts: [
    'ADMIN_SECOND_FACTOR',
    'BREACH_CHECK_URL',
    'RATE_LIMIT_SCALE',
    'LEAGUE_MEMBERS',
    'LEAGUES_PER_USER',
  ],
  issuers: [
    'OIDC_1_ISSUER',
    'OIDC_1_CLIENT_ID',
    'OIDC_1_CLIENT_SECRET',
    'OIDC_1_LABEL',
    'OIDC_2_ISSUER',
    'OIDC_2_CLIENT_ID',
    'OIDC_2_CLIENT_SECRET',
    'OIDC_2_LABEL',
    'OIDC_3_ISSUER',
    'OIDC_3_CLIENT_ID',
    'OIDC_3_CLIENT_SECRET',
    'OIDC_3_LABEL',
  ],
  backups: ['BACKUP_EVERY', 'BACKUP_KEEP', 'BACKUP_UPLOAD_MB'],
} as const
export type SettingForm = keyof typeof SETTING_FORMS

export const settingName = z.enum(Object.values(SETTING_FORMS).flat())
export type SettingName = z.output<typeof settingName>

/** They are stored encrypted, and never sent to a page. */
export const SECRET_SETTINGS: readonly SettingName[] = [
  'SETLIST_SOURCE',
  'SMTP_URL',
  'OIDC_1_CLIENT_SECRET',
  'OIDC_2_CLIENT_SECRET',
  'OIDC_3_CLIENT_SECRET',
]

/** A running program keeps them as they were when it started: cookies, their names and the address of links depend on them. */
export const RESTART_SETTINGS: readonly SettingName[] = [
  'PUBLIC_URL',
  'TRUST_PROXY',
  'HSTS_INCLUDE_SUBDOMAINS',
]

/** The band profile with its logo is the longest. */
const MAX_VALUE_CHARACTERS = 100_000

const setting = z.object({
  name: settingName,
  /** `environment`: it wins, and the page cannot change it. */
  origin: z.enum(['environment', 'stored', 'default']),
  /** As an environment variable would have it; null for a secret, and for the default. */
  value: z.string().nullable(),
  /** What counts where nothing is set; null where that is nothing, or depends on other settings. */
  default_value: z.string().nullable(),
  /** A stored secret that the settings key does not open: it has to be entered again. */
  is_unreadable: z.boolean(),
  /** Stored, and counts once the programs have started again. */
  waits_for_restart: z.boolean(),
})
export type InstallationSetting = z.output<typeof setting>

const settingList = z.object({ settings: z.array(setting) })

export const installationSettingsEndpoints = {
  listInstallationSettings: defineEndpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'The settings of the installation, without secrets',
    response: settingList,
  }),
  changeInstallationSettings: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/settings',
    access: 'admin',
    needsFreshLogin: true,
    summary: 'Stores settings; null takes the default. What is wrong is named by its setting',
    body: z.strictObject({
      settings: z.partialRecord(settingName, z.string().trim().max(MAX_VALUE_CHARACTERS).nullable()),
    }),
    response: settingList,
  }),
  restartPrograms: defineEndpoint({
    method: 'POST',
    path: '/api/admin/restart',
    access: 'admin',
    needsFreshLogin: true,
    summary: 'Ends every gateway and worker in order, so that what runs them starts them again',
    response: z.object({ asked_at: z.iso.datetime() }),
  }),
} as const
