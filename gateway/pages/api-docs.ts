import { createRequire } from 'node:module'
import path from 'node:path'
import { THEME_KEY } from '@called-it/shared/contract/served-page'
import type { Express, RequestHandler } from 'express'
import { requestFacts } from '../http/request-facts.ts'
import { apiPagePolicy } from './page-policies.ts'

const DOCUMENT_PATH = '/api/openapi.json'
const PAGE_PATH = '/api/docs'

const page = (title: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${title}: API</title>
    <link rel="stylesheet" href="${PAGE_PATH}/swagger-ui.css" />
    <script src="${PAGE_PATH}/show-api.js"></script>
  </head>
  <body>
    <div id="api"></div>
    <script src="${PAGE_PATH}/swagger-ui-bundle.js"></script>
  </body>
</html>
`

/** In the head, so that no light page is seen first in the dark theme. The theme is the site's. */
const SHOW_API = `
addEventListener('DOMContentLoaded', () =>
  SwaggerUIBundle({ url: '${DOCUMENT_PATH}', dom_id: '#api', deepLinking: true, supportedSubmitMethods: [] }))
const chosen = localStorage.getItem('${THEME_KEY}')
const system = matchMedia('(prefers-color-scheme: dark)')
const showTheme = () =>
  document.documentElement.classList.toggle('dark-mode', chosen ? chosen === 'dark' : system.matches)
system.addEventListener('change', showTheme)
showTheme()
`

/**
 * The OpenAPI document, and Swagger UI for it, for everybody. It sends no requests: they would have the visitor's
 * session.
 */
export function mountApiDocs(app: Express, { title, document }: { title: string; document: object }): void {
  const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const nameRoute: RequestHandler = (request, _response, next) => {
    requestFacts(request).route = 'api-docs'
    next()
  }
  app.get(DOCUMENT_PATH, nameRoute, (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(document)
  })
  app.use(PAGE_PATH, nameRoute)
  app.get(PAGE_PATH, apiPagePolicy, (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('html').send(page(title))
  })
  app.get(`${PAGE_PATH}/show-api.js`, (_request, response) => {
    response.type('js').send(SHOW_API)
  })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    app.get(`${PAGE_PATH}/${file}`, (_request, response) => response.sendFile(file, { root: assets }))
  }
}
