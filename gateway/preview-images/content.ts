import { createHash } from 'node:crypto'
import { listCatalogues, readTexts } from '@called-it/languages/read-catalogues'
import { LANGUAGES } from '@called-it/languages/texts'
import type { PreviewKind } from '@called-it/shared/contract/preview-images'
import type { SharedResult } from '@called-it/shared/contract/shares'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import type { Worded } from '@called-it/shared/languages/translate'

type ShowLine = {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly venue: string
  readonly location: string
}

/** Without ids and addresses: all that an image can show. */
type Contents = {
  share: {
    readonly name: string
    readonly show: ShowLine
    /** Null: *I have picked*. */
    readonly result: SharedResult | null
  }
  show: {
    readonly show: ShowLine
    readonly phase: ShowPhase
    /** Played so far. */
    readonly songs: number
    readonly players: number
  }
  /** Of a tour by its name, or of all shows. */
  board: { readonly title: string | null; readonly players: number; readonly rows: readonly BoardRow[] }
  invitation: { readonly league: string; readonly members: number }
  season: {
    readonly tour: string
    readonly shows: number
    readonly players: number
    readonly podium: readonly BoardRow[]
    readonly awards: readonly Award[]
  }
}

/** At most three on an image. */
export type BoardRow = { readonly rank: number; readonly name: string; readonly points: number }

export type Award = {
  readonly award: 'image.improved' | 'image.best-night' | 'image.boldest'
  readonly name: string
  readonly fact: Worded
}

type ContentOf<Kind extends PreviewKind> = Contents[Kind] & {
  readonly kind: Kind
  /** The band's name. */
  readonly band: string
}
export type ShareContent = ContentOf<'share'>
export type ShowContent = ContentOf<'show'>
export type BoardContent = ContentOf<'board'>
export type InvitationContent = ContentOf<'invitation'>
export type SeasonContent = ContentOf<'season'>
export type PreviewContent = ShareContent | ShowContent | BoardContent | InvitationContent | SeasonContent

/** Raised when images are drawn differently, so that stored ones are drawn again. */
const DRAWING_VERSION = 2

/** A text that is worded anew is drawn anew too. */
const TEXTS = LANGUAGES.filter((language) => listCatalogues(language).includes('image')).map((language) => [
  ...readTexts(language, 'image').values(),
])

/** A hash of what the image shows, in any language. */
export function revisionOf(content: PreviewContent): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, TEXTS, content]))
    .digest('hex')
    .slice(0, 16)
}
