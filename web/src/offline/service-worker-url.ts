import { LANGUAGE_PARAMETER, SERVICE_WORKER_PATH } from '@called-it/shared/contract/served-page'
import { t } from '../lib/words/texts.ts'

/** With the language whose scripts it keeps. */
export const serviceWorkerUrl = () => `${SERVICE_WORKER_PATH}?${LANGUAGE_PARAMETER}=${t.language}`
