import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'

export function SongsLoading() {
  return (
    <Loading label="Loading songs...">
      <SkeletonBlocks count={10} height="52px" />
    </Loading>
  )
}
