import { Languages } from 'lucide-react'
import { chooseLanguage } from '../lib/account/language.ts'
import { toastRequestFailure } from '../lib/api/request-toasts.ts'
import { listLanguages, t } from '../lib/words/texts.ts'
import styles from './language-switch.module.css'

export function LanguageSwitch({ hasLabel = false }: { hasLabel?: boolean }) {
  const choose = (language: string) =>
    chooseLanguage(language).catch((error) => toastRequestFailure(t('ui.language-failed'), error))
  return (
    <label className={styles.language}>
      <Languages aria-hidden size={18} />
      <span className={hasLabel ? undefined : 'visually-hidden'}>{t('ui.language')}</span>
      <select value={t.language} onChange={({ target }) => void choose(target.value)}>
        {listLanguages().map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
