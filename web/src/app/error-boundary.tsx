import { Component, type ReactNode, useEffect } from 'react'
import { onServerRecovery } from '../lib/server-recovery.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'

type Props = {
  /** A change of it gives what is inside another try. */
  resetKey?: string
  children: ReactNode
}

/** Shows a way back where a page broke, and leaves everything around it standing. */
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

/** Its links leave by the address bar, because the router may be what broke. */
function BrokenPage() {
  // What broke it may be that its code could not be fetched.
  useEffect(() => onServerRecovery(() => location.reload()), [])
  return (
    <Page title="something broke" width="narrow">
      <EmptyState
        drawing="unplugged"
        title={<span role="alert">somebody tripped over a cable</span>}
        action={
          <>
            <Button variant="main" onClick={() => location.reload()}>
              try again
            </Button>
            <a href="/" className={buttonClass({})}>
              back home
            </a>
          </>
        }
      >
        This page could not be shown. Your picks and drafts are safe.
      </EmptyState>
    </Page>
  )
}
