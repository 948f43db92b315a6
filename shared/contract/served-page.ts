/** Placeholders in the built pages. */
export const PAGE_MARKS = {
  nonce: '__CSP_NONCE__',
  language: '<html lang="en">',
  /** Title, description and what previews of links show. */
  head: '<!-- __HEAD__ -->',
  site: '"__SITE__"',
  switches: '"__SWITCHES__"',
  /** What is rendered of the page. */
  root: '<!-- __ROOT__ -->',
  view: '"__VIEW__"',
} as const

/** Of the build, without a text. */
export const isInEveryLanguage = (file: string) => /^(?:packages|rolldown-runtime)-/.test(file)

/** The path of a script below the folder of scripts: in a folder of its language, unless that is English. */
export function fileInLanguage(file: string, language: string): string {
  return language === 'en' || isInEveryLanguage(file) ? file : `${language}/${file}`
}

/** In the built client, not served: the links of each route's page, by the pattern of its path. */
export const ROUTE_LINKS = '.vite/route-links.json'

/** The element with the site as JSON, so that the first paint needs no request. */
export const SITE_ELEMENT_ID = 'site'

/** The element with the response of `getConfig`, so that the first view knows whether the overlay is on. */
export const SWITCHES_ELEMENT_ID = 'switches'

/**
 * A cookie that scripts can read, without a secret: there is a session, so asking for the current user is worthwhile.
 * Set and deleted together with the session's own cookie.
 */
export const SESSION_FLAG = { name: 'called_it_session', value: '1' } as const

/** A cookie that scripts can read: the language that was chosen on this device, or that of the account. */
export const LANGUAGE_COOKIE = 'called_it_language'

/** In the local storage: `dark` or `light`; without it the system's choice rules. */
export const THEME_KEY = 'called-it:theme'

export const SERVICE_WORKER_PATH = '/service-worker.js'
/** In its query: the language whose scripts it keeps. */
export const LANGUAGE_PARAMETER = 'language'

/** Shows mails that are stored instead of sent. */
export const MAILBOX_PATH = '/api/mailbox'

/** 200 or 503. */
export const READINESS_PATH = '/readyz'

/** The Bull Board page, not part of the client. */
export const JOB_BOARD_PATH = '/admin/jobs'

/** iCalendar, of all shows or with `?tour=` of one tour. */
export const CALENDAR_PATH = '/calendar.ics'

/** Atom: locks, finals and corrections. */
export const FEED_PATH = '/feed.atom'

export const MANIFEST_PATH = '/manifest.webmanifest'

/** The folder of the icons that the manifest and the pages name. */
export const ICONS_PATH = '/icons'

/** The top of a board for frames of other sites; with `?tour=` of one tour. */
export const EMBED_PATH = '/embed/board'
