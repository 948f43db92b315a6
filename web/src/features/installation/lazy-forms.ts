import { type LazyComponent, lazyExport } from '../../lib/lazy-export.tsx'
import type { Section } from './sections.ts'

type FormProps = { onSaved?: () => void }

const lazyForm = lazyExport<FormProps>

/** Each has its own chunk, so that a page loads only what is open. */
export const LAZY_FORMS: Readonly<Record<Section, LazyComponent<FormProps>>> = {
  band: lazyForm(() => import('./band/band-form.tsx')),
  source: lazyForm(() => import('./source/source-form.tsx')),
  mail: lazyForm(() => import('./mail/mail-form.tsx')),
  address: lazyForm(() => import('./address/address-form.tsx')),
  'sign-ups': lazyForm(() => import('./sign-ups/sign-ups-form.tsx')),
  accounts: lazyForm(() => import('./accounts/accounts-form.tsx')),
  issuers: lazyForm(() => import('./issuers/issuers-form.tsx')),
  backups: lazyForm(() => import('./backups/backup-form.tsx')),
}
