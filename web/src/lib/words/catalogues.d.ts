/** Of each language; empty where the build has written the texts in place of their ids. */
declare module 'virtual:catalogues' {
  export const catalogues: Record<string, import('@called-it/shared/languages/format-message').Catalogue>
}
