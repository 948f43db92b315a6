import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { escapeHtml } from '@called-it/infra/mail/escape-html'
import { PAGE_MARKS, SERVICE_WORKER_PATH } from '@called-it/shared/contract/served-page'
import { type Site, siteEndpoints } from '@called-it/shared/contract/site'
import express, { type Express, type Request, type Response } from 'express'
import type { Sessions } from '../auth/session.ts'
import { ApiError } from '../http/errors.ts'
import { requestFacts } from '../http/request-facts.ts'
import type { GatewayParts } from '../parts.ts'
import { preloadsOf } from './first-requests.ts'
import type { PageHead } from './page-meta.ts'
import { withPagePatience } from './page-patience.ts'
import { pageNonce, pagePolicy } from './page-policies.ts'
import { openRouteLinks } from './route-links.ts'

/** The build's files whose names hold a content hash. */
const HASHED_FILES = '/assets/'
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Built pages: home with its prerendered first view, and one for every other path. */
const HOME_FILE = 'home.html'
const PAGE_FILE = 'index.html'

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Called It</title></head>
  <body>
    <h1>the pages are not built yet</h1>
    <p>The gateway is running, and so is its API. Start it with <code>npm start</code>, which builds the
    pages, or build them with <code>npm run build -w web</code>.</p>
  </body>
</html>
`

type PageParts = Pick<GatewayParts, 'config' | 'site' | 'webRoot'> & {
  readonly sessions: Pick<Sessions, 'restoreFlag'>
  /** The response of `getConfig` as JSON, or `null`. */
  readonly readSwitches: () => Promise<string>
  /** Elements of the head of every page. */
  readonly headLinks: string
  readonly readHead: (path: string, tour: unknown) => Promise<PageHead>
}

/** Serves the built web client: its files, and its page for every other path, since the routes are the client's. */
export function mountPages(
  app: Express,
  { config, site, webRoot, sessions, readSwitches, headLinks, readHead }: PageParts,
): void {
  const policy = pagePolicy(config.publicUrl)
  const texts = siteTexts(site)
  const readRouteLinks = openRouteLinks(webRoot)
  const sendPage = async (request: Request, response: Response) => {
    requestFacts(request).route = 'page'
    const restored = withPagePatience(sessions.restoreFlag(request, response), () => undefined)
    const [switches, head, routeLinks] = await Promise.all([
      readSwitches(),
      readHead(request.path, request.query.tour),
      readRouteLinks(request.path),
      restored,
    ])
    // What the overlay covers must not be painted, and asks for nothing.
    const isCovered = isOverlayOn(switches)
    const page = await readPage(webRoot, request.path === '/' && !isCovered ? HOME_FILE : PAGE_FILE)
    response.set('Cache-Control', 'no-cache').type('html')
    // `response.send` would add an ETag, but the nonce differs each time.
    if (page === null) response.status(503).set('Retry-After', '5').end(NOT_BUILT)
    else {
      const preloads = isCovered ? '' : preloadsOf(request.path, request.headers.cookie)
      const ownTexts = {
        [PAGE_MARKS.head]: `${head.html}\n    ${preloads}${headLinks}`,
        [PAGE_MARKS.switches]: switches,
        [PAGE_MARKS.nonce]: pageNonce(response),
        // After the styles of the first view, which they may override.
        [END_OF_HEAD]: `${routeLinks}\n  ${END_OF_HEAD}`,
      }
      response.status(head.status).end(fillPlaceholders(page, { ...texts, ...ownTexts }))
    }
  }
  const files = express.static(webRoot, {
    index: false,
    redirect: false,
    setHeaders: (response, file) => {
      const isHashed = `/${path.relative(webRoot, file)}`.startsWith(HASHED_FILES)
      response.setHeader('Cache-Control', isHashed ? IMMUTABLE : 'no-cache')
    },
  })

  // A service worker is bound by the policy of its own response, and sends the pages' requests.
  app.get(SERVICE_WORKER_PATH, policy)
  app.get('/{*path}', (request, response, next) => {
    // The raw file still holds the placeholders.
    if (isPageFile(request.path)) return next()
    requestFacts(request).route = 'file'
    files(request, response, next)
  })
  app.get(
    '/{*path}',
    (request, _response, next) => {
      const isPage = !request.path.startsWith(HASHED_FILES) && request.accepts('html') !== false
      next(isPage ? undefined : new ApiError('not_found'))
    },
    policy,
    sendPage,
  )
}

function isPageFile(requestPath: string): boolean {
  const plain = path.posix.normalize(decodeURIComponent(requestPath).replaceAll('\\', '/')).toLowerCase()
  return plain === `/${PAGE_FILE}` || plain === `/${HOME_FILE}`
}

/** Null while the client is not built. */
async function readPage(webRoot: string, file: string): Promise<string | null> {
  try {
    return await readFile(path.join(webRoot, file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function isOverlayOn(switches: string): boolean {
  const { data } = siteEndpoints.getConfig.response.safeParse(JSON.parse(switches))
  return data?.config.siteOverlayEnabled === true
}

function siteTexts(site: Site): Record<string, string> {
  const { welcomeTitle, welcomeText, upcomingTitle } = site.texts
  return {
    // It must not end the script element around it.
    [PAGE_MARKS.site]: JSON.stringify(site).replaceAll('<', '\\u003c'),
    [PAGE_MARKS.welcomeTitle]: escapeHtml(welcomeTitle),
    [PAGE_MARKS.welcomeText]: escapeHtml(welcomeText),
    [PAGE_MARKS.upcomingTitle]: escapeHtml(upcomingTitle),
  }
}

const END_OF_HEAD = '</head>'
const PLACEHOLDERS = new RegExp([...Object.values(PAGE_MARKS), END_OF_HEAD].join('|'), 'g')

function fillPlaceholders(page: string, texts: Record<string, string>): string {
  return page.replace(PLACEHOLDERS, (mark) => texts[mark] ?? mark)
}
