import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { escapeHtml } from '@called-it/infra/mail/escape-html'
import { PAGE_MARKS, SERVICE_WORKER_PATH } from '@called-it/shared/contract/served-page'
import type { Site } from '@called-it/shared/contract/site'
import express, { type Express, type Request, type Response } from 'express'
import type { GatewayParts } from '../parts.ts'
import { CallError } from './errors.ts'
import { pageNonce, pagePolicy } from './headers.ts'
import { requestFacts } from './request-facts.ts'

/** Where the build puts the files whose names change with their content. */
const HASHED_FILES = '/assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The pages that the build makes: home with its first view in it, and one for every other address. */
const HOME_FILE = 'home.html'
const PAGE_FILE = 'index.html'

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Called It</title></head>
  <body>
    <h1>the pages are not built yet</h1>
    <p>The gateway is running, and its calls answer. Start it with <code>npm start</code>, which builds the
    pages, or build them with <code>npm run build -w web</code>.</p>
  </body>
</html>
`

/**
 * Serves the built web client: its files, and its one page for every other address that a browser opens, since
 * the client has the routes.
 */
export function mountPages(
  app: Express,
  { config, site, webRoot }: Pick<GatewayParts, 'config' | 'site' | 'webRoot'>,
): void {
  const policy = pagePolicy(config.publicUrl)
  const texts = siteTexts(site)
  const sendPage = async (request: Request, response: Response) => {
    requestFacts(request).route = 'page'
    const page = await readPage(webRoot, request.path === '/' ? HOME_FILE : PAGE_FILE)
    response.set('Cache-Control', 'no-cache').type('html')
    // Without `send`, which would add an ETag: the nonce is another one each time.
    if (page === null) response.status(503).set('Retry-After', '5').end(NOT_BUILT)
    else response.end(fillIn(page, { ...texts, [PAGE_MARKS.nonce]: pageNonce(response) }))
  }
  const files = express.static(webRoot, {
    index: false,
    redirect: false,
    setHeaders: (response, file) => {
      const isHashed = `/${path.relative(webRoot, file)}`.startsWith(HASHED_FILES)
      response.setHeader('Cache-Control', isHashed ? FOR_EVER : 'no-cache')
    },
  })

  // A service worker may only do what its own answer's policy lets it do, and it makes the pages' calls.
  app.get(SERVICE_WORKER_PATH, policy)
  app.get('/{*path}', (request, response, next) => {
    // The file itself would go out with the marks in it.
    if (isPageFile(request.path)) return next()
    requestFacts(request).route = 'file'
    files(request, response, next)
  })
  app.get(
    '/{*path}',
    (request, _response, next) => {
      const isPage = !request.path.startsWith(HASHED_FILES) && request.accepts('html') !== false
      next(isPage ? undefined : new CallError('not_found'))
    },
    policy,
    sendPage,
  )
}

/** Whether a path leads to the file of a page, however it is written. */
function isPageFile(requestPath: string): boolean {
  const plain = path.posix.normalize(decodeURIComponent(requestPath).replaceAll('\\', '/')).toLowerCase()
  return plain === `/${PAGE_FILE}` || plain === `/${HOME_FILE}`
}

/** A page of the client; null while it is not built. */
async function readPage(webRoot: string, file: string): Promise<string | null> {
  try {
    return await readFile(path.join(webRoot, file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** What stands in every page in the place of the marks for the band's names and texts. */
function siteTexts(site: Site): Record<string, string> {
  const { welcomeTitle, welcomeText, upcomingTitle } = site.texts
  return {
    // Nothing in it can end the element that it stands in.
    [PAGE_MARKS.site]: JSON.stringify(site).replaceAll('<', '\\u003c'),
    [PAGE_MARKS.welcomeTitle]: escapeHtml(welcomeTitle),
    [PAGE_MARKS.welcomeText]: escapeHtml(welcomeText),
    [PAGE_MARKS.upcomingTitle]: escapeHtml(upcomingTitle),
  }
}

const ANY_MARK = new RegExp(Object.values(PAGE_MARKS).join('|'), 'g')

function fillIn(page: string, texts: Record<string, string>): string {
  return page.replace(ANY_MARK, (mark) => texts[mark] ?? mark)
}
