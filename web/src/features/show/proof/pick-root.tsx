import { counted } from '@called-it/shared/contract/counted'
import { type PickLock, pickProofEndpoints } from '@called-it/shared/contract/pick-proofs'
import type { Show } from '@called-it/shared/contract/shows'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCurrentUserPredictions } from '../../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { request, serverMessage } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { useAskAgain } from '../../../lib/api/use-ask-again.ts'
import { saveBlob } from '../../../lib/browser/save-blob.ts'
import { useRefetchWhenScored } from '../../../lib/events/use-refetch-soon.ts'
import { paths } from '../../../lib/paths.ts'
import { useIsOnDevice } from '../../../lib/served-view.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { instantInWords } from '../../../lib/shows/venue-time.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastFailure } from '../../../ui/toast.ts'
import styles from './proof.module.css'

const SCRIPT = 'verify-proof.mjs'

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
  const onDevice = useIsOnDevice()
  if (isOpen) {
    return (
      <EmptyState title="Picks are still open.">
        The fingerprint shows up here seconds after they close:{' '}
        {instantInWords(show.locks_at, show.utc_offset, { onDevice })}.
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

function OwnProof({ show }: { show: Show }) {
  const file = `proof-${show.showdate}.json`
  return (
    <>
      <OwnProofButton showId={show.id} file={file} />
      <p className="soft small">
        <code>{`node ${SCRIPT} ${file}`}</code> prints “ok” and this fingerprint, with{' '}
        <a href={`/${SCRIPT}`} download>
          {SCRIPT}
        </a>
        , a short script without dependencies.
      </p>
    </>
  )
}

function OwnProofButton({ showId, file }: { showId: number; file: string }) {
  const { user } = useCurrentUser()
  const predictions = useCurrentUserPredictions()
  const download = useMutation({
    mutationFn: async () => {
      const proof = await request(pickProofEndpoints.getOwnProof, { params: { showId } })
      saveBlob(new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' }), file)
    },
    onError: (error) =>
      toastFailure(
        'Download Failed',
        serverMessage(error, 'Your proof could not be downloaded. Please try again.'),
      ),
  })
  if (user === null) return <ButtonLink to={paths.login}>log in for your proof</ButtonLink>
  if (user === undefined || predictions.isPending)
    return <Skeleton width="13rem" height="44px" shape="pill" />
  if (predictions.data && !predictions.data.some(({ show_id }) => show_id === showId)) return null
  return (
    <Button variant="main" busy={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden /> download my proof
    </Button>
  )
}
