/** The package ships no types. Only what is used here is declared. */
declare module 'html-to-text' {
  interface Selector {
    readonly selector: string
    readonly format?: string
    readonly options?: { readonly ignoreHref?: boolean; readonly uppercase?: boolean }
  }

  interface CompileOptions {
    readonly wordwrap?: number | false
    readonly selectors?: readonly Selector[]
    readonly limits?: { readonly maxInputLength?: number; readonly maxDepth?: number }
  }

  export function compile(options: CompileOptions): (html: string) => string
}
