import clsx from 'clsx'
import type { ReactNode } from 'react'
import styles from './page.module.css'
import { PRODUCT_NAME } from './product.ts'

type PageProps = {
  /** The page's name in the browser's title; the product's name follows it. Home has none. */
  title?: string
  /** The whole of the browser's title, for a page that names itself in another way. */
  fullTitle?: string
  /** `narrow` for forms and words, `wide` for everything else. */
  width?: 'narrow' | 'wide'
  className?: string | undefined
  children: ReactNode
}

/** A page's frame between header and footer, and its title. Its heading is the page's own `<h1>`. */
export function Page({ title, fullTitle, width = 'wide', className, children }: PageProps) {
  return (
    <div className={clsx(styles.page, styles[width], className)}>
      <title>{fullTitle ?? (title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME)}</title>
      {children}
    </div>
  )
}
