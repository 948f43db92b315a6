import { Component, type ReactNode, useEffect } from 'react'
import { onServerRecovery } from '../lib/api/server-recovery.ts'
import { t } from '../lib/words/texts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

type Props = {
  /** A change renders the children again. */
  resetKey?: string
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.broken && before.resetKey !== this.props.resetKey) this.setState({ broken: false })
  }

  override render() {
    return this.state.broken ? <BrokenPage /> : this.props.children
  }
}

/** Uses plain links, because the router may have failed. */
function BrokenPage() {
  // The page's code may have failed to load.
  useEffect(() => onServerRecovery(() => location.reload()), [])
  return (
    <Page title={t('site.broke')} width="narrow">
      <EmptyState
        drawing="unplugged"
        title={<span role="alert">{t('site.cable')}</span>}
        action={
          <>
            <Button variant="main" onClick={() => location.reload()}>
              {t('site.try-again')}
            </Button>
            <a href="/" className={buttonClass({})}>
              {t('site.back-home')}
            </a>
          </>
        }
      >
        {t('site.broken-page')}
      </EmptyState>
    </Page>
  )
}
