import type { ReactNode } from 'react'
import { ButtonLink } from './button-link.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'

type UnknownPageProps = {
  /** What is unknown, as in `Song not found`. */
  thing: 'League' | 'Player' | 'Show' | 'Song' | 'Tour'
  title: string
  /** Where the button leads. */
  to: string
  label: string
  children: ReactNode
}

export function UnknownPage({ thing, title, to, label, children }: UnknownPageProps) {
  const heading = `${thing} not found`
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
