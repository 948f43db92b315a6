import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export function lazyExport<Name extends string, Props>(
  importModule: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await importModule())[name] }))
}
