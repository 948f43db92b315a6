/** Its code, which is the name of its folder. */
export type Language = string
export const LANGUAGE_CODE = /^[a-z]{2}(?:-[A-Za-z\d]{2,8})?$/

/** English is that of the United States. */
const localeOf = (language: Language) => (language === 'en' ? 'en-US' : language)

/** Making a format takes 50 times as long as using it. */
function kept<Options, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (language: Language, options: Options): Format => {
    const key = language + JSON.stringify(options)
    const format = formats.get(key) ?? make(localeOf(language), options)
    formats.set(key, format)
    return format
  }
}

export const numberFormat = kept(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
export const dateFormat = kept(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const listFormat = kept(
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
)
export const pluralRules = kept(
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
)
