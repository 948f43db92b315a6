import { useState } from 'react'
import { forgetInvitation, keptInvitation } from '../../lib/account/kept-invitation.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/**
 * The league that the visitor is about to join. It may have been another one at this device, who can be somebody else.
 */
export function KeptInvitation() {
  const [kept, setKept] = useState(keptInvitation)
  if (!kept) return null
  const drop = () => {
    forgetInvitation()
    setKept(null)
  }
  return (
    <Notice title={`You join ${kept.league}`} action={<Button onClick={drop}>don&rsquo;t join</Button>}>
      Its members see your name, your points and, once picks for a show are closed, your picks.
    </Notice>
  )
}
