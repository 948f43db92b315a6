import { useState } from 'react'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import { t } from '../../../lib/words/texts.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import type { SongBrowserProps } from './song-browser.tsx'
import { SongsLoading } from './songs-loading.tsx'

export const songBrowser = lazyModule(() => import('./song-browser.tsx'))

/** Its code comes after that of the first view: phones do without until it is opened. */
export function SongsPanel(props: SongBrowserProps) {
  const [hasFailed, setHasFailed] = useState(false)
  const code = useLazyModule(songBrowser, !hasFailed, () => setHasFailed(true))
  if (hasFailed && !code)
    return <LoadFailed title={t('home.songs-failed')} onRetry={() => setHasFailed(false)} />
  return code ? <code.SongBrowser {...props} /> : <SongsLoading />
}
