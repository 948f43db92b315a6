import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** The one export of a module. */
export function lazyExport<Props>(
  importModule: () => Promise<Readonly<Record<string, ComponentType<Props>>>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [component, ...others] = Object.values(await importModule())
    if (!component || others.length > 0) throw new Error('A lazy module has one export.')
    return { default: component }
  })
}
