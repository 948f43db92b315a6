import { counted } from '@called-it/shared/contract/counted'
import { pickProofEndpoints } from '@called-it/shared/contract/pick-proofs'
import type { Show } from '@called-it/shared/contract/shows'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { request, serverMessage } from '../../../lib/api.ts'
import { useCurrentUserPredictions } from '../../../lib/current-user-predictions.ts'
import { paths } from '../../../lib/paths.ts'
import { saveBlob } from '../../../lib/save-blob.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastFailure } from '../../../ui/toast.ts'
import { Copyable } from './copyable.tsx'
import styles from './proof.module.css'

const SCRIPT = 'verify-proof.mjs'

export function CheckIt({ show, leaves }: { show: Show; leaves: number }) {
  const file = `proof-${show.showdate}.json`
  const leavesPath = pickProofEndpoints.downloadLeaves.path.replace(':showId', String(show.id))
  return (
    <Card heading="check it yourself">
      <div className="buttons">
        <OwnProof showId={show.id} file={file} />
        <a href={leavesPath} download className={buttonClass({})}>
          <Download aria-hidden /> all leaves
        </a>
      </div>
      <p className={styles.step}>
        Put your proof beside{' '}
        <a href={`/${SCRIPT}`} download>
          {SCRIPT}
        </a>
        , a short script without dependencies, and run it with Node:
      </p>
      <Copyable label="the command" text={`node ${SCRIPT} ${file}`} />
      <p>It prints “ok” and a root, which has to be the one above.</p>
      <p className="soft small">
        The leaves are the hashes of all {counted(leaves, 'card')}, one a line: anybody can count them and
        compute the root.
      </p>
    </Card>
  )
}

function OwnProof({ showId, file }: { showId: number; file: string }) {
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
