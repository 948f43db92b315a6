import type { Language } from '../languages/formats.ts'

/** Images for link previews, 1200 by 630. Pages and the gateway build their paths here. */
export const PREVIEW_KINDS = ['share', 'show', 'board', 'invitation', 'season'] as const
export type PreviewKind = (typeof PREVIEW_KINDS)[number]

export const PREVIEW_THEMES = ['dark', 'light'] as const
export type PreviewTheme = (typeof PREVIEW_THEMES)[number]

/** Theme and language, which English does not name. */
export type PreviewLook = PreviewTheme | `${PreviewTheme}-${Language}`

export const previewLook = (theme: PreviewTheme, language: Language): PreviewLook =>
  language === 'en' ? theme : `${theme}-${language}`

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

/** Express notation. */
export const PREVIEW_PATH = '/preview/:kind/:subject/:file'

/**
 * @param subject of `share` and `invitation` the token, of `show` and `season` the id of show or tour, of `board` the id
 *   of the board, see GLOBAL_BOARD
 * @param revision changes with what the image shows; another one than the current gets the current image
 */
export function previewPath(
  kind: PreviewKind,
  subject: string | number,
  revision: string,
  theme: PreviewTheme,
  language: Language,
): string {
  return `/preview/${kind}/${subject}/${revision}-${previewLook(theme, language)}.png`
}
