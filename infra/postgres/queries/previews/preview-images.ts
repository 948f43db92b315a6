import { type PreviewKind, type PreviewTheme, previewLook } from '@called-it/shared/contract/preview-images'
import type { Language } from '@called-it/shared/languages/formats'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

/** What an image shows, how and at which revision. */
export type PreviewKey = {
  readonly kind: PreviewKind
  readonly subject: string
  readonly theme: PreviewTheme
  readonly language: Language
  readonly revision: string
}

export async function findPreviewImage(db: Database, key: PreviewKey): Promise<Buffer | null> {
  const row = await db
    .selectFrom('preview_images')
    .select('png')
    .where('kind', '=', key.kind)
    .where('subject', '=', key.subject)
    .where('theme', '=', previewLook(key.theme, key.language))
    .where('revision', '=', key.revision)
    .executeTakeFirst()
  return row?.png ?? null
}

/** Replaces the image of another revision. */
export async function storePreviewImage(
  db: Database,
  { kind, subject, theme, language, revision }: PreviewKey,
  png: Buffer,
): Promise<void> {
  await db
    .insertInto('preview_images')
    .values({ kind, subject, theme: previewLook(theme, language), revision, png })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject', 'theme']).doUpdateSet({
        revision,
        png,
        created_at: sql<Date>`now()`,
      }),
    )
    .execute()
}

/** In every theme and language. */
export async function deletePreviewImages(db: Database, kind: PreviewKind, subject: string): Promise<void> {
  await db.deleteFrom('preview_images').where('kind', '=', kind).where('subject', '=', subject).execute()
}
