import { setupEndpoints } from '@called-it/shared/contract/setup'
import { PRODUCT } from '@called-it/shared/contract/site'
import { useQuery } from '@tanstack/react-query'
import { FirstPage } from '../features/installation/setup/first-page.tsx'
import { hasCode, request } from '../lib/api/api.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { t } from '../lib/words/texts.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Page } from '../ui/page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** Unknown once there is an admin; one who is just being made goes on. */
export function SetupPage() {
  const setup = useQuery({
    queryKey: queryKeys.setup,
    queryFn: ({ signal }) => request(setupEndpoints.findSetup, { signal }),
  })
  if (setup.data) return <FirstPage />
  if (hasCode(setup.error, 'not_found')) return <NotFoundPage />
  return (
    <Page title={t('setup.title', { product: PRODUCT })} width="narrow">
      <NotLoaded what={t('setup.what')} query={setup} blocks={[1, '320px']} />
    </Page>
  )
}
