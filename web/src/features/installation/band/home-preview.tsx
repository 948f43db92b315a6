import { PRODUCT } from '@called-it/shared/contract/site'
import type { Language } from '@called-it/shared/languages/formats'
import clsx from 'clsx'
import { t } from '../../../lib/words/texts.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { CategoryIcon } from '../../../ui/category-icon.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { StageCard, StageInset } from '../../../ui/stage-card.tsx'
import type { TextFields } from './band-fields.ts'
import styles from './home-preview.module.css'
import { BandIcon } from './look-fields.tsx'

type HomePreviewProps = {
  shortName: string
  /** Null where it has no address: then no page names it. */
  dataSite: string | null
  texts: TextFields
  language: Language
  accent: string
  logo: string
}

/** What fans see of the profile on home, in both themes. Bars stand for the words of the product. */
export function HomePreview({ shortName, accent, logo, ...home }: HomePreviewProps) {
  return (
    <figure className={styles.preview}>
      <figcaption className="soft small">{t('band.preview')}</figcaption>
      <div inert aria-hidden className={styles.drawing}>
        <Home {...home} theme="light" />
        <Home {...home} theme="dark" />
        <div className="row-3">
          <BandIcon logo={logo} accent={accent} />
          <b className="anywhere">{shortName}</b>
        </div>
      </div>
    </figure>
  )
}

type HomeProps = Pick<HomePreviewProps, 'dataSite' | 'texts' | 'language'> & { theme: 'light' | 'dark' }

function Home({ theme, dataSite, texts, language }: HomeProps) {
  const { welcomeTitle, welcomeText, upcomingTitle, footer } = texts
  return (
    <div lang={language} className={clsx(styles.home, styles[theme])}>
      <div className="row-2">
        <Logo size={22} />
        <span className={styles.product}>{PRODUCT.toLowerCase()}</span>
        <span className={styles.bar} />
        <span className={styles.bar} />
      </div>
      <StageCard className={styles.stage}>
        <p className={styles.title}>{welcomeTitle}</p>
        <p>{welcomeText}</p>
        <StageInset className={styles.marks}>
          <CategoryIcon category="correctSpecial" />
          <CategoryIcon category="correctSong" />
          <CategoryIcon category="songInSet" />
        </StageInset>
        <span className={buttonClass({ variant: 'main', wide: true })}>
          <span className={styles.bar} />
        </span>
      </StageCard>
      <div className={styles.card}>
        <p className={styles.heading}>{upcomingTitle}</p>
        <span className={styles.bar} />
      </div>
      <div className="soft small">
        {footer.split('\n').map((line) => (
          <p key={line}>{line}</p>
        ))}
        {dataSite && <p className={styles.link}>{dataSite}</p>}
      </div>
    </div>
  )
}
