import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { createToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import {
  countCodeTry,
  findOpenLink,
  insertLoginLink,
  updateLinkCode,
} from '@called-it/infra/postgres/queries/accounts/login-links'
import { findUserByEmail } from '@called-it/infra/postgres/queries/accounts/users'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { originOf } from '../../../auth/actor.ts'
import { failedLoginEntry } from '../../../auth/current-password.ts'
import { ApiError } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/handler.ts'
import { checkName } from '../../../resources/blocked-names.ts'
import { acknowledge } from '../acknowledge.ts'
import { inConstantTime } from '../constant-time.ts'
import { codeOfLink, hashCode, isCode } from './link-code.ts'
import { type LinkParts, logInWith } from './log-in.ts'

type LinkHandlers = Pick<Handlers, 'askForLink' | 'lookAtLink' | 'logInByLink' | 'logInByCode'>

export function linkRoutes(parts: LinkParts): LinkHandlers {
  const { db, limits, config } = parts
  const { sessionSecret: secret } = config
  const checkNewName = async ({ display_name: name }: { display_name?: string | undefined }) => {
    if (name !== undefined) await checkName(db, name, 'display_name')
  }

  return {
    /** Enqueues the mail, whether or not the address has an account. */
    async askForLink(request) {
      const { body, language, session, address } = request
      const { email, display_name: displayName = null, invitation = null, showId = null } = body
      await limits.count('login-link', { account: email, address })
      await checkNewName(body)
      const link = { email, displayName, invitation, showId, language }
      const browser = { token: createToken(), before: session.linkToken }
      await inConstantTime(() =>
        db.transaction().execute(async (trx) => {
          await insertJob(trx, 'mail-login-link', { linkId: await insertLoginLink(trx, link, browser) })
        }),
      )
      session.keepLinkToken(browser.token)
      return acknowledge(request, 'linkMailed')
    },

    /** From now on the browser that asked may use the code. */
    async lookAtLink({ params: { token } }) {
      const link = await findOpenLink(db, token)
      if (link === null) return { isOpen: false, code: null, needsName: false }
      const code = codeOfLink(secret, token)
      await updateLinkCode(db, link.id, hashCode(secret, link.id, code))
      const needsName = link.displayName === null && (await findUserByEmail(db, link.email)) === null
      return { isOpen: true, code, needsName }
    },

    async logInByLink(request) {
      const { params, body } = request
      await checkNewName(body)
      const link = await findOpenLink(db, params.token)
      if (link === null) throw new ApiError('link_gone')
      return logInWith(parts, request, link, 'link_gone')
    },

    /** One error for all that is wrong, so that nothing shows whether the link was opened. */
    async logInByCode(request) {
      const { body, session, address } = request
      await limits.count('login-code', { account: null, address })
      await checkNewName(body)
      const link = session.linkToken === null ? null : await countCodeTry(db, session.linkToken)
      if (link === null || !isCode(secret, link, body.code)) {
        await insertAuditEntry(db, failedLoginEntry(null, originOf(request), 'wrong code'))
        throw new ApiError('wrong_code')
      }
      return logInWith(parts, request, link, 'wrong_code')
    },
  }
}
