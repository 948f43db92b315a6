import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { toast } from '../../../ui/toast.ts'

export function toastStoredSetlist(title: string, { is_scored }: AdminShow): void {
  toast({ title, description: `${is_scored ? 'Rescore' : 'Score'} the show to count it.` })
}
