import { counted } from '@called-it/shared/contract/counted'
import { type PickLock, pickProofEndpoints } from '@called-it/shared/contract/pick-proofs'
import type { Show } from '@called-it/shared/contract/shows'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { useAskAgain } from '../../../lib/api/use-ask-again.ts'
import { useRefetchWhenScored } from '../../../lib/events/use-refetch-soon.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { instantInWords } from '../../../lib/shows/venue-time.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { OwnProof } from './own-proof.tsx'
import styles from './proof.module.css'

/** A lock without a root for longer is not being computed: shows that closed before there were proofs have none. */
const MAX_COMPUTING_MS = 10 * 60_000

export function PickRoot({ show }: { show: Show }) {
  const { data: locks, isError, refetch } = usePickLocks(show.id)
  const isOpen = useTimeLeft(show) !== null
  const lock = isOpen ? undefined : locks?.find(({ replaced_at }) => replaced_at === null)
  const isComputing =
    locks !== undefined &&
    !isOpen &&
    !show.is_cancelled &&
    !lock &&
    serverNow() - Date.parse(show.locks_at) < MAX_COMPUTING_MS
  useAskAgain(isComputing, refetch)
  if (lock) return <Root show={show} lock={lock} />
  if (locks) return <NoRoot show={show} isOpen={isOpen} isComputing={isComputing} />
  return <NotLoaded what="the fingerprint" query={{ isError, refetch }} blocks={[2, '8rem']} />
}

function usePickLocks(showId: number) {
  const queryKey = queryKeys.pickLocks(showId)
  useRefetchWhenScored(showId, queryKey)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request(pickProofEndpoints.listPickLocks, { params: { showId }, signal })).locks,
    refetchOnMount: 'always',
  })
}

function Root({ show, lock: { root, leaves } }: { show: Show; lock: PickLock }) {
  if (root === null) {
    return <EmptyState title="Nobody picked this show.">Without picks there is nothing to prove.</EmptyState>
  }
  return (
    <div className={styles.root}>
      <code>{root}</code>
      <p>of {counted(leaves, 'card')}</p>
      {show.is_cancelled ? (
        <p className="soft">This show was cancelled after its picks had closed.</p>
      ) : (
        <OwnProof show={show} />
      )}
    </div>
  )
}

type NoRootProps = { show: Show; isOpen: boolean; isComputing: boolean }

function NoRoot({ show, isOpen, isComputing }: NoRootProps) {
  if (isOpen) {
    return (
      <EmptyState title="Picks are still open.">
        The fingerprint shows up here seconds after they close:{' '}
        {instantInWords(show.locks_at, show.utc_offset)}.
      </EmptyState>
    )
  }
  if (show.is_cancelled) {
    return <EmptyState title="This show is cancelled.">Its picks have no fingerprint.</EmptyState>
  }
  return isComputing ? (
    <div role="status">
      <EmptyState title="Working out the fingerprint.">It shows up here in a moment.</EmptyState>
    </div>
  ) : (
    <EmptyState title="This show has no fingerprint.">
      Its picks closed before there were fingerprints.
    </EmptyState>
  )
}
