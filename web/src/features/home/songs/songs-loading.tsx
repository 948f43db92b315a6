import { t } from '../../../lib/words/texts.ts'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'

export function SongsLoading() {
  return (
    <Loading label={t('home.songs-load')}>
      <SkeletonBlocks count={10} height="52px" />
    </Loading>
  )
}
