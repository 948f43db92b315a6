import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** The one export of a module. */
export function lazyExport<Props>(
  importModule: () => Promise<Readonly<Record<string, ComponentType<Props>>>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [component] = Object.values(await importModule())
    if (!component) throw new Error('The module exports nothing.')
    return { default: component }
  })
}
