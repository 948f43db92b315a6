import { PREVIEW_SIZE, previewPath } from '@called-it/shared/contract/preview-images'
import type { SharedCard } from '@called-it/shared/contract/shares'
import { isDrawn } from '@called-it/shared/game/drawn-name'
import { Copy, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { hasShareSheet, openShareSheet } from '../../lib/browser/share-sheet.ts'
import { useShownTheme } from '../../lib/browser/theme.ts'
import { paths } from '../../lib/paths.ts'
import { useChangeShare, useOwnShare, useSharedCard } from '../../lib/shows/shares.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { Loading, Skeleton } from '../skeleton.tsx'
import { toast } from '../toast.ts'
import styles from './share-dialog.module.css'

export type ShareDialogProps = { showId: number; open: boolean; onOpenChange: (open: boolean) => void }

export function ShareDialog({ showId, open, onOpenChange }: ShareDialogProps) {
  const { data: token, isError, refetch } = useOwnShare(showId, { enabled: open })
  const change = useChangeShare(showId)
  const share = () =>
    change.mutate('share', {
      onError: (error) => toastRequestFailure('That could not be shared', error, 'Please try again.'),
    })
  const stop = () =>
    change.mutate('stop', {
      onSuccess: () => toast({ title: 'Not shared any more', description: 'The link is dead for good.' }),
      onError: (error) => toastRequestFailure('The card is still shared', error, 'Please try again.'),
    })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="share your card"
      description="Everybody with the link sees this card: your name, your points and how each pick did, whatever your profile says about your picks. Before the lock it only says that you have picked."
    >
      {token ? (
        <SharedLink
          token={token}
          stop={
            <Button variant="quiet" busy={change.isPending} onClick={stop}>
              stop sharing
            </Button>
          }
        />
      ) : token === null ? (
        <Button variant="main" size="l" wide busy={change.isPending} onClick={share}>
          create the link
        </Button>
      ) : isError ? (
        <LoadFailed title="It could not be told whether this card is shared." onRetry={refetch} />
      ) : (
        <Loading label="Loading the link...">
          <Skeleton width="100%" height="44px" />
        </Loading>
      )}
    </Dialog>
  )
}

type SharedLinkProps = { token: string; stop: ReactNode }

/** The card as others see it, with the ways to pass it on. */
function SharedLink({ token, stop }: SharedLinkProps) {
  const { data: card, isError, refetch } = useSharedCard(token)
  return (
    <div className={styles.shared}>
      {card && <PassOn card={card} token={token} />}
      {!card && isError && <LoadFailed title="The card could not be loaded." onRetry={refetch} />}
      {!card && !isError && (
        <Loading label="Loading the card...">
          <Skeleton width="100%" height="12rem" />
        </Loading>
      )}
      {stop}
    </div>
  )
}

function PassOn({ card, token }: { card: SharedCard; token: string }) {
  const imagePath = previewPath('share', token, card.revision, useShownTheme())
  const url = new URL(paths.share(token), location.origin).href
  const [isSharing, setIsSharing] = useState(false)
  const share = async () => {
    setIsSharing(true)
    try {
      await openShareSheet({ text: card.text, url, imagePath })
    } catch {
      await copyText(`${card.text}\n${url}`)
    } finally {
      setIsSharing(false)
    }
  }
  return (
    <>
      <img
        key={imagePath}
        className={styles.image}
        src={imagePath}
        {...PREVIEW_SIZE}
        alt="the card as others see it"
      />
      {!isDrawn(card.name) && (
        <p>The image cannot show all letters of your name: it shows your initials, or “a fan”.</p>
      )}
      <p className={styles.text}>
        {card.text}
        {'\n'}
        {url}
      </p>
      <div className="buttons">
        {hasShareSheet() ? (
          <Button variant="main" busy={isSharing} onClick={share}>
            <Share2 aria-hidden /> share
          </Button>
        ) : (
          <Button variant="main" onClick={() => copyText(url)}>
            <Copy aria-hidden /> copy link
          </Button>
        )}
        <Button onClick={() => copyText(`${card.text}\n${url}`)}>
          <Copy aria-hidden /> copy text
        </Button>
      </div>
    </>
  )
}
