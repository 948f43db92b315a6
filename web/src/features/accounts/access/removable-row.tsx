import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'

type RemovableRowProps = {
  name: string
  facts: string
  /** `named`: with the name, for who hears the button alone. */
  button: { label: string; named: string }
  ask: { title: string; description: string; busyText: string }
  removing: { isPending: boolean; mutate: () => void }
}

/** Something that the fan has named and can remove after a question. */
export function RemovableRow({ name, facts, button, ask, removing }: RemovableRowProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <li ref={passFocusOn} className="spread">
      <div className="stack anywhere">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="soft small">{facts}</span>
      </div>
      <Button aria-label={button.named} onClick={() => setIsAsking(true)}>
        {button.label}
      </Button>
      <AlertDialog
        {...ask}
        confirmLabel={button.label}
        busy={removing.isPending}
        onConfirm={() => removing.mutate()}
        open={isAsking}
        onOpenChange={setIsAsking}
      />
    </li>
  )
}
