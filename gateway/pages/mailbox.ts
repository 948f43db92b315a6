import { escapeHtml } from '@called-it/infra/mail/escape-html'
import { findKeptMail, type KeptMail, listKeptMails } from '@called-it/infra/mail/kept-mails'
import { MAILBOX_PATH } from '@called-it/shared/contract/served-page'
import type { Express, Request, RequestHandler, Response } from 'express'
import type { GatewayConfig } from '../config.ts'
import { ApiError } from '../http/errors.ts'
import { requestFacts } from '../http/request-facts.ts'
import { pageNonce, pagePolicy } from './page-policies.ts'

const MAX_MAILS = 50

/** Shows mails that were stored instead of sent, for development. They hold tokens, so production has no such page. */
export function mountMailbox(
  app: Express,
  config: Pick<GatewayConfig, 'showsMailbox' | 'dataDir' | 'publicUrl'>,
): void {
  const policy = pagePolicy(config.publicUrl)
  const passOn: RequestHandler = (_request, _response, next) =>
    next(config.showsMailbox ? undefined : 'route')
  app.get(MAILBOX_PATH, passOn, policy, async (request, response) => {
    const mails = await listKeptMails(config.dataDir, MAX_MAILS)
    send(request, response, 'stored mails', mails.length === 0 ? EMPTY : list(mails))
  })
  app.get(`${MAILBOX_PATH}/:name`, passOn, policy, async (request, response) => {
    const mail = await findKeptMail(config.dataDir, String(request.params.name))
    if (!mail) throw new ApiError('not_found')
    send(request, response, mail.subject, show(mail))
  })
}

const EMPTY = '<p>Nothing yet. Without <code>SMTP_URL</code>, what would be mailed appears here.</p>'

function list(mails: readonly KeptMail[]): string {
  const rows = mails.map(
    ({ name, to, subject, date }) => `<tr>
      <td>${escapeHtml(date)}</td>
      <td>${escapeHtml(to)}</td>
      <td><a href="${MAILBOX_PATH}/${escapeHtml(name)}">${escapeHtml(subject)}</a></td>
    </tr>`,
  )
  return `<table>
    <thead><tr><th>when</th><th>to</th><th>subject</th></tr></thead>
    <tbody>${rows.join('')}</tbody>
  </table>`
}

function show({ to, date, text }: KeptMail): string {
  return `<p>to ${escapeHtml(to)}, ${escapeHtml(date)}</p>
    <pre>${withLinks(text)}</pre>
    <p><a href="${MAILBOX_PATH}">all mails</a></p>`
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      const words = escapeHtml(part)
      return index % 2 === 1 ? `<a href="${words}">${words}</a>` : words
    })
    .join('')
}

function send(request: Request, response: Response, title: string, content: string): void {
  requestFacts(request).route = 'mailbox'
  response
    .set('Cache-Control', 'no-store')
    .type('html')
    .send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${escapeHtml(title)}</title>
    <style nonce="${pageNonce(response)}">
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
      th, td { padding: 0.4rem 1rem 0.4rem 0; text-align: left; vertical-align: top; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${content}
    </main>
  </body>
</html>
`)
}
