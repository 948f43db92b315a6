import { MADE_BY_HAND } from '@called-it/shared/contract/catalogue'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

type FollowSourceProps = {
  row: { source: string; edited_by_hand: boolean }
  onFollow: () => void
}

/** Says what the next import will make of a row, and offers to let the source have its way again. */
export function FollowSource({ row, onFollow }: FollowSourceProps) {
  if (row.source === MADE_BY_HAND) return <Notice>Made by hand. Imports leave it alone.</Notice>
  if (!row.edited_by_hand) {
    return <Notice>It comes from {row.source}. What you change here stays as it is through imports.</Notice>
  }
  return (
    <Notice
      tone="warning"
      title="Edited by hand"
      action={<Button onClick={onFollow}>follow the source again</Button>}
    >
      Imports leave it as it is. It can follow {row.source} again: the next import then overwrites it.
    </Notice>
  )
}
