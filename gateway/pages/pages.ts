import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { runInRequestContext } from '@called-it/infra/context/request-context'
import { escapeHtml } from '@called-it/infra/mail/escape-html'
import { logRepeatedError } from '@called-it/infra/observability/repeated-error'
import {
  BESIDE,
  LOOKS_ELEMENT_ID,
  RENDERED_HEADER,
  RENDERED_PAGE,
  SHELL_HEADER,
} from '@called-it/shared/contract/rendered-page'
import {
  fileInLanguage,
  PAGE_MARKS,
  SERVICE_WORKER_PATH,
  SESSION_FLAG,
} from '@called-it/shared/contract/served-page'
import { siteEndpoints } from '@called-it/shared/contract/site'
import type { Language } from '@called-it/shared/languages/formats'
import type { Translate } from '@called-it/shared/languages/translate'
import express, { type Express, type Request, type Response } from 'express'
import type { Sessions } from '../auth/session.ts'
import { hasCookie } from '../auth/session-cookie.ts'
import { ApiError } from '../http/errors.ts'
import { requestFacts } from '../http/request-facts.ts'
import { languageOf, textsFor, VARIES_BY_LANGUAGE } from '../http/request-language.ts'
import type { GatewayParts } from '../parts.ts'
import { preloadsOf } from './first-requests.ts'
import type { PageHead } from './page-heads.ts'
import { withPagePatience } from './page-patience.ts'
import { pageNonce, pagePolicy } from './page-policies.ts'
import type { ReadViewer } from './page-viewer.ts'
import { openInlineStyles } from './rendering/inline-styles.ts'
import type { RenderedPages } from './rendering/rendered-pages.ts'
import { openRouteLinks } from './route-links.ts'
import { scriptJson } from './script-json.ts'

/** The build's files whose names hold a content hash. */
const HASHED_FILES = '/assets/'
const IMMUTABLE = 'public, max-age=31536000, immutable'

const PAGE_FILE = 'index.html'

/** How long a page waits for its first view. */
const RENDER_PATIENCE_MS = 300

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

type PageParts = Pick<GatewayParts, 'config' | 'site' | 'webRoot' | 'log'> & {
  readonly sessions: Pick<Sessions, 'restoreFlag'>
  /** The response of `getConfig` as JSON, or `null`. */
  readonly readSwitches: () => Promise<string>
  /** Elements of the head of every page. */
  readonly headLinks: () => string
  readonly readHead: (path: string, query: Request['query'], t: Translate) => Promise<PageHead>
  readonly readViewer: ReadViewer
  readonly rendered: RenderedPages
}

/** Serves the built web client: its files, and its page for every other path, since the routes are the client's. */
export function mountPages(
  app: Express,
  {
    config,
    site,
    webRoot,
    log,
    sessions,
    readSwitches,
    headLinks,
    readHead,
    readViewer,
    rendered,
  }: PageParts,
): void {
  const policy = pagePolicy(config.publicUrl)
  const readRouteLinks = openRouteLinks(webRoot)
  const inlineStyles = openInlineStyles(webRoot)
  const logFailure = logRepeatedError(log, 'a page could not be rendered')
  const findRendered = async (request: Request) => {
    try {
      const viewer = await readViewer(request)
      if (viewer === 'unknown') return null
      const asked = { address: request.originalUrl, isPhone: isPhone(request), language: languageOf(request) }
      // What it reads may start a run.
      const context = { requestId: requestFacts(request).id, traceparent: null }
      return await runInRequestContext(context, () => rendered.find(asked, viewer))
    } catch (error) {
      logFailure(error)
      return null
    }
  }
  const sendPage = async (request: Request, response: Response) => {
    requestFacts(request).route = 'page'
    const restored = withPagePatience(sessions.restoreFlag(request, response), () => undefined)
    const [switches, head] = await Promise.all([
      readSwitches(),
      readHead(request.path, request.query, textsFor(request)),
      restored,
    ])
    if (head.location !== undefined) {
      // A merge can be undone.
      response.set('Cache-Control', 'no-cache').redirect(head.status, head.location)
      return
    }
    // What the overlay covers must not be painted, and asks for nothing.
    const isCovered = isOverlayOn(switches)
    const isRendered = !isCovered && request.method === 'GET' && !request.headers[SHELL_HEADER]
    const view = isRendered
      ? await withPagePatience(findRendered(request), () => null, RENDER_PATIENCE_MS)
      : null
    const page = await readPage(webRoot, view ? RENDERED_PAGE : PAGE_FILE)
    const language = languageOf(request)
    response
      .set('Cache-Control', view?.isPersonal ? 'no-store' : 'private, no-cache')
      .set('Content-Language', language)
      .vary(VARIES_BY_LANGUAGE)
      .type('html')
    // `response.send` would add an ETag, but the nonce differs each time.
    if (page === null) response.status(503).set('Retry-After', '5').end(NOT_BUILT)
    else {
      const nonce = pageNonce(response)
      const hasBeside = hasCookie(request.headers.cookie, SESSION_FLAG.name) || view?.html.includes(BESIDE)
      const links = scriptsIn(language, await readRouteLinks(request.path, hasBeside === true))
      if (view) response.set(RENDERED_HEADER, '1')
      // A page that is rendered has its data with it.
      const preloads = isCovered || view ? '' : preloadsOf(request.path, request.headers.cookie)
      const title = `<title>${escapeHtml(view?.title ?? head.title)}</title>`
      const looks = view ? `<style nonce="${nonce}" id="${LOOKS_ELEMENT_ID}">${view.looks}</style>` : ''
      const texts = {
        [PAGE_MARKS.head]: [title, head.elements, preloads, headLinks()].join('\n    '),
        [PAGE_MARKS.language]: `<html lang="${language}">`,
        [PAGE_MARKS.site]: scriptJson(site),
        [PAGE_MARKS.switches]: switches,
        [PAGE_MARKS.nonce]: nonce,
        [PAGE_MARKS.root]: view?.html ?? '',
        [PAGE_MARKS.view]: view?.view ?? 'null',
        // After the styles of the first view, which they may override.
        [END_OF_HEAD]: `${view ? await inlineStyles(links, nonce) : links}${looks}\n  ${END_OF_HEAD}`,
      }
      response.status(head.status).end(fillPlaceholders(scriptsIn(language, page), texts))
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
  return plain === `/${PAGE_FILE}`
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

function isPhone({ headers }: Request): boolean {
  return headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(headers['user-agent'] ?? '')
}

const SCRIPT = /(?<="\/assets\/)[\w.-]+\.js(?=")/g

function scriptsIn(language: Language, html: string): string {
  return html.replace(SCRIPT, (file) => fileInLanguage(file, language))
}

const END_OF_HEAD = '</head>'
const PLACEHOLDERS = new RegExp([...Object.values(PAGE_MARKS), END_OF_HEAD].join('|'), 'g')

function fillPlaceholders(page: string, texts: Record<string, string>): string {
  return page.replace(PLACEHOLDERS, (mark) => texts[mark] ?? mark)
}
