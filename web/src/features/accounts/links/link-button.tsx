import { Mail } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import type { OtherWay } from '../other-way.ts'
import { useAskForLink } from './use-ask-for-link.ts'

export function LinkButton({ readFields, onRefused }: OtherWay) {
  const navigate = useNavigate()
  const asking = useAskForLink()
  const ask = async () => {
    const fields = await readFields()
    if (!fields) return
    asking.mutate(fields, {
      onSuccess: () => navigate(paths.linkSent(fields.email), { state: fields.display_name }),
      onError: onRefused,
    })
  }
  return (
    <Button busy={asking.isPending} onClick={() => void ask()}>
      <Mail aria-hidden /> {t('link.ask')}
    </Button>
  )
}
