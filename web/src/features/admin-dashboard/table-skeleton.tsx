import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import styles from './admin-dashboard.module.css'

export function TableSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className={styles.rows}>
      <Skeleton height="44px" shape="block" />
      <Skeleton height="44px" shape="block" />
      <Skeleton height="44px" shape="block" />
    </Loading>
  )
}
