import { LINK_MINUTES } from '@called-it/shared/contract/login-links'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { createToken, hashToken } from './auth-tokens.ts'
import { holdUserForUpdate } from './users.ts'

export const MAX_CODE_TRIES = 5

export type NewLoginLink = {
  /** Trimmed and lower-cased, as the contract's field `email`. */
  readonly email: string
  /** For an address without an account. */
  readonly displayName: string | null
  readonly invitation: string | null
  /** For which the visitor asked. */
  readonly showId: number | null
  /** Of the page. */
  readonly language: string | null
}

export type LoginLink = NewLoginLink & { readonly id: number }

const LINK_COLUMNS = [
  'id',
  'email',
  'display_name as displayName',
  'invitation',
  'show_id as showId',
  'language',
] as const

const IS_OPEN = sql<boolean>`used_at IS NULL AND created_at > now() - make_interval(mins => ${LINK_MINUTES})`

/**
 * Inserts a link that has not been mailed yet. Deletes the open one for which the same browser has asked before.
 *
 * @param browser the new token of the browser, and that of its link before
 */
export async function insertLoginLink(
  trx: DatabaseTransaction,
  { email, displayName, invitation, showId, language }: NewLoginLink,
  browser: { token: string; before: string | null },
): Promise<number> {
  if (browser.before !== null) {
    await trx
      .deleteFrom('login_links')
      .where('browser_hash', '=', hashToken(browser.before))
      .where('used_at', 'is', null)
      .execute()
  }
  const { id } = await trx
    .insertInto('login_links')
    .values({
      email,
      display_name: displayName,
      invitation,
      show_id: sql<number | null>`(SELECT id FROM shows WHERE id = ${showId})`,
      language,
      browser_hash: hashToken(browser.token),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findOpenLink(db: Database, token: string): Promise<LoginLink | null> {
  const row = await db
    .selectFrom('login_links')
    .select(LINK_COLUMNS)
    .where('token_hash', '=', hashToken(token))
    .where(IS_OPEN)
    .executeTakeFirst()
  return row ?? null
}

/** Makes the token of an open link; the one before, and its code, stop working. */
export async function issueLinkToken(
  db: Database,
  linkId: number,
): Promise<(LoginLink & { readonly token: string }) | null> {
  const token = createToken()
  const row = await db
    .updateTable('login_links')
    .set({ token_hash: hashToken(token), code_hash: null })
    .where('id', '=', linkId)
    .where(IS_OPEN)
    .returning(LINK_COLUMNS)
    .executeTakeFirst()
  return row ? { ...row, token } : null
}

export async function updateLinkCode(db: Database, linkId: number, codeHash: Buffer): Promise<void> {
  await db.updateTable('login_links').set({ code_hash: codeHash }).where('id', '=', linkId).execute()
}

/**
 * Counts a try of the code.
 *
 * @returns the open link of the browser; null without one, and after the last try
 */
export async function countCodeTry(
  db: Database,
  browserToken: string,
): Promise<(LoginLink & { readonly codeHash: Buffer | null }) | null> {
  const row = await db
    .updateTable('login_links')
    .set({ tries: sql<number>`tries + 1` })
    .where('browser_hash', '=', hashToken(browserToken))
    .where('tries', '<', MAX_CODE_TRIES)
    .where(IS_OPEN)
    .returning([...LINK_COLUMNS, 'code_hash as codeHash'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Call it with the user of the address locked.
 *
 * @returns false where it has been used or has expired meanwhile
 */
export async function consumeLink(trx: DatabaseTransaction, linkId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('login_links')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', linkId)
    .where(IS_OPEN)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Call it before the address is erased. Locks the user first, as does a login by link. */
export async function deleteLoginLinks(trx: DatabaseTransaction, userId: number): Promise<void> {
  await holdUserForUpdate(trx, userId)
  await trx
    .deleteFrom('login_links')
    .where('email', '=', (of) => of.selectFrom('users').select('email').where('id', '=', userId))
    .execute()
}
