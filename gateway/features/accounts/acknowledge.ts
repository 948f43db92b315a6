import { textsIn } from '@called-it/languages/texts'
import { ACCOUNT_MESSAGES } from '@called-it/shared/contract/accounts'
import type { Language } from '@called-it/shared/languages/formats'

export function acknowledge({ language }: { language: Language }, reply: keyof typeof ACCOUNT_MESSAGES) {
  return { message: textsIn(language)(ACCOUNT_MESSAGES[reply]) }
}
