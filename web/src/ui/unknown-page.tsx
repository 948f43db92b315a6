import type { ReactNode } from 'react'
import { t } from '../lib/words/texts.ts'
import { ButtonLink } from './button-link.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'

const HEADINGS = {
  league: 'ui.no-league',
  player: 'ui.no-player',
  show: 'ui.no-show',
  song: 'ui.no-song',
  tour: 'ui.no-tour',
} as const

type UnknownPageProps = {
  thing: keyof typeof HEADINGS
  title: string
  /** Where the button leads. */
  to: string
  label: string
  children: ReactNode
}

export function UnknownPage({ thing, title, to, label, children }: UnknownPageProps) {
  const heading = t(HEADINGS[thing])
  return (
    <Page title={heading} width="narrow">
      <h1 className="visually-hidden">{heading}</h1>
      <EmptyState
        title={title}
        action={
          <ButtonLink to={to} variant="main">
            {label}
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </Page>
  )
}
