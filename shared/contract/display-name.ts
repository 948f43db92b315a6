import { z } from 'zod'
import { FIELD_LIMITS, FIELD_TEXTS } from './entered-fields.ts'
import { foldName } from './folded-name.ts'
import { PRODUCT } from './site.ts'

/** The name of a deleted profile. */
export const DELETED_NAME = 'deleted fan'

/** The name of a suspended profile. */
export const SUSPENDED_NAME = 'suspended fan'

/** Names that would speak for the site. The gateway refuses those that look like them, too. */
export const RESERVED_NAMES = [
  'admin',
  'administrator',
  'moderator',
  'official',
  'root',
  'staff',
  'support',
  'system',
  PRODUCT,
  DELETED_NAME,
  SUSPENDED_NAME,
]

const RESERVED = new Set(RESERVED_NAMES.map(foldName))

/** Emoji may contain a selector and joiners, which are invisible anywhere else. */
const EMOJI =
  /\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)?(?:\u200D\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)?)*/gu

/** Characters of control, format and direction, line breaks, lone surrogates, fillers and the empty braille cell. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

const VISIBLE = /[^\p{M}\p{Z}]/gu

const TOO_MANY_MARKS = /\p{M}{3}/u

const LINK = /:\/\/|www\./i

/** Stored in NFC, so that equal names have equal characters. */
const publicName = (texts: typeof FIELD_TEXTS.displayName) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .max(FIELD_LIMITS.displayName.max, { error: texts.long, abort: true })
    .refine((name) => !INVISIBLE.test(withPlainEmoji(name)), { error: texts.characters, abort: true })
    .refine((name) => countVisible(name) >= FIELD_LIMITS.displayName.min, texts.short)
    .refine((name) => !TOO_MANY_MARKS.test(name), texts.marks)
    .refine((name) => !LINK.test(name), texts.link)
    .refine((name) => !RESERVED.has(foldName(name)), texts.reserved)

export const displayName = publicName(FIELD_TEXTS.displayName)
export const leagueName = publicName(FIELD_TEXTS.leagueName)

/** Each emoji becomes one letter. */
function withPlainEmoji(name: string): string {
  return name.replace(EMOJI, 'e')
}

function countVisible(name: string): number {
  return withPlainEmoji(name).match(VISIBLE)?.length ?? 0
}
