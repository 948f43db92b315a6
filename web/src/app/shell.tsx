import { CALENDAR_PATH, FEED_PATH } from '@called-it/shared/contract/served-page'
import clsx from 'clsx'
import { Suspense, useEffect, useRef } from 'react'
import { Link, matchPath, Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { isCoveredPage } from '../features/overlay/covered-pages.ts'
import { useIsCovered } from '../features/overlay/use-is-covered.ts'
import { useAccountLanguage } from '../lib/account/language.ts'
import { useCurrentUser } from '../lib/account/session.ts'
import { embeddedConfig, useSite } from '../lib/api/site.ts'
import { lazyModule, useLazyModule } from '../lib/lazy-module.ts'
import { paths, patterns } from '../lib/paths.ts'
import { Rich } from '../lib/words/rich.tsx'
import { t } from '../lib/words/texts.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { dismissFailure } from '../ui/toast.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import { PageLoading } from './page-loading.tsx'
import styles from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

const fanParts = lazyModule(() => import('./fan-parts.ts'))
const showOverlay = lazyModule(() => import('../features/overlay/show-overlay.tsx'))

/** Resolves once the first view can show the overlay that was on when the page was served. */
export async function loadServedOverlay(): Promise<void> {
  if (!embeddedConfig()?.siteOverlayEnabled || !isCoveredPage(location.pathname)) return
  await showOverlay.load().catch(() => undefined)
}

export function Shell() {
  const { pathname } = useLocation()
  const main = useFocusOnNavigation(pageOf(pathname))
  const cover = useIsCovered(pathname)
  const isCovered = cover === true
  const overlay = useLazyModule(showOverlay, isCovered)
  const isLoggedIn = Boolean(useCurrentUser().user)
  const fan = useLazyModule(fanParts, isLoggedIn)
  useSessionMark()
  useAccountLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup is for the page that is left
  useEffect(() => () => dismissFailure('navigation'), [pathname])
  return (
    <>
      <div className={styles.shell} inert={isCovered && overlay !== null}>
        <a href="#main" className={styles.skip}>
          {t('site.skip')}
        </a>
        <Header />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <ErrorBoundary resetKey={pathname}>
            <Suspense fallback={<PageLoading />}>{cover === null ? <PageLoading /> : <Outlet />}</Suspense>
          </ErrorBoundary>
        </main>
        <Footer />
        {fan && isLoggedIn && <fan.FanBanner />}
      </div>
      {fan && isLoggedIn && <fan.QueuedSaves />}
      {overlay && <overlay.ShowOverlay open={isCovered} />}
    </>
  )
}

/** For styles: index.html sets it before the first paint. */
function useSessionMark() {
  const { user } = useCurrentUser()
  useEffect(() => {
    if (user !== undefined) document.documentElement.toggleAttribute('data-session', user !== null)
  }, [user])
}

function pageOf(pathname: string): string {
  const isHome = [patterns.prediction, patterns.score].some((pattern) => matchPath(pattern, pathname))
  return isHome ? patterns.home : pathname
}

/** Screen readers and the Tab key start at a new page. After going back, the browser restores the scroll position. */
function useFocusOnNavigation(page: string) {
  const main = useRef<HTMLElement>(null)
  const left = useRef(page)
  const navigation = useNavigationType()
  useEffect(() => {
    if (left.current === page) return
    left.current = page
    if (navigation !== 'POP') scrollTo(0, 0)
    // Keeps the focus of a form that has focused its first field.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [page, navigation])
  return main
}

function Footer() {
  const { data: site } = useSite()
  const isVisitor = useCurrentUser().user === null
  return (
    <footer className={clsx(styles.footer, 'wraps soft small')}>
      <div className={styles.words}>
        {site?.texts.footer.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {site?.dataSite.url && (
          <p>
            <Rich id="site.data" site={<a href={site.dataSite.url}>{site.dataSite.name}</a>} />
          </p>
        )}
      </div>
      <nav aria-label={t('site.footer')} className={styles.links}>
        <Link to={paths.home}>{t('site.home')}</Link>
        <Link to={paths.leaderboard}>{t('site.leaderboard')}</Link>
        <a href={CALENDAR_PATH}>{t('site.calendar')}</a>
        <a href={FEED_PATH}>{t('site.feed')}</a>
        <Link to={paths.privacy}>{t('legal.privacy')}</Link>
        <Link to={paths.terms}>{t('legal.terms')}</Link>
        <LanguageSwitch />
        {isVisitor && (
          <span className={styles.theme}>
            <ThemeSwitch />
          </span>
        )}
      </nav>
    </footer>
  )
}
