import { pickProofEndpoints } from '@called-it/shared/contract/pick-proofs'
import type { Show } from '@called-it/shared/contract/shows'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCurrentUserPredictions } from '../../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { request, serverMessage } from '../../../lib/api/api.ts'
import { saveBlob } from '../../../lib/browser/save-blob.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastFailure } from '../../../ui/toast.ts'

const SCRIPT = 'verify-proof.mjs'

export function OwnProof({ show }: { show: Show }) {
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
