import { type InstallationSetting, SETTING_FORMS } from '@called-it/shared/contract/installation-settings'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { SECTION_LABELS, SECTIONS, type Section } from './sections.ts'

/** Each with a link to its section. */
export function LinkedSettings({ settings }: { settings: readonly InstallationSetting[] }) {
  return (
    <ul className="stack anywhere">
      {SECTIONS.flatMap((section) =>
        settings
          .filter(({ name }) => namesOf(section).includes(name))
          .map(({ name }) => (
            <li key={name}>
              <code>{name}</code> ·{' '}
              <Link to={{ pathname: paths.adminSettings, hash: section }}>{t(SECTION_LABELS[section])}</Link>
            </li>
          )),
      )}
    </ul>
  )
}

function namesOf(section: Section): readonly string[] {
  return section === 'sign-ups' ? [] : SETTING_FORMS[section]
}
