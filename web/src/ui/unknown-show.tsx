import { paths } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import { UnknownPage } from './unknown-page.tsx'

export function UnknownShow() {
  return (
    <UnknownPage thing="show" title={t('ui.show-unknown')} to={paths.home} label={t('ui.back-home')}>
      {t('ui.shows-at-home')}
    </UnknownPage>
  )
}
