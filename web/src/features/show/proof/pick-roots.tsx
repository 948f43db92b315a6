import { counted } from '@called-it/shared/contract/counted'
import type { PickLock } from '@called-it/shared/contract/pick-proofs'
import type { Show } from '@called-it/shared/contract/shows'
import { formatDuration } from '../../../lib/durations.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { instantInWords } from '../../../lib/shows/venue-time.ts'
import { useAskAgain } from '../../../lib/use-ask-again.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { CheckIt } from './check-it.tsx'
import { Code, Copyable } from './copyable.tsx'
import styles from './proof.module.css'
import { usePickLocks } from './use-pick-locks.ts'

/** A lock without a root for longer is not being computed: shows that closed before there were proofs have none. */
const MAX_COMPUTING_MS = 10 * 60_000

export function PickRoots({ show }: { show: Show }) {
  const { data: locks, isError, refetch } = usePickLocks(show.id)
  const isOpen = useTimeLeft(show) !== null
  const [newest] = locks ?? []
  const current = !isOpen && newest?.replaced_at === null ? newest : undefined
  const isComputing =
    locks !== undefined &&
    !isOpen &&
    !show.is_cancelled &&
    !current &&
    serverNow() - Date.parse(show.locks_at) < MAX_COMPUTING_MS
  useAskAgain(isComputing, refetch)

  if (!locks) {
    return (
      <Card heading="the root">
        {isError ? (
          <LoadFailed title="The root could not be loaded." onRetry={refetch} />
        ) : (
          <Loading label="Loading the root...">
            <SkeletonBlocks count={2} height="8rem" />
          </Loading>
        )}
      </Card>
    )
  }
  const earlier = locks.filter((lock) => lock !== current)
  return (
    <div className={styles.column}>
      <Card heading="the root">
        {current ? (
          <Root show={show} lock={current} />
        ) : (
          <NoRoot show={show} isOpen={isOpen} isComputing={isComputing} />
        )}
      </Card>
      {current?.root && !show.is_cancelled && <CheckIt show={show} leaves={current.leaves} />}
      {earlier.length > 0 && <Replaced show={show} locks={earlier} />}
    </div>
  )
}

type LockProps = { show: Show; lock: PickLock }

function Root({ show, lock }: LockProps) {
  if (lock.root === null) {
    return <EmptyState title="Nobody picked this show.">Without picks there is nothing to prove.</EmptyState>
  }
  return (
    <>
      {show.is_cancelled && <p className="soft">This show was cancelled after its picks had closed.</p>}
      <Copyable label="the root" text={lock.root} />
      <Facts show={show} lock={lock} />
    </>
  )
}

function Facts({ show, lock }: LockProps) {
  const delay = Math.max(Date.parse(lock.created_at) - Date.parse(lock.locked_at), 0)
  return (
    <dl className={styles.facts}>
      <dt>picks</dt>
      <dd>{counted(lock.leaves, 'card')}</dd>
      <dt>closed</dt>
      <dd>{instantInWords(lock.locked_at, show.utc_offset)}</dd>
      <dt>published</dt>
      <dd>{formatDuration(delay)} later</dd>
    </dl>
  )
}

type NoRootProps = { show: Show; isOpen: boolean; isComputing: boolean }

function NoRoot({ show, isOpen, isComputing }: NoRootProps) {
  if (isOpen) {
    return (
      <EmptyState title="Picks are still open.">
        The root appears here seconds after they close: {instantInWords(show.locks_at, show.utc_offset)}.
      </EmptyState>
    )
  }
  if (show.is_cancelled) {
    return <EmptyState title="This show is cancelled.">No root of its picks was published.</EmptyState>
  }
  return isComputing ? (
    <div role="status">
      <EmptyState title="The root is being computed.">
        It appears here in a moment, without a reload.
      </EmptyState>
    </div>
  ) : (
    <EmptyState title="There is no root for this show.">Its picks closed before roots existed.</EmptyState>
  )
}

/** Of a show whose picks were opened again. */
function Replaced({ show, locks }: { show: Show; locks: readonly PickLock[] }) {
  return (
    <Card heading="replaced" note={counted(locks.length, 'earlier lock')}>
      <p className="soft">The picks were opened again afterwards, so these count no more.</p>
      <ol className={styles.replaced}>
        {locks.map((lock) => (
          <li key={lock.number}>
            {lock.root ? <Code text={lock.root} /> : 'Nobody had picked.'}
            <Facts show={show} lock={lock} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
