import type { Database } from '../../client.ts'

export async function listBlockedWords(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('blocked_words').select('word').orderBy('word').execute()
  return rows.map(({ word }) => word)
}

/**
 * @param word folded
 * @returns whether it is new
 */
export async function insertBlockedWord(db: Database, word: string, adminId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('blocked_words')
    .values({ word, created_by: adminId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function deleteBlockedWord(db: Database, word: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('blocked_words').where('word', '=', word).executeTakeFirst()
  return numDeletedRows > 0n
}
