import { showLockEndpoints } from '@called-it/shared/contract/show-locks'
import { type Show, showOverlay } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useShowChange } from './use-show-change.ts'

const HINTS = {
  closed: 'while the show overlay is on, it covers the page of this show too',
  live: 'the show overlay leaves the page of this show open, and links to it',
} as const

/** What the site overlay does while this show is tonight. */
export function OverlayChoice({ show }: { show: Show }) {
  const [wanted, setWanted] = useState(show.overlay)
  const { change, isChanging } = useShowChange(show.id, {
    done: ({ overlay }) => ({ title: `during the show: ${overlay}`, description: show.venue }),
    failed: 'The overlay was not changed',
  })
  const overlay = isChanging ? wanted : show.overlay
  const choose = (chosen: string) => {
    const body = { overlay: showOverlay.parse(chosen) }
    setWanted(body.overlay)
    change(() => request(showLockEndpoints.setShowOverlay, { params: { showId: show.id }, body }))
  }
  return (
    <Field label="during the show" hint={HINTS[overlay]}>
      {(wiring) => (
        <Select
          {...wiring}
          value={overlay}
          aria-busy={isChanging || undefined}
          onChange={({ target }) => choose(target.value)}
        >
          {showOverlay.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}
