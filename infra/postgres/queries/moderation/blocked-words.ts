import type { Database } from '../../client.ts'

export async function listBlockedWords(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('blocked_words').select('word').orderBy('word').execute()
  return rows.map(({ word }) => word)
}

/** @param word folded */
export async function insertBlockedWord(db: Database, word: string, adminId: number): Promise<void> {
  await db
    .insertInto('blocked_words')
    .values({ word, created_by: adminId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteBlockedWord(db: Database, word: string): Promise<void> {
  await db.deleteFrom('blocked_words').where('word', '=', word).execute()
}
