import { PREVIEW_SIZE, previewPath } from '@called-it/shared/contract/preview-images'
import type { SharedCard } from '@called-it/shared/contract/shares'
import { PRODUCT } from '@called-it/shared/contract/site'
import { isDrawn } from '@called-it/shared/game/drawn-name'
import { shareText } from '@called-it/shared/words/share-text'
import clsx from 'clsx'
import { Copy, Link, Share } from 'lucide-react'
import { useState } from 'react'
import { explain, toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { hasShareSheet, openShareSheet } from '../../lib/browser/share-sheet.ts'
import { useShownTheme } from '../../lib/browser/theme.ts'
import { paths } from '../../lib/paths.ts'
import { useOwnLink, useSharedCard } from '../../lib/shows/shares.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { Loading, Skeleton } from '../skeleton.tsx'
import { toast } from '../toast.ts'
import styles from './share-dialog.module.css'

export type ShareDialogProps = { showId: number; open: boolean; onOpenChange: (open: boolean) => void }

export function ShareDialog({ showId, open, onOpenChange }: ShareDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('ui.share-title')}>
      <OwnCard showId={showId} onDeleted={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted while the dialog is open. */
function OwnCard({ showId, onDeleted }: { showId: number; onDeleted: () => void }) {
  const { making, deleting, keep } = useOwnLink(showId)
  const token = making.data?.token ?? null
  const { data: card, isError, refetch } = useSharedCard(token)
  const remove = () =>
    deleting.mutate(undefined, {
      onSuccess: () => {
        toast({ title: t('ui.link-deleted'), description: t('ui.link-closed') })
        onDeleted()
      },
      onError: (error) => toastRequestFailure(t('ui.link-kept'), error, t('ui.please-again')),
    })
  if (making.isError || isError) {
    return (
      <LoadFailed title={t('ui.share-failed')} onRetry={making.isError ? () => making.mutate() : refetch}>
        {explain(making.error)}
      </LoadFailed>
    )
  }
  if (!card || !token) {
    return (
      <Loading label={t('ui.making-link')} className={clsx(styles.shared, 'stack-3')}>
        <Skeleton shape="block" height="auto" className={clsx(styles.image)} />
        <Skeleton shape="block" height="9.5rem" />
        <Skeleton shape="pill" height="52px" />
      </Loading>
    )
  }
  return (
    <div className={clsx(styles.shared, 'stack-3')} onCopy={keep}>
      <PassOn card={card} token={token} onUse={keep} />
      <div className={styles.seen}>
        <p className="soft small">{t(card.result ? 'ui.link-shows' : 'ui.link-will-show')}</p>
        <Button variant="quiet" busy={deleting.isPending} onClick={remove}>
          {t('ui.delete-link')}
        </Button>
      </div>
    </div>
  )
}

type PassOnProps = { card: SharedCard; token: string; onUse: () => void }

/** The card as others see it, with the ways to pass it on. */
function PassOn({ card, token, onUse }: PassOnProps) {
  const imagePath = previewPath('share', token, card.revision, useShownTheme(), t.language)
  const url = new URL(paths.share(token), location.origin).href
  const words = shareText(PRODUCT, card.show, card.result, t)
  const text = `${words}\n${url}`
  const [isSharing, setIsSharing] = useState(false)
  const copy = (copied: string) => {
    onUse()
    void copyText(copied)
  }
  const share = async () => {
    onUse()
    setIsSharing(true)
    try {
      await openShareSheet({ text: words, url, imagePath })
    } catch {
      await copyText(text)
    } finally {
      setIsSharing(false)
    }
  }
  const copyWords = (
    <>
      <Copy aria-hidden /> {t('ui.copy-text')}
    </>
  )
  return (
    <>
      <img
        key={imagePath}
        className={styles.image}
        src={imagePath}
        {...PREVIEW_SIZE}
        alt={t('ui.card-image')}
      />
      {!isDrawn(card.name) && <p>{t('ui.not-drawn')}</p>}
      <p className={styles.text}>
        {words}
        {'\n'}
        {url}
      </p>
      {hasShareSheet() ? (
        <Button variant="main" size="l" wide busy={isSharing} onClick={share}>
          <Share aria-hidden /> {t('ui.share')}
        </Button>
      ) : (
        <Button variant="main" size="l" wide onClick={() => copy(text)}>
          {copyWords}
        </Button>
      )}
      <div className={clsx(styles.copies, 'buttons')}>
        {hasShareSheet() && <Button onClick={() => copy(text)}>{copyWords}</Button>}
        <Button onClick={() => copy(url)}>
          <Link aria-hidden /> {t('ui.copy-link')}
        </Button>
      </div>
    </>
  )
}
