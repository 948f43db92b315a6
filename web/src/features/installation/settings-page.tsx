import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { AdminHead } from '../../ui/admin-head.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonBlocks } from '../../ui/skeleton.tsx'
import { LAZY_FORMS } from './lazy-forms.ts'
import { RestartNotice } from './restart-notice.tsx'
import { SECTION_LABELS, SECTIONS, type Section } from './sections.ts'
import styles from './settings-page.module.css'
import { UnreadableNotice } from './unreadable-notice.tsx'
import { useInstallationSettings } from './use-installation-settings.ts'

/** About how many rows of 66 px the form has: so many more keep the footer from moving. */
const ROWS: Readonly<Record<Section, number>> = {
  band: 14,
  source: 4,
  mail: 10,
  address: 10,
  'sign-ups': 2,
  accounts: 7,
  issuers: 4,
  backups: 5,
}

export function SettingsPage() {
  const query = useInstallationSettings()
  const asked = useAskedSection()
  const rows = asked.section === null ? 0 : ROWS[asked.section]
  return (
    <Page title={t('setting.title')} hasSections>
      <AdminHead heading={t('setting.title')} current="settings" />
      <p className="soft">{t('setting.intro')}</p>
      {query.data && asked.isLoaded ? (
        <>
          <RestartNotice settings={query.data} />
          <UnreadableNotice settings={query.data} />
          <Sections asked={asked.section} />
        </>
      ) : (
        <NotLoaded
          what={t('setting.what')}
          query={query}
          blocks={[SECTIONS.length + rows, '66px']}
          className="cards"
        />
      )}
      <div className="buttons">
        <ButtonLink to={paths.adminBackups}>{t('setting.to-backups')}</ButtonLink>
        <ButtonLink to={paths.adminSetup}>{t('setting.to-setup')}</ButtonLink>
      </div>
    </Page>
  )
}

/** By the hash. Its form is loaded before the sections are shown, since those below it would move. */
function useAskedSection() {
  const { hash } = useLocation()
  const section = SECTIONS.find((one) => hash === `#${one}`) ?? null
  const [loaded, setLoaded] = useState<Section | null>(null)
  useEffect(() => {
    const finish = () => setLoaded(section)
    if (section !== null) LAZY_FORMS[section].load().then(finish, finish)
  }, [section])
  return { section, isLoaded: section === null || loaded !== null }
}

function Sections({ asked }: { asked: Section | null }) {
  useEffect(() => {
    if (asked === null) return
    // After the page's own scrolling.
    const frame = requestAnimationFrame(() => openSection(document.getElementById(asked)))
    return () => cancelAnimationFrame(frame)
  }, [asked])
  return SECTIONS.map((section) => (
    <SettingSection key={section} section={section} isAsked={section === asked} />
  ))
}

function SettingSection({ section, isAsked }: { section: Section; isAsked: boolean }) {
  const Form = LAZY_FORMS[section]
  const label = t(SECTION_LABELS[section])
  return (
    <Card id={section} aria-label={label} className={styles.section}>
      <Disclosure title={<h2>{label}</h2>} defaultOpen={isAsked}>
        <Suspense fallback={<SkeletonBlocks count={3} height="96px" />}>
          <Form />
        </Suspense>
      </Disclosure>
    </Card>
  )
}

function openSection(section: HTMLElement | null) {
  const details = section?.querySelector('details')
  if (!(section && details)) return
  details.open = true
  section.scrollIntoView()
  details.querySelector('summary')?.focus({ preventScroll: true })
}
