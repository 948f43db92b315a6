import type { Show } from '@called-it/shared/contract/shows'
import type { ComponentType } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useFirstPick } from '../../lib/account/first-pick.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FirstQuestion } from '../../ui/first-question.tsx'
import { FansIn } from './picked-so-far.tsx'
import styles from './visitor-start.module.css'

export type PickingSheetProps = { show: Show; open: boolean; onOpenChange: (open: boolean) => void }
export type PickingSheet = ComponentType<PickingSheetProps>

type VisitorStartProps = { show: Show; Sheet: PickingSheet | undefined }

/** How a visitor begins: by the opener, or in the sheet. */
export function VisitorStart({ show, Sheet }: VisitorStartProps) {
  const sheet = useSheetInAddress(show.id)
  const pickFirst = useFirstPick(show)
  return (
    <>
      <FirstQuestion showId={show.id} onPick={pickFirst} />
      <div className={styles.start} data-dock>
        <Button variant="main" size="l" wide onClick={() => sheet.setOpen(true)}>
          {t('show.make-my-picks')}
        </Button>
        <FansIn showId={show.id} />
      </div>
      {Sheet && <Sheet show={show} open={sheet.isOpen} onOpenChange={sheet.setOpen} />}
    </>
  )
}

const FROM_PAGE = 'from-page'

/** Going back closes the sheet, also one that a link has opened. */
function useSheetInAddress(showId: number) {
  const isOpen = useSearchParams()[0].has('sheet')
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigate()
  const setOpen = (open: boolean) => {
    if (open) void navigate(paths.showSheet(showId), { state: FROM_PAGE })
    else if (state === FROM_PAGE) void navigate(-1)
    else void navigate(paths.show(showId), { replace: true })
  }
  return { isOpen, setOpen }
}
