import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { t } from '../../../lib/words/texts.ts'
import { toast } from '../../../ui/toast.ts'

export function toastStoredSetlist(title: string, { is_scored }: AdminShow): void {
  toast({ title, description: is_scored ? t('setlist.rescore') : t('setlist.score') })
}
