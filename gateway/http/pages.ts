import { readFile } from 'node:fs/promises'
import path from 'node:path'
import express, { type Express, type Request, type Response } from 'express'
import type { GatewayParts } from '../parts.ts'
import { CallError } from './errors.ts'
import { pagePolicy, styleNonce } from './headers.ts'
import { requestFacts } from './request-facts.ts'

/** Where the build puts the files whose names change with their content. */
const HASHED_FILES = '/assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** What the web client's page holds where each answer's nonce goes. */
const NONCE_MARK = '__CSP_NONCE__'

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
  { config, webRoot }: Pick<GatewayParts, 'config' | 'webRoot'>,
): void {
  const policy = pagePolicy(config.publicUrl)
  const sendPage = async (request: Request, response: Response) => {
    requestFacts(request).route = 'page'
    const page = await readPage(webRoot)
    response.set('Cache-Control', 'no-cache').type('html')
    // Without `send`, which would add an ETag: the nonce is another one each time.
    if (page === null) response.status(503).set('Retry-After', '5').end(NOT_BUILT)
    else response.end(page.replaceAll(NONCE_MARK, styleNonce(response)))
  }
  const files = express.static(webRoot, {
    index: false,
    redirect: false,
    setHeaders: (response, file) => {
      const isHashed = `/${path.relative(webRoot, file)}`.startsWith(HASHED_FILES)
      response.setHeader('Cache-Control', isHashed ? FOR_EVER : 'no-cache')
    },
  })

  app.get('/{*path}', (request, response, next) => {
    // The file itself would go out with the mark in it.
    if (isIndexFile(request.path)) return next()
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

/** Whether a path leads to the page's file, however it is written. */
function isIndexFile(requestPath: string): boolean {
  const plain = path.posix.normalize(decodeURIComponent(requestPath).replaceAll('\\', '/'))
  return plain.toLowerCase() === '/index.html'
}

/** The client's page; null while it is not built. */
async function readPage(webRoot: string): Promise<string | null> {
  try {
    return await readFile(path.join(webRoot, 'index.html'), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
