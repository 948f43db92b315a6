import { t } from '../words/texts.ts'

/** Somebody who does not show their picks under the name, or whose profile is deleted. */
export const namelessFan = () => t('words.a-fan')
