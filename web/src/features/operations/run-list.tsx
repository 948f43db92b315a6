import { useState } from 'react'
import { useRuns } from '../../lib/api/runs.ts'
import { useShowDetails } from '../../lib/shows/use-show-details.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './operations.module.css'
import { RunRow } from './run-row.tsx'

const FEW_RUNS = 6

export function RunList() {
  const { data, isPending, isError, refetch } = useRuns()
  const [showsAll, setShowsAll] = useState(false)
  const runs = data?.runs ?? []
  const shown = showsAll ? runs : runs.slice(0, FEW_RUNS)
  const { shows } = useShowDetails([...new Set(shown.flatMap(({ showId }) => showId ?? []))])
  return (
    <section aria-labelledby="operations-runs">
      <h3 id="operations-runs" className={styles.title}>
        last runs
      </h3>
      {isPending && (
        <Loading label="Loading runs..." className={styles.rows}>
          <SkeletonBlocks count={FEW_RUNS} height="107px" />
          <Skeleton height="44px" width="112px" shape="pill" />
        </Loading>
      )}
      {isError && <LoadFailed title="The runs could not be loaded." onRetry={refetch} />}
      {data && runs.length === 0 && (
        <EmptyState title="no runs yet">What is scored, reset or imported appears here.</EmptyState>
      )}
      <ul className={styles.rows} aria-labelledby="operations-runs">
        {shown.map((run) => (
          <RunRow
            key={run.id}
            run={run}
            show={run.showId === null ? undefined : shows.get(run.showId)}
            isRepeated={runs.some(
              ({ id, kind, subject }) => id > run.id && kind === run.kind && subject === run.subject,
            )}
          />
        ))}
      </ul>
      {runs.length > FEW_RUNS && (
        <Button variant="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'show fewer' : `show all ${runs.length}`}
        </Button>
      )}
    </section>
  )
}
