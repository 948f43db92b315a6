import { useSearchParams } from 'react-router-dom'
import { useDebounced } from '../../../lib/hooks/use-debounced.ts'
import { t } from '../../../lib/words/texts.ts'
import { AdminHead } from '../../../ui/admin-head.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { Pager } from '../pager.tsx'
import { usePages } from '../use-pages.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { useAuditLog } from './use-audit-log.ts'

const DEBOUNCE_MS = 250

export function AuditPage() {
  const [address] = useSearchParams()
  const search = useDebounced(address.toString(), DEBOUNCE_MS)
  return (
    <Page title={t('audit.title')} hasSections>
      <AdminHead heading={t('audit.title')} current="audit" />
      <Card aria-label={t('audit.entries')}>
        <p className="soft small">{t('audit.kept')}</p>
        <AuditFilters search={search} />
        {/* The key makes other filters begin at their first page. */}
        <AuditPages key={search} search={search} />
      </Card>
    </Page>
  )
}

function AuditPages({ search }: { search: string }) {
  const pages = usePages()
  const { data, isError, refetch } = useAuditLog(search, pages.after)
  if (!data) return <NotLoaded what={t('audit.what')} query={{ isError, refetch }} blocks={[12, '44px']} />
  return (
    <>
      {data.entries.length === 0 ? (
        <EmptyState title={t('audit.none')}>{t('audit.none-hint')}</EmptyState>
      ) : (
        <AuditTable entries={data.entries} />
      )}
      <Pager label={t('audit.pages')} pages={pages} next={data.next} />
    </>
  )
}
