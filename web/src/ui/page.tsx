import { PRODUCT } from '@called-it/shared/contract/site'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import styles from './page.module.css'

type PageProps = {
  /** For the document title, before the product's name. Home has none. */
  title?: string
  fullTitle?: string
  width?: 'narrow' | 'wide'
  /** Puts a gap between its children. */
  hasSections?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Sets width and document title; the `<h1>` is the page's own. */
export function Page({
  title,
  fullTitle,
  width = 'wide',
  hasSections = false,
  className,
  children,
}: PageProps) {
  return (
    <div className={clsx(styles.page, styles[width], hasSections && 'cards', className)}>
      <title>{fullTitle ?? (title ? `${title} · ${PRODUCT}` : PRODUCT)}</title>
      {children}
    </div>
  )
}
