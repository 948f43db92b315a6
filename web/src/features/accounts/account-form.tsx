import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './account-form.module.css'

type AccountPageProps = {
  title: string
  lead?: ReactNode
  /** To the other account pages. */
  links?: ReactNode
  children: ReactNode
}

export function AccountPage({ title, lead, links, children }: AccountPageProps) {
  return (
    <Page title={title} width="narrow" className={styles.page}>
      <Card heading={title} headingLevel={1} className={styles.card}>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
        {links && (
          <nav aria-label="account" className={styles.links}>
            {links}
          </nav>
        )}
      </Card>
    </Page>
  )
}

type AccountFormProps = {
  /** For a submit button outside the form. */
  id?: string
  onSubmit: () => void
  children: ReactNode
}

/** Without the browser's validation, so that the error texts are ours. */
export function AccountForm({ id, onSubmit, children }: AccountFormProps) {
  return (
    <form
      id={id}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
