import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { t } from '../../lib/words/texts.ts'
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
          <nav aria-label={t('account.nav')} className={styles.links}>
            {links}
          </nav>
        )}
      </Card>
    </Page>
  )
}

/** `id` is for a submit button outside the form. */
export function AccountForm(props: ComponentProps<typeof Form>) {
  return <Form className="stack-3" onKeyDown={goOnByEnter} {...props} />
}

/** Enter leads to the next field while that is empty; else it submits. */
function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, nativeEvent, currentTarget } = event
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  const fields = [...currentTarget.querySelectorAll('input')]
  const next = fields[fields.indexOf(target) + 1]
  if (!next || next.value) return
  event.preventDefault()
  next.focus()
}
