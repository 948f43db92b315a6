import { Languages } from 'lucide-react'
import { chooseLanguage } from '../lib/account/language.ts'
import { toastRequestFailure } from '../lib/api/request-toasts.ts'
import { listLanguages, t } from '../lib/words/texts.ts'
import styles from './language-switch.module.css'

/** Each language by its own name. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

export function LanguageSwitch({ hasLabel = false }: { hasLabel?: boolean }) {
  const choose = (language: string) =>
    chooseLanguage(language).catch((error) => toastRequestFailure(t('ui.language-failed'), error))
  return (
    <label className={styles.language}>
      <Languages aria-hidden size={18} />
      <span className={hasLabel ? undefined : 'visually-hidden'}>{t('ui.language')}</span>
      <select value={t.language} onChange={({ target }) => void choose(target.value)}>
        {listLanguages().map((language) => (
          <option key={language} value={language} lang={language}>
            {nameOf(language)}
          </option>
        ))}
      </select>
    </label>
  )
}
