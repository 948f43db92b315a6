import { PRODUCT } from '@called-it/shared/contract/site'
import { Share, Smartphone, X } from 'lucide-react'
import { useState } from 'react'
import { useInstallPrompt } from '../../lib/browser/install-prompt.ts'
import { isIos } from '../../lib/browser/ios.ts'
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { countVisit, dismissInstall, isInstallDismissed } from './visits.ts'

/** From the second visit on, until the page is installed or the hint dismissed. */
export function InstallHint() {
  const prompt = useInstallPrompt((store) => store.prompt)
  const isInstalled = useMediaQuery('(display-mode: standalone)')
  const [visits] = useState(countVisit)
  const [isDismissed, setIsDismissed] = useState(isInstallDismissed)
  if (visits < 2 || isInstalled || isDismissed || !(prompt || isIos())) return null
  const dismiss = () => {
    dismissInstall()
    setIsDismissed(true)
  }
  const install = async () => {
    await prompt?.prompt()
    // It can be asked once.
    useInstallPrompt.setState({ prompt: null })
  }
  return (
    <Banner
      kind="install"
      label={t('site.installation')}
      Icon={Smartphone}
      isFixed
      words={
        <>
          <p>
            <b>{t('site.on-home', { product: PRODUCT.toLowerCase() })}</b>
          </p>
          <p className="soft small">
            {prompt ? (
              t('site.like-app')
            ) : (
              <Rich
                id="site.ios-install"
                icon={<Share aria-hidden size={14} />}
                i={(words) => <i>{words}</i>}
              />
            )}
          </p>
        </>
      }
      actions={
        <>
          {prompt && (
            <Button variant="main" onClick={() => void install()}>
              {t('site.install')}
            </Button>
          )}
          <IconButton label={t('site.not-now')} look="bare" onClick={dismiss}>
            <X aria-hidden />
          </IconButton>
        </>
      }
    />
  )
}
