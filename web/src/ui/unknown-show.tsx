import { paths } from '../lib/paths.ts'
import { ButtonLink } from './button-link.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'

/** The page of an address whose show does not exist. */
export function UnknownShow() {
  return (
    <Page title="Show not found" width="narrow">
      <h1 className="visually-hidden">Show not found</h1>
      <EmptyState
        title="There is no such show."
        action={
          <ButtonLink to={paths.home} variant="main">
            back home
          </ButtonLink>
        }
      >
        The upcoming shows are on the home page.
      </EmptyState>
    </Page>
  )
}
