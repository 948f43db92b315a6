import { paths } from '../lib/paths.ts'
import { UnknownPage } from './unknown-page.tsx'

export function UnknownShow() {
  return (
    <UnknownPage thing="show" title="There is no such show." to={paths.home} label="back home">
      The upcoming shows are on the home page.
    </UnknownPage>
  )
}
