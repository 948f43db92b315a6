import { createRequire } from 'node:module'
import path from 'node:path'
import type { Express, RequestHandler } from 'express'
import { apiPagePolicy } from './headers.ts'
import { requestFacts } from './request-facts.ts'

const DOCUMENT_PATH = '/api/openapi.json'
const PAGE_PATH = '/api/docs'

const page = (title: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${title}: the calls</title>
    <link rel="stylesheet" href="${PAGE_PATH}/swagger-ui.css" />
  </head>
  <body>
    <div id="calls"></div>
    <script src="${PAGE_PATH}/swagger-ui-bundle.js"></script>
    <script src="${PAGE_PATH}/show-calls.js"></script>
  </body>
</html>
`

const SHOW_CALLS = `SwaggerUIBundle({ url: '${DOCUMENT_PATH}', dom_id: '#calls', deepLinking: true })\n`

/**
 * The description of the calls, as a document and as a page.
 *
 * @param guard runs first; refuses whoever may not see them
 */
export function mountApiDocs(
  app: Express,
  { title, document, guard }: { title: string; document: object; guard: readonly RequestHandler[] },
): void {
  const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const nameRoute: RequestHandler = (request, _response, next) => {
    requestFacts(request).route = 'api-docs'
    next()
  }
  app.get(DOCUMENT_PATH, nameRoute, ...guard, (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(document)
  })
  app.use(PAGE_PATH, nameRoute, ...guard)
  app.get(PAGE_PATH, apiPagePolicy, (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('html').send(page(title))
  })
  app.get(`${PAGE_PATH}/show-calls.js`, (_request, response) => {
    response.type('js').send(SHOW_CALLS)
  })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    app.get(`${PAGE_PATH}/${file}`, (_request, response) => response.sendFile(file, { root: assets }))
  }
}
