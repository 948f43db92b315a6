import type { Site } from './site.ts'

/**
 * What stands in the built pages where each answer gets something of its own. The nonce and the site are in
 * every page (web/index.html holds them), the texts in the page of home alone.
 */
export const PAGE_MARKS = {
  nonce: '__CSP_NONCE__',
  site: '"__SITE__"',
  welcomeTitle: '__WELCOME_TITLE__',
  welcomeText: '__WELCOME_TEXT__',
  upcomingTitle: '__UPCOMING_TITLE__',
} as const satisfies Partial<Record<keyof Site['texts'], string>> & Record<'nonce' | 'site', string>

/** The element that holds the site's names and texts as JSON, so that the first paint needs no call for them. */
export const SITE_ELEMENT_ID = 'site'

/** Where the service worker is, which keeps the pages for times without a connection. */
export const SERVICE_WORKER_PATH = '/service-worker.js'

/** Where the mails are shown that are kept in place of being sent. */
export const MAILBOX_PATH = '/api/mailbox'

/** Where a gateway says whether it can do its work: 200 where it can, 503 where something is missing. */
export const READINESS_PATH = '/readyz'

/** Where admins look into the queues job by job: a page of its own, none of the client's. */
export const JOB_BOARD_PATH = '/admin/jobs'
