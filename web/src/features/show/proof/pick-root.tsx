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
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
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
  return <NotLoaded what={t('proof.what-loads')} query={{ isError, refetch }} blocks={[2, '8rem']} />
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
    return <EmptyState title={t('proof.nobody')}>{t('proof.nothing')}</EmptyState>
  }
  return (
    <div className={styles.root}>
      <code>{root}</code>
      <p>{t('proof.of-cards', { cards: leaves })}</p>
      {show.is_cancelled ? <p className="soft">{t('proof.called-off')}</p> : <OwnProof show={show} />}
    </div>
  )
}

type NoRootProps = { show: Show; isOpen: boolean; isComputing: boolean }

function NoRoot({ show, isOpen, isComputing }: NoRootProps) {
  const onDevice = useIsOnDevice()
  if (isOpen) {
    return (
      <EmptyState title={t('proof.still-open')}>
        {t('proof.comes', { time: instantInWords(show.locks_at, show.utc_offset, { onDevice }) })}
      </EmptyState>
    )
  }
  if (show.is_cancelled) {
    return <EmptyState title={t('proof.cancelled')}>{t('proof.no-print')}</EmptyState>
  }
  return isComputing ? (
    <div role="status">
      <EmptyState title={t('proof.working')}>{t('proof.in-a-moment')}</EmptyState>
    </div>
  ) : (
    <EmptyState title={t('proof.none')}>{t('proof.too-early')}</EmptyState>
  )
}

function OwnProof({ show }: { show: Show }) {
  const file = `proof-${show.showdate}.json`
  return (
    <>
      <OwnProofButton showId={show.id} file={file} />
      <p className="soft small">
        <Rich
          id="proof.prints"
          command={<code>{`node ${SCRIPT} ${file}`}</code>}
          script={
            <a href={`/${SCRIPT}`} download>
              {SCRIPT}
            </a>
          }
        />
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
    onError: (error) => toastFailure(t('proof.failed'), serverMessage(error, t('proof.failed-why'))),
  })
  if (user === null) return <ButtonLink to={paths.login}>{t('proof.log-in')}</ButtonLink>
  if (user === undefined || predictions.isPending)
    return <Skeleton width="13rem" height="44px" shape="pill" />
  if (predictions.data && !predictions.data.some(({ show_id }) => show_id === showId)) return null
  return (
    <Button variant="main" busy={download.isPending} onClick={() => download.mutate()}>
      <Download aria-hidden /> {t('proof.download')}
    </Button>
  )
}
