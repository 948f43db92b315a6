import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'

export function TableSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <SkeletonBlocks count={3} height="44px" />
    </Loading>
  )
}
