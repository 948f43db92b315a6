declare module 'virtual:catalogues' {
  /** What each language is called in it. */
  export const names: Record<string, string>
  /** Empty where the build has written the texts in place of their ids. */
  export const catalogues: Record<string, import('@called-it/shared/languages/format-message').Catalogue>
}
