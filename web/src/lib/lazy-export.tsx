import { type ComponentType, lazy, useState } from 'react'

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Then it renders at once: an import that has ended still makes `lazy` show the fallback first. */
  load: () => Promise<unknown>
}

const loads: (() => Promise<unknown>)[] = []

/** Of all modules that are loaded by now, for the server, which cannot wait while it renders. */
export async function loadAllLazyExports(): Promise<void> {
  await Promise.all(loads.map((load) => load()))
}

/** The one export of a module. */
export function lazyExport<Props extends object>(
  importModule: () => Promise<Readonly<Record<string, ComponentType<Props>>>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  const load = async () => {
    const [component, ...others] = Object.values(await importModule())
    if (!component || others.length > 0) throw new Error('A lazy module has one export.')
    loaded = component
    return { default: component }
  }
  const Lazy = lazy(load)
  function Loaded(props: Props) {
    // Another component would be mounted anew.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Component {...props} />
  }
  loads.push(load)
  return Object.assign(Loaded, { load })
}
