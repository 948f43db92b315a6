import { useShowOfUnsentDraft } from '../features/home/builder/unsent-draft.ts'
import { UnsentDraftBanner } from '../features/home/builder/unsent-draft-banner.tsx'
import { InstallHint } from '../features/install/install-hint.tsx'

/** One at a time: what is lost soon goes first. */
export function FanBanner() {
  const show = useShowOfUnsentDraft()
  return show ? <UnsentDraftBanner show={show} /> : <InstallHint />
}
