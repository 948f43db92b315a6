import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { lazyModule } from '../../lib/lazy-module.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { useLazyDialog } from '../../ui/dialogs.tsx'

const menu = lazyModule(() => import('../../ui/menu.tsx'))

type PickMenuProps = {
  label: string
  variant?: ButtonVariant
  choices: readonly { id: number; name: string }[]
  onChoose: (id: number) => void
}

/** A button with a menu, whose code is a third of what the first board needs. */
export function PickMenu({ label, variant = 'plain', choices, onChoose }: PickMenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  const code = useLazyDialog(menu, { open: isWanted, onOpenChange: setIsWanted })
  const content = (
    <>
      {label} <ChevronDown aria-hidden />
    </>
  )
  if (!code) {
    return (
      <Button variant={variant} aria-haspopup="menu" onClick={() => setIsWanted(true)}>
        {content}
      </Button>
    )
  }
  return (
    <code.Menu trigger={<Button variant={variant}>{content}</Button>} defaultOpen={isWanted}>
      {choices.map(({ id, name }) => (
        <code.MenuItem key={id} onSelect={() => onChoose(id)}>
          {name}
        </code.MenuItem>
      ))}
    </code.Menu>
  )
}
