// The first import: it must run before any schema is created.
import '../lib/browser/without-eval.ts'
// Before the other modules run, which takes a third of a second on a slow phone.
import '../lib/browser/load-fonts.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import { BESIDE } from '@called-it/shared/contract/rendered-page'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { prefetchFan } from '../lib/account/current-user-predictions.ts'
import { hasSession } from '../lib/account/session-flag.ts'
import { createQueryClient } from '../lib/api/query-client.ts'
import { adoptCspNonce } from '../lib/browser/csp-nonce.ts'
import { keepInstallPrompt } from '../lib/browser/install-prompt.ts'
import { speak } from '../lib/words/texts.ts'
import { registerServiceWorker } from '../offline/register.ts'
import { reloadForMissingChunks } from './missing-chunks.ts'
import { Providers } from './providers.tsx'
import { AppRoutes, loadPage, pageNameOf } from './router.tsx'
import { takeOverView } from './served-page.ts'
import { loadServedOverlay } from './shell.tsx'

adoptCspNonce()
reloadForMissingChunks()
registerServiceWorker()
keepInstallPrompt()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')
speak(document.documentElement.lang)
const queryClient = createQueryClient()
const isServed = takeOverView(queryClient, root)
const page = pageNameOf(location.pathname)
const hasBeside = hasSession() || root.querySelector(`[${BESIDE}]`) !== null
// The network is idle while the scripts of the first view run.
if (hasSession() && (page === 'home' || page === 'show')) void prefetchFan(queryClient)
const app = (
  <StrictMode>
    <Providers queryClient={queryClient}>
      <AppRoutes />
    </Providers>
  </StrictMode>
)
// The page that the overlay covers must not be seen before it. The page's files come with those of the first view.
void Promise.all([loadServedOverlay(), loadPage(page, hasBeside)]).then(() =>
  isServed ? hydrateRoot(root, app) : createRoot(root).render(app),
)
