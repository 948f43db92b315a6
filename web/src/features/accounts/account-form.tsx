import type { ComponentProps, ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
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
      <Card heading={title} headingLevel={1} className="stack-4">
        {lead && <p className="soft">{lead}</p>}
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

/** `id` is for a submit button outside the form. */
export function AccountForm(props: ComponentProps<typeof Form>) {
  return <Form className="stack-3" {...props} />
}
