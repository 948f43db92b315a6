import type { Show } from '@called-it/shared/contract/shows'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'

/** For admins and live operators, until the show is scored. */
export function EditorLink({ show }: { show: Show }) {
  const { user } = useCurrentUser()
  const isOperator = user?.is_admin || user?.is_live_operator
  if (!isOperator || show.is_scored || show.is_cancelled) return null
  return (
    <div className="buttons">
      <ButtonLink to={paths.liveEditor(show.id)}>live editor</ButtonLink>
    </div>
  )
}
