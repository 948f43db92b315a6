import clsx from 'clsx'
import { Check } from 'lucide-react'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { roleOf, useKeptPick } from '../builder/active-slot.ts'
import styles from './suggestions.module.css'

/** To one who has come back from signing up or logging in. */
export function KeptNote({ showId }: { showId: number }) {
  const { user } = useCurrentUser()
  const slot = useKeptPick(showId)
  if (!slot) return null
  return (
    <p role="status" className={clsx(styles.kept, 'row-2 small anywhere')}>
      <Check aria-hidden />
      <span className="soft">
        <Rich id="home.kept" name={user?.display_name} role={roleOf(slot) ?? 'song'} />
      </span>
    </p>
  )
}
